import type { Database } from 'better-sqlite3';
import type { Damage } from './damage.ts';
import type { PassNumbers } from './pass-numbers.ts';
import type { PassRow } from './rows.ts';

/** How many passes are read at a time: a statement that is left in the middle would keep the connection busy. */
const pageRows = 256;

/** A row, or, of a pass that the disk did not keep, its number and its controller. */
export type FoundPassRow = PassRow | LostPassRow;

/** A pass whose row cannot be read. */
export interface LostPassRow {
  readonly pass: number;
  readonly controller: string;
  readonly digest: null;
}

/** The rows of passes from `first` to `last`, of one controller or (null) of all. Lazy. */
export type ReadPassRows = (controller: string | null, first: number, last: number) => Generator<FoundPassRow>;

/** Makes the function that reads rows of passes: some at a time, or one by one where that meets damage. */
export function openPassRows(database: Database, numbers: PassNumbers, damage: Damage): ReadPassRows {
  const some = database.prepare<[number, number, string | null, number], PassRow>(
    'SELECT * FROM passes WHERE pass BETWEEN ? AND ? AND controller = coalesce(?, controller) ORDER BY pass LIMIT ?',
  );
  const one = database.prepare<[number], PassRow>('SELECT * FROM passes WHERE pass = ?');

  function findOne(controller: string | null, pass: number): FoundPassRow | null {
    const row = damage.attempt<FoundPassRow | null>(
      `pass ${pass}`,
      () => one.get(pass) ?? null,
      () => lostRow(pass, numbers),
    );
    return controller === null || row?.controller === controller ? row : null;
  }

  /** Rows from `next` on, and the number after them; null where there are no more. */
  function pageFrom(controller: string | null, next: number, last: number): [FoundPassRow[], after: number | null] {
    const rows = some.all(next, last, controller, pageRows);
    return [rows, rows.length < pageRows ? null : (rows.at(-1) as PassRow).pass + 1];
  }

  function damagedPageFrom(controller: string | null, next: number, last: number): ReturnType<typeof pageFrom> {
    const end = Math.min(last, lastNumber(database, damage));
    const after = Math.max(next, Math.min(next + pageRows, end + 1));
    const rows = Array.from({ length: after - next }, (_, index) => findOne(controller, next + index));
    return [rows.filter((row) => row !== null), after > end ? null : after];
  }

  return function* (controller, first, last) {
    for (let next: number | null = first; next !== null; ) {
      const from: number = next;
      const [rows, after] = damage.attempt(
        'passes',
        () => pageFrom(controller, from, last),
        () => damagedPageFrom(controller, from, last),
      );
      yield* rows;
      next = after;
    }
  };
}

/** What is left of a pass whose row cannot be read. */
export function lostRow(pass: number, numbers: PassNumbers): LostPassRow {
  return { pass, controller: numbers.findController(pass) ?? numbers.controllers()[0] ?? '', digest: null };
}

/** The number of the last pass of the store. */
function lastNumber(database: Database, damage: Damage): number {
  const find = (sql: string) => database.prepare(sql).pluck().get() as number;
  return damage.attempt(
    'passes',
    () => find('SELECT coalesce(max(pass), 0) FROM passes NOT INDEXED'),
    () => find('SELECT coalesce(max(pass), 0) FROM passes INDEXED BY passes_by_at'),
  );
}
