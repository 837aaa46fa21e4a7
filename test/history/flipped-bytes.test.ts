import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openForReading, StoreError } from '../../src/history/index.ts';
import { type Name, type Pass, specOf } from '../../src/roster/index.ts';
import { randomOf } from '../mesh/seeded-random.ts';
import { planned } from '../roster/builders.ts';
import { plainState } from '../support/plain-state.ts';
import { temporaryFolder, temporaryStore } from '../support/temporary-store.ts';

const pageBytes = 2048;

/** Twenty passes of two nodes, with what a host told of each. */
function filledStore(): Buffer {
  const { append, history, file } = temporaryStore();
  for (let step = 1; step <= 20; step += 1) {
    const hosts = ['git', 'chat', ...(step % 2 === 0 ? ['mail'] : [])].map(
      (name) => `${name}.mesh.example:192.0.2.${step}`,
    );
    const containers = ['web', 'store'].map((id) => ({
      id: `mesh/${id}`,
      hosts,
      spec: { image: `${id}:${step % 3}` },
    }));
    append({ key: String(step), roster: hosts, reports: ['ace', 'g14'].map((node) => planned(node, { containers })) });
    // a node that joins a pass in time, and one that joins a pass late
    if (step % 3 === 0) append({ key: String(step), lone: true, reports: [planned('novox', { containers })] });
    if (step % 6 === 0) append({ key: String(step - 4), lone: true, reports: [planned('late', { containers })] });
    const at = step * 60_000;
    const observations = [{ node: 'ace', container: 'mesh/web', kind: 'replaced' as const, at }];
    history.appendObservations({ observations, recordedAt: at, source: 'test' });
  }
  history.together(() => {
    const { content } = history.restorer();
    for (const image of ['web:0', 'web:1', 'web:2', 'store:0', 'store:1', 'store:2']) {
      const { digest, value } = specOf({ image });
      content({ kind: 'spec', digest, value, binds: { names: ['git.mesh.example' as Name], why: 'nothing-shown' } });
    }
  });
  history.noteStart('watch', null, 0);
  history.noteStop('watch', 90_000, 'test');
  history.writeSetting('digest-key', 'abc');
  history.close();
  return readFileSync(file);
}

/** What a reader is told of a store: its passes, its observations and gaps, its export; what it leaves out; what verify finds. */
function readAll(file: string) {
  const reader = openForReading(file);
  try {
    const passes = [...reader.passes('default', 1, 99)];
    const window = { ranges: [{ controller: 'default', baseline: null, first: 1, last: 99 }], from: 0, until: 1e12 };
    const beside = JSON.stringify([reader.observations(0, 1e12), reader.gaps('default', 0, 1e12)]);
    const told = JSON.stringify([passes.map(plain), beside, [...reader.transcript(window)]]);
    return { passes, told, damaged: reader.damaged(), findings: reader.verify() };
  } finally {
    reader.close();
  }
}

function plain({ state, ...facts }: Pass) {
  return [facts, plainState(state)];
}

function attempt(file: string): ReturnType<typeof readAll> | StoreError {
  try {
    return readAll(file);
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

describe('a byte that the disk flipped', () => {
  const bytes = filledStore;

  test('in any page: nothing wrong is told without a word, and verify finds it', () => {
    const whole = bytes();
    const file = join(temporaryFolder(), 'flipped.db');
    writeFileSync(file, whole);
    const before = readAll(file);
    const random = randomOf(1, 'flipped-bytes');
    const wrong: string[] = [];
    let [found, told] = [0, 0];

    for (let at = 0; at < whole.length; at += random.between(1, pageBytes / 2)) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] as number) ^ (1 << random.between(0, 7));
      for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
      writeFileSync(file, flipped);
      const after = attempt(file);
      const place = `byte ${at % pageBytes} of page ${Math.floor(at / pageBytes) + 1}`;
      if (after instanceof StoreError) {
        found += 1;
        if (!after.damaged) wrong.push(`${place}: ${after.message}`);
        continue;
      }
      if (after.findings.length > 0) found += 1;
      if (after.damaged.length > 0) told += 1;
      else if (after.told !== before.told) wrong.push(`${place}: told otherwise, and not said`);
      if (after.damaged.length > 0 && after.findings.length === 0) wrong.push(`${place}: not found by verify`);
      const keys = new Set([null, ...before.passes.map(({ number, key }) => `${number} ${key}`)]);
      for (const { number, key } of after.passes)
        if (!keys.has(key === null ? null : `${number} ${key}`)) wrong.push(`${place}: pass ${number} is ${key}`);
    }

    expect(wrong).toEqual([]);
    expect([found > 20, told > 5]).toEqual([true, true]);
  });
});
