import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inspectHeader } from '../../src/history/file-header.ts';
import { openForReading, openForRecording } from '../../src/history/index.ts';
import { storeFaultOf } from '../support/store-fault.ts';
import { temporaryFolder, temporaryStore } from '../support/temporary-store.ts';

/** Every file of a folder with the digest of its bytes. */
function bytesOf(folder: string): [string, string][] {
  return readdirSync(folder).map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  ]);
}

function strangersDatabase(prepare: (database: Database) => void): string {
  const file = join(temporaryFolder(), 'app.db');
  const database = new BetterSqlite3(file);
  prepare(database);
  database.close();
  return file;
}

describe("another program's database", () => {
  const strangers: [string, (database: Database) => void, number][] = [
    ['with a rollback journal', (database) => database.exec('CREATE TABLE users (name TEXT)'), 0],
    [
      'with a write-ahead log',
      (database) => {
        database.pragma('journal_mode = WAL');
        database.exec('CREATE TABLE users (name TEXT)');
      },
      0,
    ],
    [
      'with an application id of its own and no table',
      (database) => {
        database.pragma('application_id = 252006673');
      },
      252_006_673,
    ],
    [
      'of many tables',
      (database) => {
        database.exec('BEGIN');
        for (let index = 0; index < 200; index += 1) database.exec(`CREATE TABLE a_rather_long_name_${index} (x)`);
        database.exec('COMMIT');
      },
      0,
    ],
  ];

  test.each(strangers)('%s is refused and left untouched, byte for byte', (_what, prepare, id) => {
    const file = strangersDatabase(prepare);
    const before = bytesOf(join(file, '..'));

    for (const open of [openForRecording, openForReading]) {
      expect(storeFaultOf(() => open(file))).toEqual({
        message: `"${file}" is an SQLite database of another program: found application id ${id}, expected 1380471636`,
        hint: 'name another file with --store',
        damaged: false,
      });
    }

    expect(bytesOf(join(file, '..'))).toEqual(before);
  });

  test('whose tables are in its log only is refused, and its file and its log are left untouched', () => {
    const file = join(temporaryFolder(), 'app.db');
    const database = new BetterSqlite3(file);
    onTestFinished(() => {
      database.close();
    });
    database.pragma('journal_mode = WAL');
    database.exec('CREATE TABLE users (name TEXT)');
    const before = [file, `${file}-wal`].map((path) => readFileSync(path));

    for (const open of [openForRecording, openForReading]) expect(() => open(file)).toThrow('of another program');

    expect([file, `${file}-wal`].map((path) => readFileSync(path))).toEqual(before);
  });
});

describe('what is no database', () => {
  test.each([
    ['text', 'the quick brown fox\n'.repeat(100)],
    ['a short text', 'x'],
    ['half a header', 'SQLite format 3\0'],
  ])('%s is refused and left untouched', (_what, content) => {
    const file = join(temporaryFolder(), 'notes.txt');
    writeFileSync(file, content);

    for (const open of [openForRecording, openForReading]) {
      expect(storeFaultOf(() => open(file))).toEqual({
        message: `"${file}": not a store: the file is no SQLite database`,
        hint: 'name another file with --store',
        damaged: false,
      });
    }

    expect(readFileSync(file, 'latin1')).toBe(content);
  });

  test('a directory is refused, with the name that was probably meant', () => {
    const folder = temporaryFolder();

    for (const open of [openForRecording, openForReading]) {
      expect(storeFaultOf(() => open(folder))).toEqual({
        message: `"${folder}" is a directory: expected a file`,
        hint: `--store ${folder}/history.db`,
        damaged: false,
      });
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a pipe is refused without waiting for it', () => {
    const file = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [file]);

    expect(storeFaultOf(() => openForRecording(file)).message).toBe(`"${file}" is no regular file`);
  });
});

describe('inspectHeader', () => {
  test('knows a store of ours by its header alone', () => {
    const { file, history } = temporaryStore();
    expect(inspectHeader(file)).toBe('undecided');

    history.close();

    expect(inspectHeader(file)).toBe('ours');
  });

  test('finds nothing where there is no file, or nothing in it', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'empty'), '');
    mkdirSync(join(folder, 'folder'));
    const database = new BetterSqlite3(join(folder, 'bare'));
    database.pragma('journal_mode = WAL');
    database.close();

    expect(['none', 'empty', 'bare'].map((name) => inspectHeader(join(folder, name)))).toEqual([
      'nothing',
      'nothing',
      'nothing',
    ]);
  });
});
