import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openForReading, openForRecording } from '../../src/history/index.ts';
import type { Pass } from '../../src/roster/index.ts';
import { plainState } from '../support/plain-state.ts';
import { buildProgram, removeProgram, run } from '../support/spawn.ts';
import { storeFaultOf } from '../support/store-fault.ts';
import { temporaryFolder, temporaryStore } from '../support/temporary-store.ts';

let program: string;
beforeAll(async () => {
  program = await buildProgram('appending-process');
});
afterAll(() => removeProgram(program));

/** Whether both nodes and the roster of a pass are of the same step, as each pass was recorded. */
function isWhole({ state, key }: Pass): boolean {
  const step = [`step.internal:192.0.2.${Number(key) % 250}`];
  const { roster, nodes } = plainState(state);
  return (
    JSON.stringify([roster, nodes.ace, nodes.g14]) ===
    JSON.stringify([step, { 'mesh/web': step }, { 'mesh/web': step }])
  );
}

function storeFile(): string {
  return join(temporaryFolder(), 'state', 'history.db');
}

describe('several processes', () => {
  test('two recorders and a reader at once: no lock is ever refused, each view is whole and does not change', async () => {
    const file = storeFile();
    const recorders = ['mesh', 'lab'].map((name) => run(program, [file, name, '150']));
    await recorders[0]?.printed(1);

    const views: number[] = [];
    while (recorders.some(({ process }) => process.exitCode === null)) {
      const reader = openForReading(file);
      const latest = reader.findLatest('mesh') ?? 0;
      views.push(latest);
      const passes = [...reader.passes('mesh', Math.max(1, latest - 40), latest)];
      await new Promise(setImmediate);
      expect(passes.every(isWhole)).toBe(true);
      expect(reader.findLatest('mesh')).toBe(latest);
      reader.close();
    }
    await Promise.all(recorders.map(({ ended }) => ended()));

    const history = openForReading(file);
    onTestFinished(() => history.close());
    expect(new Set(views).size).toBeGreaterThan(1);
    expect(['mesh', 'lab'].map((name) => [...history.passes(name, 1, 300)].map(({ key }) => Number(key)))).toEqual([
      Array.from({ length: 150 }, (_, index) => index),
      Array.from({ length: 150 }, (_, index) => index),
    ]);
    expect(history.verify()).toEqual([]);
  });

  test('several recorders may make the store at the same moment', async () => {
    const file = storeFile();
    const names = ['a', 'b', 'c', 'd'];

    await Promise.all(names.map((name) => run(program, [file, name, '3']).ended()));

    const history = openForReading(file);
    onTestFinished(() => history.close());
    expect(history.controllers()).toEqual(names);
    expect(names.map((name) => [...history.passes(name, 1, 99)].length)).toEqual([3, 3, 3, 3]);
    expect(history.verify()).toEqual([]);
  });

  test('kill -9 of a recorder loses nothing that was acknowledged', async () => {
    const file = storeFile();
    for (const [name, acknowledged] of [
      ['first', 1],
      ['second', 40],
      ['third', 17],
    ] as const) {
      const recorder = run(program, [file, name, '100000']);
      await recorder.printed(acknowledged);
      recorder.process.kill('SIGKILL');
      await expect(recorder.ended()).rejects.toThrow('SIGKILL');
      const last = Number(recorder.lines.at(-1)?.split(' ')[1]);

      const history = openForRecording(file);
      const keys = [...history.passes(name, 1, 999_999)].map(({ key }) => Number(key));
      expect(keys.length).toBeGreaterThan(last);
      expect(keys).toEqual(Array.from({ length: keys.length }, (_, index) => index));
      expect(history.verify()).toEqual([]);
      history.close();
    }
  });
});

describe('a history', () => {
  test('keeps its settings', () => {
    const { history, file } = temporaryStore();
    history.writeSetting('a', '1');
    history.writeSetting('a', '2');

    const reader = openForReading(file);
    onTestFinished(() => reader.close());

    expect([reader.findSetting('a'), reader.findSetting('b')]).toEqual(['2', null]);
  });

  test('says what is wrong with it in words, from every door', () => {
    const { history, file, damage, append } = temporaryStore();
    append({ key: '1' });
    damage((database) => database.exec('DROP TABLE contents'));

    const damaged = { message: `"${file}": the store is damaged: a part of its schema is missing (SQLITE_ERROR)` };
    expect(storeFaultOf(() => [...history.passes('default', 1, 9)])).toMatchObject(damaged);
    expect(storeFaultOf(() => append({ key: '2' }))).toMatchObject(damaged);
    expect(storeFaultOf(() => openForReading(file))).toMatchObject(damaged);
  });
});
