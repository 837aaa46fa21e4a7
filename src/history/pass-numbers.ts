import type { Database } from 'better-sqlite3';
import type { Damage } from './damage.ts';
import { StoreError } from './store-error.ts';

/** Finds the numbers of passes, and the controllers that they are of. A find gives null where nothing answers. */
export interface PassNumbers {
  /** The controllers of the store, by name. */
  controllers(): string[];
  /** The latest pass that a controller gave this id. */
  findKey(controller: string, key: string): number | null;
  findLatest(controller: string): number | null;
  /** The first pass at or after an instant, in milliseconds. */
  findFirstSince(controller: string, at: number): number | null;
  /** The last pass at or before an instant, in milliseconds. */
  findLastUntil(controller: string, at: number): number | null;
  /** The pass before another one, `steps` back. */
  findBefore(controller: string, number: number, steps: number): number | null;
  countPasses(controller: string, first: number, last: number): number;
  /** The controller of a pass whose row cannot be read: the index has it once more. */
  findController(pass: number): string | null;
}

/** Opens the numbers of a store. Where an index of theirs is damaged the table is asked, and the other way round. */
export function openPassNumbers(database: Database, damage: Damage): PassNumbers {
  const number = (sql: string) => {
    const statement = database.prepare(sql).pluck();
    return (...parameters: unknown[]): number | null =>
      (statement.get(...parameters) as number | null | undefined) ?? null;
  };
  const either = (sql: string, otherwise: string, isRight?: ReturnType<typeof number>) => {
    const find = number(sql);
    return (...parameters: unknown[]): number | null =>
      damage.attempt(
        null,
        () => {
          const found = find(...parameters);
          if (found !== null && isRight?.(found, ...parameters) === null) throw misled();
          return found;
        },
        () => number(otherwise)(...parameters),
      );
  };
  const names = (sql: string, ...parameters: unknown[]) =>
    database
      .prepare(sql)
      .pluck()
      .all(...parameters) as string[];
  // an index that the disk changed may be short of rows, which nothing tells
  const count = either(
    'SELECT count(*) FROM passes NOT INDEXED WHERE controller = ? AND pass BETWEEN ? AND ?',
    'SELECT count(*) FROM passes INDEXED BY passes_by_at WHERE controller = ? AND pass BETWEEN ? AND ?',
  );
  const hasPass = 'SELECT 1 FROM passes NOT INDEXED WHERE controller = ? LIMIT 1';

  const last = number('SELECT pass FROM passes NOT INDEXED WHERE controller = ? ORDER BY pass DESC LIMIT 1');
  const newest = number('SELECT pass FROM passes WHERE controller = ? ORDER BY at DESC LIMIT 1');

  /** The last in the table, unless the index of times knows of a later one: the table may have lost its end. */
  function findLatest(controller: string): number | null {
    const unless = (find: typeof last) =>
      damage.attempt<number | null | undefined>(
        null,
        () => find(controller),
        () => undefined,
      );
    const [inTable, inIndex] = [unless(last), unless(newest)];
    if (inTable === undefined)
      return number('SELECT max(pass) FROM passes INDEXED BY passes_by_at WHERE controller = ?')(controller);
    if (inIndex == null || inIndex <= (inTable ?? 0)) return inTable;
    return damage.note('the last passes', () => inIndex);
  }

  return {
    controllers() {
      const found = damage.attempt(
        null,
        () => names('SELECT DISTINCT controller FROM passes ORDER BY controller'),
        () => names('SELECT DISTINCT controller FROM passes NOT INDEXED ORDER BY controller'),
      );
      return found.length === 1 ? found : found.filter((name) => number(hasPass)(name) !== null);
    },
    findKey: either(
      'SELECT max(pass) FROM passes WHERE controller = ? AND key = ?',
      'SELECT max(pass) FROM passes NOT INDEXED WHERE controller = ? AND key = ?',
      number('SELECT 1 FROM passes WHERE pass = ? AND controller = ? AND key = ?'),
    ),
    findLatest,
    findFirstSince: either(
      'SELECT min(pass) FROM passes WHERE controller = ? AND at >= ?',
      'SELECT min(pass) FROM passes NOT INDEXED WHERE controller = ? AND at >= ?',
      number('SELECT 1 FROM passes WHERE pass = ? AND controller = ? AND at >= ?'),
    ),
    findLastUntil: either(
      'SELECT max(pass) FROM passes WHERE controller = ? AND at <= ?',
      'SELECT max(pass) FROM passes NOT INDEXED WHERE controller = ? AND at <= ?',
      number('SELECT 1 FROM passes WHERE pass = ? AND controller = ? AND at <= ?'),
    ),
    findBefore: either(
      'SELECT pass FROM passes NOT INDEXED WHERE controller = ? AND pass < ? ORDER BY pass DESC LIMIT 1 OFFSET ? - 1',
      'SELECT pass FROM passes INDEXED BY passes_by_at WHERE controller = ? AND pass < ? ORDER BY pass DESC LIMIT 1 OFFSET ? - 1',
    ),
    countPasses: (...asked) => count(...asked) as number,
    findController: (pass) =>
      damage.attempt<string | null>(
        null,
        () => names('SELECT controller FROM passes INDEXED BY passes_by_at WHERE +pass = ?', pass)[0] ?? null,
        () => null,
      ),
  };
}

function misled(): StoreError {
  return new StoreError('an index of the passes names others than the table', { damaged: true });
}
