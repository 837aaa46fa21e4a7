import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openForReading, openForRecording } from '../../src/history/index.ts';
import { writeSetting } from '../../src/history/settings.ts';
import { planned } from '../roster/builders.ts';
import { olderStore } from '../support/older-store.ts';
import { storeFaultOf } from '../support/store-fault.ts';
import { temporaryFolder, temporaryStore } from '../support/temporary-store.ts';

/** The migrations of this version, one for each schema. */
const migrations = readdirSync('migrations').sort();

function schemaOf(file: string): unknown {
  const database = new BetterSqlite3(file, { readonly: true });
  const schema = database.pragma('user_version', { simple: true });
  database.close();
  return schema;
}

describe('the schema', () => {
  test.each([openForRecording, openForReading])(
    'an older one is brought up to date by whoever opens it: %o',
    (open) => {
      const file = join(temporaryFolder(), 'history.db');
      olderStore(file, 1);

      const history = open(file);

      onTestFinished(() => history.close());
      expect([...history.passes('default', 1, 9)].map(({ key }) => key)).toEqual(['1']);
      expect(schemaOf(file)).toBe(migrations.length);
    },
  );

  test('a newer one is refused by name and number', () => {
    const { file, damage } = temporaryStore();
    damage((database) => {
      database.pragma('user_version = 77');
      writeSetting(database, 'schema', '77');
    });

    for (const open of [openForRecording, openForReading]) {
      expect(storeFaultOf(() => open(file))).toEqual({
        message: `"${file}" has schema 77, this version of roster-history knows up to ${migrations.length}`,
        hint: 'upgrade roster-history, or name another file with --store',
        damaged: false,
      });
    }
  });

  test('that the header and the settings tell differently is damage', () => {
    const { file, damage } = temporaryStore();

    for (const schema of [77, migrations.length - 1, 0]) {
      damage((database) => database.pragma(`user_version = ${schema}`));
      for (const open of [openForRecording, openForReading]) {
        expect(storeFaultOf(() => open(file))).toEqual({
          message: `"${file}": the store is damaged: its header says schema ${schema}, its settings ${migrations.length}`,
          hint: 'take it from a backup',
          damaged: true,
        });
      }
    }
  });

  test('is made once', () => {
    const { file, append, passes } = temporaryStore();
    append({ key: '1' });

    openForRecording(file).close();

    expect(passes().map(({ key }) => key)).toEqual(['1']);
  });

  test.each([
    ['contents', "UPDATE contents SET bytes = x'00'", 'contents are never changed'],
    ['passes', 'UPDATE passes SET trigger = \'"me"\'', 'passes are never changed'],
    ['joins', 'UPDATE joins SET at = 1', 'joins are never changed'],
    ['contents', 'DELETE FROM contents', 'contents are never removed'],
    ['passes', 'DELETE FROM passes', 'passes are never removed'],
    ['joins', 'DELETE FROM joins', 'joins are never removed'],
  ])('refuses every change of recorded %s: %s', (_table, sql, message) => {
    const { append, file, history } = temporaryStore();
    append({ key: '1', lone: true, reports: [planned('novox')] });
    append({ key: '1', lone: true, reports: [planned('ace')] });

    expect(() => execute(file, sql)).toThrow(message);

    expect(history.verify()).toEqual([]);
  });
});

function execute(file: string, sql: string): void {
  const database = new BetterSqlite3(file);
  try {
    database.pragma('foreign_keys = OFF');
    database.exec(sql);
  } finally {
    database.close();
  }
}
