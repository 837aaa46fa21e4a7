import type { Database } from 'better-sqlite3';
import type { Damage } from './damage.ts';
import type { PassRow } from './rows.ts';

/** How many passes are read at a time: a statement that is left in the middle would keep the connection busy. */
const pageRows = 256;

/** The rows of a controller's passes from `first` to `last`; of one that the disk did not keep the number alone. Lazy. */
export type ReadPassRows = (controller: string, first: number, last: number) => Generator<PassRow | number>;

/** Makes the function that reads rows of passes: some at a time, or one by one where that meets damage. */
export function openPassRows(database: Database, damage: Damage): ReadPassRows {
  const some = database.prepare<[string, number, number, number], PassRow>(
    'SELECT * FROM passes WHERE controller = ? AND pass BETWEEN ? AND ? ORDER BY pass LIMIT ?',
  );
  const one = database.prepare<[number], PassRow>('SELECT * FROM passes WHERE pass = ?');

  function findOne(controller: string, number: number): PassRow | number | null {
    return damage.attempt<PassRow | number | null>(
      `pass ${number}`,
      () => {
        const row = one.get(number);
        return row?.controller === controller ? row : null;
      },
      () => number,
    );
  }

  /** Rows from `next` on, and the number after them; null where there are no more. */
  function pageFrom(controller: string, next: number, last: number): [(PassRow | number)[], after: number | null] {
    const rows = some.all(controller, next, last, pageRows);
    return [rows, rows.length < pageRows ? null : (rows.at(-1) as PassRow).pass + 1];
  }

  function damagedPageFrom(controller: string, next: number, last: number): ReturnType<typeof pageFrom> {
    const end = Math.min(last, lastNumber(database, damage));
    const after = Math.min(next + pageRows, end + 1);
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

/** The number of the last pass of the store. */
function lastNumber(database: Database, damage: Damage): number {
  const find = (sql: string) => database.prepare(sql).pluck().get() as number;
  return damage.attempt(
    'passes',
    () => find('SELECT coalesce(max(pass), 0) FROM passes NOT INDEXED'),
    () => find('SELECT coalesce(max(pass), 0) FROM passes INDEXED BY passes_by_at'),
  );
}
