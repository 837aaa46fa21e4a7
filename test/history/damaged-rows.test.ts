import type { Database } from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openForReading } from '../../src/history/index.ts';
import { planned } from '../roster/builders.ts';
import { plainOutcomes, plainState } from '../support/plain-state.ts';
import { pruneStore, unlimited } from '../support/prune-store.ts';
import { now, type TemporaryStore, temporaryStore } from '../support/temporary-store.ts';

const web = (step: number) => ({ containers: [{ id: 'mesh/web', hosts: [`a.internal:192.0.2.${step}`] }] });

/** Twelve passes; g14 joins each third one in time, and novox joins the second one after the tenth. */
function filledStore(): TemporaryStore {
  const store = temporaryStore();
  for (let step = 1; step <= 12; step += 1) {
    store.append({ key: `k${step}`, trigger: `t${step}`, reports: [planned('ace', web(step))] });
    if (step % 3 === 0) store.append({ key: `k${step}`, lone: true, reports: [planned('g14', web(step))] });
    if (step === 10) store.append({ key: 'k2', lone: true, reports: [planned('novox', web(99))] });
  }
  return store;
}

/** What a reader is told: each pass in a few words, and what was left out. */
function told({ file }: TemporaryStore) {
  const reader = openForReading(file);
  try {
    const passes = [...reader.passes('default', 1, 99)].map((pass) => {
      const { number, key, trigger, outcome, source, state } = pass;
      return [number, key, trigger, outcome, source, plainOutcomes(pass), plainState(state)] as const;
    });
    return {
      passes,
      damaged: reader.damaged(),
      checks: reader.verify().map(({ check, place }) => `${check}: ${place}`),
    };
  } finally {
    reader.close();
  }
}

/** The passes that are told otherwise than before some damage, and what is said of that. */
function afterDamage(work: (database: Database) => void) {
  const store = filledStore();
  const before = told(store).passes.map((pass) => JSON.stringify(pass));
  store.damage(work);
  const { passes, ...rest } = told(store);
  const changed = passes.filter((pass, index) => JSON.stringify(pass) !== before[index]);
  return { changed: changed.map(([number]) => number), passes, ...rest };
}

describe('a row that the disk did not keep', () => {
  test('of what joined a pass in time: that pass alone is unreadable', () => {
    const { changed, damaged, passes } = afterDamage((database) =>
      database.exec('UPDATE joins SET recorded_at = recorded_at + 1 WHERE pass = 9'),
    );

    expect(changed).toEqual([9]);
    expect(damaged).toEqual(['pass 9']);
    expect(passes[8]?.slice(0, 4)).toEqual([9, 'k9', 't9', 'unreadable']);
  });

  test('of what joined a pass late: the later passes are read without it', () => {
    const { damaged, passes } = afterDamage((database) =>
      database.exec("UPDATE joins SET recorded_at = recorded_at + 1 WHERE node = 'novox'"),
    );

    expect(damaged).toEqual(['pass 2', 'what joined pass 2']);
    expect(passes.map(([, , , outcome]) => outcome).filter((outcome) => outcome === 'unreadable')).toHaveLength(1);
  });

  test('of the schema, the index of what joined late: the table is read', () => {
    const { changed, checks } = afterDamage((database) => {
      database.unsafeMode(true);
      database.pragma('writable_schema = ON');
      database.exec(
        "UPDATE sqlite_schema SET sql = replace(sql, 'until_pass >', 'pass <') WHERE name = 'joins_that_last'",
      );
    });

    expect(changed).toEqual([]);
    expect(checks).toContain('schema: joins_that_last');
  });

  test('of how passes fared, which all of them share: the rest of each is told', () => {
    const { damaged, passes } = afterDamage((database) =>
      database.exec("UPDATE contents SET bytes = x'5b' WHERE kind = 'pass'"),
    );

    expect(damaged).toHaveLength(12);
    expect(passes[4]?.slice(0, 5)).toEqual([5, 'k5', 't5', 'unreadable', 'test']);
    expect(passes[4]?.[6].nodes.ace).toEqual({ 'mesh/web': ['a.internal:192.0.2.5'] });
  });

  test('of what passes were read from: all else of them is told', () => {
    const { damaged, passes } = afterDamage((database) =>
      database.exec("UPDATE contents SET bytes = x'5b' WHERE kind = 'source'"),
    );

    expect(damaged[0]).toBe('the source of pass 1');
    expect(passes[4]?.slice(0, 5)).toEqual([5, 'k5', 't5', 'planned', null]);
  });

  test('of where the history begins: what is kept is read, and verify goes on', () => {
    const store = filledStore();
    pruneStore(store.file, { limits: { ...unlimited, keepPasses: 4 }, now, least: 1 });
    store.damage((database) => database.exec('UPDATE horizons SET removed = 3'));

    const { passes, damaged, checks } = told(store);

    expect(passes.map(([number]) => number)).toEqual([9, 10, 11, 12]);
    expect(damaged).toEqual(['where the history begins that is kept']);
    expect(checks).toContain('horizon: horizon of default');
  });

  test('of a setting: a reader goes on without it, a recorder does not', () => {
    const { history, file, damage } = filledStore();
    history.writeSetting('digest-key', 'abc');
    damage((database) => database.exec("UPDATE settings SET value = 'abd' WHERE name = 'digest-key'"));
    const reader = openForReading(file);

    expect([reader.findSetting('digest-key'), reader.damaged()]).toEqual([null, ['the setting digest-key']]);
    expect(() => history.findSetting('digest-key')).toThrow('the setting digest-key is not what was recorded');
    reader.close();
  });
});
