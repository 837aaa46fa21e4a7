import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { type Appended, type Arrival, openAppender } from './append.ts';
import { type Contents, openContents } from './contents.ts';
import { expectReadable, migrate, needsMigration } from './migrate.ts';
import { openReader, type Reader } from './read.ts';
import { StoreError, storeErrorOf } from './store-error.ts';
import { type Finding, verifyStore } from './verify.ts';

/** A writer waits this long for another one before it gives up. */
const busyTimeoutMs = 30_000;

/** An open store. Every method may throw {@link StoreError}. */
export interface History extends Reader {
  readonly file: string;
  /** Appends one pass in one transaction; when it returns, the pass is on the disk. */
  append(arrival: Arrival): Appended;
  /** What is damaged, in words; empty where nothing is. Reads the whole store. */
  verify(): Finding[];
  findSetting(name: string): string | null;
  writeSetting(name: string, value: string): void;
  close(): void;
}

/** Opens a store for recording, and makes it (0600, its folder 0700) where there is none. */
export function openForRecording(file: string): History {
  return withStoreErrors(file, () => {
    if (!existsSync(file)) createPrivately(file);
    const database = openDatabase(file, false);
    return closingOnError(database, () => {
      setJournal(database);
      database.pragma('synchronous = FULL');
      database.pragma('foreign_keys = ON');
      expectReadable(database, file);
      if (needsMigration(database)) migrate(database, file);
      return historyOf(database, file);
    });
  });
}

/** Opens a store for reading: one unchanging view of it until it is closed, whoever records meanwhile. */
export function openForReading(file: string): History {
  return withStoreErrors(file, () => {
    if (!existsSync(file)) {
      throw new StoreError(`no store at "${file}": nothing was recorded there yet`, {
        hint: `roster-history record --store ${file} FILE`,
      });
    }
    const database = openDatabase(file, true);
    return closingOnError(database, () => {
      expectReadable(database, file);
      if (needsMigration(database)) {
        database.close();
        openForRecording(file).close();
        return openForReading(file);
      }
      database.exec('BEGIN');
      return historyOf(database, file);
    });
  });
}

function openDatabase(file: string, readonly: boolean): Database {
  const nativeBinding = findNativeBinding();
  return new BetterSqlite3(file, {
    timeout: busyTimeoutMs,
    readonly,
    fileMustExist: true,
    ...(nativeBinding ? { nativeBinding } : {}),
  });
}

/** Where the compiled part of better-sqlite3 stands when it was installed the usual way: this spares it a search through a dozen folders. */
function findNativeBinding(): string | null {
  try {
    return createRequire(import.meta.url).resolve('better-sqlite3/build/Release/better_sqlite3.node');
  } catch {
    return null;
  }
}

/** SQLite gives its other files the mode of the main one, so that one must be private before SQLite sees it. */
function createPrivately(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
}

/** The change to write-ahead logging ignores the busy timeout, so it is made inside the wait of a write transaction's lock. */
function setJournal(database: Database): void {
  const deadline = Date.now() + busyTimeoutMs;
  for (;;) {
    try {
      if (database.pragma('journal_mode', { simple: true }) === 'wal') return;
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (!code.startsWith('SQLITE_BUSY') || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function closingOnError<T>(database: Database, open: () => T): T {
  try {
    return open();
  } catch (error) {
    database.close();
    throw error;
  }
}

function withStoreErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isNodeError(error)) {
      throw new StoreError(`"${file}": ${error.message.replace(/^[A-Z]+: /, '')}`, {
        hint: 'name another file with --store',
        cause: error,
      });
    }
    throw storeErrorOf(file, error);
  }
}

function isNodeError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

function historyOf(database: Database, file: string): History {
  const contents: Contents = openContents(database, file);
  const reader = openReader(database, contents);
  let append: ((arrival: Arrival) => Appended) | undefined;
  const guarded = <A extends unknown[], T>(work: (...args: A) => T) => {
    return (...args: A): T => withStoreErrors(file, () => work(...args));
  };
  return {
    file,
    controllers: guarded(reader.controllers),
    nodes: guarded(reader.nodes),
    findPass: guarded(reader.findPass),
    findKey: guarded(reader.findKey),
    findLatest: guarded(reader.findLatest),
    findFirstSince: guarded(reader.findFirstSince),
    findLastUntil: guarded(reader.findLastUntil),
    findBefore: guarded(reader.findBefore),
    *passes(controller, first, last) {
      try {
        yield* reader.passes(controller, first, last);
      } catch (error) {
        throw storeErrorOf(file, error);
      }
    },
    append: guarded((arrival: Arrival) => {
      append ??= openAppender(database, contents, reader);
      return append(arrival);
    }),
    verify: guarded(() => verifyStore(database, file)),
    findSetting: guarded(
      (name: string) =>
        (database.prepare('SELECT value FROM settings WHERE name = ?').pluck().get(name) as string | undefined) ?? null,
    ),
    writeSetting: guarded((name: string, value: string) => {
      database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value);
    }),
    close: () => database.close(),
  };
}
