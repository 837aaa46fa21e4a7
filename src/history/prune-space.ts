import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { openPortion, type PruneStep, writing } from './prune-transaction.ts';

/** How large a store is, in bytes. */
export interface StoreSize {
  readonly file: number;
  /** The write-ahead log. */
  readonly log: number;
  /** The pages of the file that hold nothing. */
  readonly free: number;
  /** What a limit is held against: the file without its free pages, and the log. */
  readonly used: number;
}

/** Measures a store. */
export function storeSize(database: Database, file: string): StoreSize {
  const pragma = (name: string) => database.pragma(name, { simple: true }) as number;
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const free = pragma('freelist_count') * pragma('page_size');
  const pages = pragma('page_count') * pragma('page_size');
  return { file: statSync(file, { throwIfNoEntry: false })?.size ?? pages, log, free, used: pages - free + log };
}

/** Whether the file can be made shorter a few pages at a time: that is decided when a store is made. */
export function canShrink(database: Database): boolean {
  return database.pragma('auto_vacuum', { simple: true }) === 2;
}

/** Gives the free pages back to the file system in steps, as far as the store can. */
export function* giveBack(database: Database): Generator<PruneStep> {
  if (!canShrink(database)) return;
  const portion = openPortion(64, 2048);
  const free = () => database.pragma('freelist_count', { simple: true }) as number;
  for (let before = free(); before > 0; ) {
    yield* writing(() => portion.take((pages) => database.exec(`PRAGMA incremental_vacuum(${pages})`)));
    const left = free();
    if (left >= before) break;
    before = left;
  }
  shortenLog(database);
}

/** Takes the log into the file and empties it, unless somebody reads or writes at this moment: nobody is waited for. */
export function shortenLog(database: Database): void {
  const timeout = database.pragma('busy_timeout', { simple: true }) as number;
  database.pragma('busy_timeout = 0');
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.pragma(`busy_timeout = ${timeout}`);
  }
}

/**
 * Writes a store anew that was made before it could be made shorter in parts, so that from then on it can. Recording waits
 * for as long as it takes, and about the size of the store is needed beside it.
 */
export function rewriteStore(database: Database): void {
  database.pragma('auto_vacuum = INCREMENTAL');
  database.exec('VACUUM');
  shortenLog(database);
}
