import type { Database } from 'better-sqlite3';

/**
 * Makes of some work one immediate transaction: begun as a writer, it can wait for another writer, which one that began as a
 * reader cannot. Inside of another it is a part of that one, which can be undone alone. Where it throws it is undone, and
 * `forget` is called: SQLite gives the ids of what is undone to what comes next.
 */
export function wholeOrUndone<A extends unknown[], T>(
  database: Database,
  forget: () => void,
  work: (...args: A) => T,
): (...args: A) => T {
  const transaction = database.transaction(work);
  return (...args) => {
    try {
      return transaction.immediate(...args);
    } catch (error) {
      forget();
      throw error;
    }
  };
}
