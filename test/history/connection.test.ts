import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectForReading, connectForRecording } from '../../src/history/connection.ts';
import { openForReading, openForRecording } from '../../src/history/index.ts';
import { passDraft, planned } from '../roster/builders.ts';
import { asNobody } from '../support/as-nobody.ts';
import { storeFaultOf } from '../support/store-fault.ts';
import { temporaryFolder, temporaryStore } from '../support/temporary-store.ts';

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('a store for recording', () => {
  test('is made where there is none, with folders and files that are private', () => {
    const folder = join(temporaryFolder(), 'state', 'roster-history');
    const file = join(folder, 'history.db');

    const history = openForRecording(file);

    onTestFinished(() => history.close());
    expect([join(folder, '..'), folder].map(mode)).toEqual(['700', '700']);
    expect(readdirSync(folder).map((name) => [name, mode(join(folder, name))])).toEqual([
      ['history.db', '600'],
      ['history.db-shm', '600'],
      ['history.db-wal', '600'],
    ]);
  });

  test('writes ahead, and what it commits is on the disk', () => {
    const database = connectForRecording(join(temporaryFolder(), 'history.db'));
    onTestFinished(() => {
      database.close();
    });

    expect(
      ['journal_mode', 'synchronous', 'foreign_keys', 'application_id'].map((name) =>
        database.pragma(name, { simple: true }),
      ),
    ).toEqual(['wal', 2, 1, 0x52485354]);
  });

  test('may be an empty file', () => {
    const file = join(temporaryFolder(), 'history.db');
    writeFileSync(file, '');

    const history = openForRecording(file);

    onTestFinished(() => history.close());
    expect(history.verify()).toEqual([]);
  });

  test('is taken as a file, whatever it is called', () => {
    const folder = temporaryFolder();
    const before = process.cwd();
    process.chdir(folder);
    onTestFinished(() => process.chdir(before));

    for (const name of [':memory:', 'file:x?mode=memory']) openForRecording(name).close();

    expect(readdirSync(folder)).toEqual([':memory:', 'file:x?mode=memory']);
  });

  test('that a recorder was killed in the middle of making is made anew', () => {
    const file = join(temporaryFolder(), 'history.db');
    const database = new BetterSqlite3(file);
    database.pragma('journal_mode = WAL');
    database.close();

    const history = openForRecording(file);

    onTestFinished(() => history.close());
    expect(history.controllers()).toEqual([]);
  });

  test('is refused inside what is no directory', () => {
    const file = join(temporaryFolder(), 'a');
    writeFileSync(file, '');

    expect(storeFaultOf(() => openForRecording(join(file, 'history.db')))).toEqual({
      message: `"${file}" is no directory: expected the folder of the store`,
      hint: 'name another file with --store',
      damaged: false,
    });
  });

  test('is refused where nothing may be written', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'history.db');
    openForRecording(file).close();
    chmodSync(folder, 0o755);
    chmodSync(file, 0o444);

    asNobody(() => {
      expect(storeFaultOf(() => openForRecording(file))).toEqual({
        message: `"${file}": the store cannot be written (SQLITE_READONLY_DIRECTORY)`,
        hint: 'check the owner and the mode of the file and of its folder, or name another with --store',
        damaged: false,
      });
      expect(storeFaultOf(() => openForRecording(join(folder, 'other', 'history.db')))).toEqual({
        message: `"${folder}/other/history.db": permission denied, mkdir '${folder}/other'`,
        hint: 'name another file with --store',
        damaged: false,
      });
    });
  });
});

describe('a store for reading', () => {
  test('is one unchanging view until it is closed, from the moment it is opened', () => {
    const { append, file } = temporaryStore();
    append({ key: '1' });
    const reader = openForReading(file);
    onTestFinished(() => reader.close());

    append({ key: '2' });

    expect(reader.findLatest('default')).toBe(1);
    append({ key: '3' });
    expect(reader.findLatest('default')).toBe(1);
    expect([...reader.passes('default', 1, 9)].map(({ key }) => key)).toEqual(['1']);
  });

  test('is never made', () => {
    const folder = temporaryFolder();
    const missing = join(folder, 'none', 'history.db');
    const empty = join(folder, 'empty.db');
    writeFileSync(empty, '');

    for (const file of [missing, empty]) {
      expect(storeFaultOf(() => openForReading(file))).toEqual({
        message: `no store at "${file}": nothing was recorded there yet`,
        hint: `roster-history record --store ${file} FILE`,
        damaged: false,
      });
    }
    expect(readdirSync(folder)).toEqual(['empty.db']);
    expect(readFileSync(empty)).toHaveLength(0);
  });

  test('that was never filled holds nothing yet', () => {
    const file = join(temporaryFolder(), 'history.db');
    const database = new BetterSqlite3(file);
    onTestFinished(() => {
      database.close();
    });
    database.pragma('journal_mode = WAL');
    database.exec('CREATE TABLE t (x); DROP TABLE t');

    expect(storeFaultOf(() => openForReading(file)).message).toBe(
      `no store at "${file}": nothing was recorded there yet`,
    );
  });

  test('cannot be written through', () => {
    const { file } = temporaryStore();
    const database = connectForReading(file);
    onTestFinished(() => {
      database.close();
    });

    expect(() => database.exec("INSERT INTO settings (name, value) VALUES ('a', 'b')")).toThrow('readonly database');
  });

  test('may lie where nothing may be written, as on a mounted backup', () => {
    const folder = join(temporaryFolder(), 'a b%20#');
    mkdirSync(folder, { mode: 0o755 });
    chmodSync(join(folder, '..'), 0o755);
    const file = join(folder, 'history.db');
    const history = openForRecording(file);
    history.append({
      draft: passDraft({ key: '1', reports: [planned('ace')] }),
      recordedAt: 1,
      source: null,
      quietGapMs: 0,
    });
    history.close();
    chmodSync(file, 0o444);
    chmodSync(folder, 0o555);

    asNobody(() => {
      const reader = openForReading(file);
      expect([...reader.passes('default', 1, 9)].map(({ key }) => key)).toEqual(['1']);
      reader.close();
    });
    expect(readdirSync(folder)).toEqual(['history.db']);
  });
});
