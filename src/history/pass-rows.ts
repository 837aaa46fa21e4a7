import type { Database } from 'better-sqlite3';
import type { Damage } from './damage.ts';
import { wholeHorizonRows } from './horizon.ts';
import type { PassNumbers } from './pass-numbers.ts';
import { type PassRow, passColumns, passRowOf, type RawPassRow } from './rows.ts';

/** How many passes are read at a time: a statement that is left in the middle would keep the connection busy. */
const pageRows = 256;

/** A row, or, of a pass that the disk did not keep, its number and its controller. */
export type FoundPassRow = PassRow | LostPassRow;

/** A pass whose row cannot be read. */
export interface LostPassRow {
  readonly pass: number;
  readonly controller: string;
  readonly facts: null;
}

/** The rows of passes from `first` to `last`, of one controller or (null) of all. Lazy. */
export type ReadPassRows = (controller: string | null, first: number, last: number) => Generator<FoundPassRow>;

/** Makes the function that reads rows of passes: some at a time, or one by one where that meets damage. */
export function openPassRows(database: Database, numbers: PassNumbers, damage: Damage): ReadPassRows {
  const some = database
    .prepare<[number, number, number], RawPassRow>(
      `SELECT ${passColumns} FROM passes WHERE pass BETWEEN ? AND ? ORDER BY pass LIMIT ?`,
    )
    .raw();
  const one = database.prepare<[number], PassRow>('SELECT * FROM passes WHERE pass = ?');

  function findOne(pass: number): FoundPassRow | null {
    return damage.attempt<FoundPassRow | null>(
      `pass ${pass}`,
      () => one.get(pass) ?? null,
      () => lostRow(pass, numbers),
    );
  }

  /** Rows of all controllers from `next` on, and the number after them; null where there are no more. */
  function pageFrom(next: number, last: number): [FoundPassRow[], after: number | null] {
    const rows = (some.all(next, last, pageRows) as RawPassRow[]).map(passRowOf);
    return [rows, rows.length < pageRows ? null : (rows.at(-1) as PassRow).pass + 1];
  }

  /** The same for what the index knows of: its rows one by one. */
  function damagedPageFrom(next: number, last: number): ReturnType<typeof pageFrom> {
    const known = indexed(next, last);
    const rows = known.map(findOne).filter((row) => row !== null);
    return [rows, known.length < pageRows ? null : (known.at(-1) as number) + 1];
  }

  /** The numbers of passes by the index of times, which has them once more. Reads all of it. */
  function indexed(first: number, last: number): number[] {
    const sql = 'SELECT pass FROM passes INDEXED BY passes_by_at WHERE +pass BETWEEN ? AND ? ORDER BY +pass LIMIT ?';
    return database.prepare(sql).pluck().all(first, last, pageRows) as number[];
  }

  /** The passes that are not between two rows, and should be: no number is left out when passes are recorded. */
  function vanished(first: number, last: number): LostPassRow[] {
    if (first > last) return [];
    return damage
      .attempt<number[]>(
        `passes ${first} to ${last}`,
        () => indexed(first, last),
        () => [],
      )
      .map((pass) => lostRow(pass, numbers));
  }

  function latest(controller: string | null): number {
    const controllers = controller === null ? numbers.controllers() : [controller];
    return Math.max(0, ...controllers.map((name) => numbers.findLatest(name) ?? 0));
  }

  const known = new Set<string>();

  return function* (controller, first, last) {
    const prunedBefore = Math.max(0, ...wholeHorizonRows(database, damage).map(({ first_pass }) => first_pass));

    /** A row, or what is left of it where its controller is none that the index knows: the index has it once more. */
    function told(row: FoundPassRow): FoundPassRow {
      if (row.controller === controller || known.has(row.controller)) return row;
      // another recorder may have brought a new one
      for (const name of numbers.controllers()) known.add(name);
      return known.has(row.controller) ? row : lostRow(row.pass, numbers);
    }

    const isAsked = (row: FoundPassRow) => controller === null || row.controller === controller;

    let expected = first;
    for (let next: number | null = first; next !== null; ) {
      const from: number = next;
      const [rows, after] = damage.attempt(
        null,
        () => pageFrom(from, last),
        () => damagedPageFrom(from, last),
      );
      for (const row of rows) {
        // one that comes twice is not where it was put: its own number is among those that are gone
        if (row.pass < expected) continue;
        if (row.pass > expected) yield* vanished(Math.max(expected, prunedBefore), row.pass - 1).filter(isAsked);
        expected = row.pass + 1;
        const one = told(row);
        if (isAsked(one)) yield one;
      }
      next = after;
    }
    yield* vanished(Math.max(expected, prunedBefore), Math.min(last, latest(controller))).filter(isAsked);
  };
}

/** What is left of a pass whose row cannot be read. */
export function lostRow(pass: number, numbers: PassNumbers): LostPassRow {
  return { pass, controller: numbers.findController(pass) ?? numbers.controllers()[0] ?? '', facts: null };
}
