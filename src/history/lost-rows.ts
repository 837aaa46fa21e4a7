import type { Database } from 'better-sqlite3';

/** A table whose rows have numbers, its column of numbers, and an index that has the numbers too. */
export interface NumberedTable {
  readonly table: string;
  readonly number: string;
  /** The statement that gives the numbers from the index alone; null where there is no index. */
  readonly numbers: string | null;
}

/** A row, or the number of one that cannot be read and why. */
export type RowOrLost<Row> =
  | { readonly row: Row }
  | { readonly lost: number; readonly error: unknown }
  | { readonly lost: null; readonly error: unknown };

/** Every row of a table, in the order of their numbers; one by one from where reading meets damage. */
export function* rowsOrLost<Row>(
  database: Database,
  { table, number, numbers }: NumberedTable,
): Generator<RowOrLost<Row>> {
  let last = Number.MIN_SAFE_INTEGER;
  let fault: unknown;
  try {
    for (const row of database.prepare<[], Row>(`SELECT * FROM ${table} ORDER BY ${number}`).iterate()) {
      yield { row };
      last = row[number as keyof Row] as number;
    }
    return;
  } catch (error) {
    fault = error;
  }
  const found = findNumbers(database, numbers);
  if (found === null) {
    yield { lost: null, error: fault };
    return;
  }
  const one = database.prepare<[number], Row>(`SELECT * FROM ${table} WHERE ${number} = ?`);
  for (const next of found) {
    if (next <= last) continue;
    yield readOne(one.get.bind(one), next);
  }
}

function readOne<Row>(read: (number: number) => Row | undefined, number: number): RowOrLost<Row> {
  try {
    const row = read(number);
    return row === undefined ? { lost: number, error: new Error('is missing from its table') } : { row };
  } catch (error) {
    return { lost: number, error };
  }
}

/** The numbers that an index has, in order; null where there is none, or it cannot be read. */
export function findNumbers(database: Database, sql: string | null): number[] | null {
  if (sql === null) return null;
  try {
    return (database.prepare(sql).pluck().all() as number[]).sort((a, b) => a - b);
  } catch {
    return null;
  }
}
