import { accessSync, closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { damagedHeader, inspectHeader } from './file-header.ts';
import { expectReadable, hasSchema, migrate, needsMigration } from './migrate.ts';
import { readWithLog } from './read-log.ts';
import { StoreError } from './store-error.ts';

/** A writer waits this long for another one before it gives up. */
const busyTimeoutMs = 30_000;

/** Whoever does its work in small steps waits so long within one of them. */
const shortTimeoutMs = 50;

/** So long the write-ahead log stays when a reader that held it has ended. */
const keptLogBytes = 8 * 2 ** 20;

/** Connects to a store for recording, and makes it (0600, its folder 0700) where there is none. What it commits is on the disk. */
export function connectForRecording(file: string): Database {
  if (inspectHeader(file) === 'undecided')
    connect(file, true, (database) => database.transaction(() => expectReadable(database, file))()).close();
  expectWritable(file);
  if (!existsSync(file)) createPrivately(file);
  return connect(file, false, (database) => {
    // before anything is changed; in one view, since others may be making it or bringing it up to date
    const expectAtOnce = database.transaction(() => expectReadable(database, file));
    expectAtOnce();
    setJournal(database);
    database.pragma('synchronous = FULL');
    database.pragma(`journal_size_limit = ${keptLogBytes}`);
    database.pragma('foreign_keys = ON');
    expectAtOnce();
    if (needsMigration(database)) migrate(database, file);
  });
}

/**
 * Connects to a store that is there already, for removing what is old: of another process that writes it waits for a moment
 * only. What it commits is on the disk with the next pass; a loss of power before that brings back some of what was removed.
 * Foreign keys are not looked up row by row, which would take as many searches through all passes.
 */
export function connectForPruning(file: string): Database {
  if (inspectHeader(file) === 'nothing') throw nothingRecorded(file);
  connectForRecording(file).close();
  return connect(file, false, (database) => {
    database.pragma(`busy_timeout = ${shortTimeoutMs}`);
    database.pragma('synchronous = NORMAL');
    database.pragma(`journal_size_limit = ${keptLogBytes}`);
    database.pragma('foreign_keys = OFF');
  });
}

/** Connects to a copy that nobody else knows of, and makes it a file that needs no log beside it. */
export function connectToCopy(file: string): Database {
  return connect(file, false, (database) => {
    database.pragma('journal_mode = DELETE');
    expectReadable(database, file);
  });
}

/**
 * Connects to a store for reading: one unchanging view of it until it is closed, whoever records meanwhile. An older one is
 * brought up to date; where that may not be written, a copy of it in memory is.
 */
export function connectForReading(file: string): Database {
  if (inspectHeader(file) === 'nothing') throw nothingRecorded(file);
  const database = connectToRead(file);
  if (!needsMigration(database)) return database;
  const begun = hasSchema(database);
  database.close();
  if (!begun) throw nothingRecorded(file);
  if (bringUpToDate(file)) return connectToRead(file);
  return connect(readWithLog(file), false, (copy) => {
    expectReadable(copy, file);
    migrate(copy, file);
  });
}

/** What SQLite and Node say where nothing can be written: it is not allowed, or there is no room. */
const cannotWrite = /^SQLITE_(CANTOPEN|READONLY|PERM|FULL|IOERR_(SHM|WRITE))|^E(ACCES|PERM|ROFS|NOSPC|DQUOT)$/;

/** Whether it could be: it may not be allowed to be written. */
function bringUpToDate(file: string): boolean {
  try {
    connectForRecording(file).close();
    return true;
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (typeof code !== 'string' || !cannotWrite.test(code)) throw error;
    return false;
  }
}

function connectToRead(file: string): Database {
  const open = (database: Database): void => {
    // the view begins with the first read of the transaction
    database.exec('BEGIN');
    expectReadable(database, file);
    // now, so that damage to the schema is met where it can be passed over
    database.prepare('SELECT 1 FROM sqlite_schema').get();
  };
  try {
    return connect(file, true, open);
  } catch (error) {
    if (isMalformedSchema(error)) return connect(file, true, (database) => open(passOverSchema(database)));
    // SQLite reads a log only where it may write beside it: on a mounted backup or a full disk it cannot
    if (!/^SQLITE_(CANTOPEN|READONLY|FULL|IOERR_(SHM|WRITE))/.test((error as { code?: string }).code ?? ''))
      throw error;
    return connect(readWithLog(file), true, open);
  }
}

function isMalformedSchema(error: unknown): boolean {
  return error instanceof Error && /^malformed database schema/.test(error.message);
}

/** Lets SQLite read what it can where a part of the schema is damaged (https://sqlite.org/pragma.html#pragma_writable_schema). */
function passOverSchema(database: Database): Database {
  database.unsafeMode(true);
  database.pragma('writable_schema = ON');
  return database;
}

/** Whether a database is read although a part of its schema is damaged. */
export function passesOverSchema(database: Database): boolean {
  return database.pragma('writable_schema', { simple: true }) === 1;
}

/** A database in memory that holds nothing. */
export function connectToNothing(): Database {
  return connect(Buffer.alloc(0), false, () => {});
}

/** Connects to a file, or to the bytes of one. */
function connect(source: string | Buffer, readonly: boolean, open: (database: Database) => void): Database {
  const nativeBinding = findNativeBinding();
  // the whole path, so that no name is taken for one of SQLite's own, such as ":memory:"
  const database = new BetterSqlite3(typeof source === 'string' ? resolve(source) : source, {
    timeout: busyTimeoutMs,
    readonly,
    fileMustExist: true,
    ...(nativeBinding ? { nativeBinding } : {}),
  });
  try {
    open(database);
    return database;
  } catch (error) {
    database.close();
    const { code } = error as { code?: string };
    // SQLite knows the file, and not what else stands in its header
    throw code === 'SQLITE_NOTADB' && typeof source === 'string' ? damagedHeader(source) : error;
  }
}

function nothingRecorded(file: string): StoreError {
  return new StoreError(`no store at "${file}": nothing was recorded there yet`, {
    hint: `roster-history record --store ${file} FILE`,
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

/** Throws what Node says of a file system that is read-only: SQLite says of it only that it cannot open files. */
function expectWritable(file: string): void {
  let folder = dirname(resolve(file));
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EROFS') throw error;
  }
}

/** SQLite gives its other files the mode of the main one, so that one must be private before SQLite sees it. */
function createPrivately(file: string): void {
  const folder = dirname(file);
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new StoreError(`"${folder}" is no directory: expected the folder of the store`, {
      hint: 'name another file with --store',
    });
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Lets a store that is made now become shorter in parts later, and changes to write-ahead logging. SQLite does not wait for other
 * processes there as it does elsewhere, so this does.
 */
function setJournal(database: Database): void {
  const deadline = Date.now() + busyTimeoutMs;
  for (;;) {
    try {
      if (database.pragma('journal_mode', { simple: true }) === 'wal') return;
      // both without effect on a store that has tables; a pass is a hundred bytes, and each page of it is written twice
      database.pragma('page_size = 2048');
      database.pragma('auto_vacuum = INCREMENTAL');
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (!code.startsWith('SQLITE_BUSY') || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
