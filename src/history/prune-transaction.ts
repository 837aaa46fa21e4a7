import type { Database } from 'better-sqlite3';

/** What a step of pruning did: some work, or nothing because another process was writing. */
export type PruneStep = 'worked' | 'waiting';

/** Another process that holds the store for so many steps in a row is not waited for any longer. */
const mostWaits = 300;

/** Does work in a transaction in which rows may be removed. It is on the disk, or undone, whole. */
export function removing<T>(database: Database, work: () => T): T {
  return database
    .transaction(() => {
      database.exec('INSERT INTO prunings VALUES (1)');
      const result = work();
      database.exec('DELETE FROM prunings');
      return result;
    })
    .immediate();
}

/** Does work that writes, and goes back to the caller for as long as another process writes. */
export function* writing<T>(work: () => T): Generator<PruneStep, T> {
  for (let waits = 0; ; waits += 1) {
    try {
      const result = work();
      yield 'worked';
      return result;
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (typeof code !== 'string' || !code.startsWith('SQLITE_BUSY') || waits >= mostWaits) throw error;
    }
    yield 'waiting';
  }
}

/** A number of rows that is worked on at a time: fewer after a step that took long, more after one that did not. */
export interface Portion {
  /** Does work on so many rows, and minds how long it takes. */
  take<T>(work: (rows: number) => T): T;
}

/** Makes a portion that aims at steps of so many milliseconds. */
export function openPortion(start: number, most: number, aimMs = 15): Portion {
  let rows = start;
  return {
    take(work) {
      const began = performance.now();
      const result = work(rows);
      const took = performance.now() - began;
      if (took > aimMs) rows = Math.max(1, Math.floor(rows / 2));
      else if (took < aimMs / 2) rows = Math.min(most, rows * 2);
      return result;
    },
  };
}
