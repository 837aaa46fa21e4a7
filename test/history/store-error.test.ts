import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openForReading } from '../../src/history/index.ts';
import { StoreError, storeErrorOf } from '../../src/history/store-error.ts';
import { storeFaultOf } from '../support/store-fault.ts';
import { temporaryFolder, temporaryStore } from '../support/temporary-store.ts';

/** The error that SQLite throws at some work on a database of its own. */
function sqliteError(work: (file: string) => void): unknown {
  const file = join(temporaryFolder(), 'history.db');
  try {
    work(file);
  } catch (error) {
    return error;
  }
  throw new Error('no error was thrown');
}

function full(file: string): void {
  const database = new BetterSqlite3(file);
  database.exec('CREATE TABLE t (x); PRAGMA max_page_count = 2');
  try {
    database.exec('INSERT INTO t SELECT zeroblob(100000)');
  } finally {
    database.close();
  }
}

function busy(file: string): void {
  const holder = new BetterSqlite3(file);
  holder.exec('CREATE TABLE t (x); BEGIN EXCLUSIVE');
  const other = new BetterSqlite3(file, { timeout: 0 });
  try {
    other.exec('INSERT INTO t VALUES (1)');
  } finally {
    other.close();
    holder.close();
  }
}

describe('storeErrorOf', () => {
  test.each([
    [
      'a full disk',
      full,
      'the disk is full: nothing of this pass was recorded, and nothing recorded before is lost (SQLITE_FULL)',
      'make room, then record again',
    ],
    [
      'a store that is held',
      busy,
      'another process has held the store for longer than 30 seconds (SQLITE_BUSY)',
      'see which with: fuser a.db',
    ],
    [
      'no database',
      () => new BetterSqlite3(import.meta.filename).exec('SELECT 1 FROM t'),
      'not a store: the file is no SQLite database (SQLITE_NOTADB)',
      'name another file with --store',
    ],
  ])('%s in words, with what to do', (_what, work, message, hint) => {
    const cause = sqliteError(work);

    const error = storeErrorOf('a.db', cause);

    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ message: `"a.db": ${message}`, hint, damaged: false, cause });
  });

  test.each([
    ['SQLITE_CORRUPT_VTAB', 'the store is damaged (SQLITE_CORRUPT_VTAB)', true],
    ['SQLITE_IOERR_FSYNC', 'the disk does not give or take what it is asked for (SQLITE_IOERR_FSYNC)', false],
    ['SQLITE_READONLY_DBMOVED', 'the store cannot be written (SQLITE_READONLY_DBMOVED)', false],
    ['SQLITE_CANTOPEN_ISDIR', 'the store cannot be opened (SQLITE_CANTOPEN_ISDIR)', false],
  ])('%s is told apart as damage or not', (code, message, damaged) => {
    const error = storeErrorOf('a.db', Object.assign(new Error('x'), { code }));

    expect(error).toMatchObject({ message: `"a.db": ${message}`, damaged });
  });

  test.each([
    ['an error of another library', Object.assign(new Error('x'), { code: 'ERR_X' })],
    ['a bug of ours', Object.assign(new Error('near "SELEC": syntax error'), { code: 'SQLITE_ERROR' })],
    ['an error without a code', new TypeError('x')],
  ])('%s stays as it is', (_what, error) => {
    expect(storeErrorOf('a.db', error)).toBe(error);
  });
});

test('a store that lacks a table is damaged, not a bug of ours', () => {
  const { file, damage } = temporaryStore();
  damage((database) => database.exec('DROP TABLE joins'));

  expect(storeFaultOf(() => openForReading(file))).toEqual({
    message: `"${file}": the store is damaged: a part of its schema is missing (SQLITE_ERROR)`,
    hint: 'take it from a backup',
    damaged: true,
  });
});
