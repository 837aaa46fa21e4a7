import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type History, openForRecording, openPruner } from '../../src/history/index.ts';
import { passDraft, planned } from '../roster/builders.ts';
import { wholeState } from '../support/plain-state.ts';
import { lastOf, pruneStore, unlimited } from '../support/prune-store.ts';
import { buildProgram, removeProgram, run } from '../support/spawn.ts';
import { temporaryFolder } from '../support/temporary-store.ts';

const settings = { limits: { ...unlimited, keepPasses: 3 }, now: 0, least: 1 };

const programs = new Map<string, string>();
beforeAll(async () => {
  for (const name of ['appending-process', 'pruning-process']) programs.set(name, await buildProgram(name));
});
afterAll(() => {
  for (const file of programs.values()) removeProgram(file);
});

const program = (name: string) => programs.get(name) as string;

/** Appends a pass of two nodes, the second of which always reports the same; the hosts list of the first is of this number. */
function append(history: History, number: number, key = String(number)): void {
  const hosts = [`step.internal:192.0.2.${number}`];
  const reports = [
    planned('ace', { containers: [{ id: 'mesh/web', hosts }] }),
    planned('g14', { containers: [{ id: 'mesh/db', hosts: ['db.internal:192.0.2.9'] }] }),
  ];
  const draft = passDraft({ key, roster: hosts, reports });
  history.append({ draft, recordedAt: number, source: null, quietGapMs: 0 });
}

/** A closed store of twelve passes, and a way to have it anew. */
function freshStores(): () => string {
  const folder = temporaryFolder();
  const origin = join(folder, 'origin.db');
  const history = openForRecording(origin);
  history.together(() => {
    for (let number = 1; number <= 12; number += 1) append(history, number);
  });
  history.close();
  const file = join(folder, 'history.db');
  return () => {
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
    copyFileSync(origin, file);
    return file;
  };
}

function read(file: string, controller = 'default') {
  const history = openForRecording(file);
  const passes = [...history.passes(controller, 1, 999)].map(({ number, key, state }) => {
    return { number, key, state: wholeState(state) };
  });
  const findings = history.verify();
  history.close();
  return { findings, passes };
}

function countSteps(file: string): number {
  const pruner = openPruner(file);
  const steps = [...pruner.prune(settings)].length;
  pruner.close();
  return steps;
}

describe('pruning', () => {
  test('may end after any step: the store is whole, and the next pruning goes on from there', () => {
    const fresh = freshStores();
    const whole = read(fresh()).passes;
    const count = countSteps(fresh());
    const found = read(pruneOnce(fresh()));

    for (let last = 0; last < count; last += 1) {
      const file = fresh();
      const pruner = openPruner(file);
      const steps = pruner.prune(settings);
      for (let step = 0; step <= last; step += 1) steps.next();
      pruner.close();

      const { findings, passes } = read(file);
      expect(findings).toEqual([]);
      expect(passes).toEqual(whole.slice(-passes.length));
      expect(read(pruneOnce(file))).toEqual(found);
    }
    expect(found).toEqual({ findings: [], passes: whole.slice(-3) });
  });

  test('lets others record between any two steps, also what it was about to remove', () => {
    const fresh = freshStores();
    const count = countSteps(fresh());

    for (let last = 0; last < count; last += 1) {
      const file = fresh();
      const pruner = openPruner(file);
      const steps = pruner.prune(settings);
      for (let step = 0; step <= last; step += 1) steps.next();
      const history = openForRecording(file);
      append(history, 2, 'again');
      const [number] = [history.findLatest('default') as number];
      lastOf(steps);
      pruner.close();

      expect(history.verify()).toEqual([]);
      const [pass] = [...history.passes('default', number, number)];
      expect(pass && wholeState(pass.state)).toMatchObject({
        roster: { entries: [{ name: 'step.internal', address: '192.0.2.2' }] },
      });
      history.close();
    }
  });

  test('goes on beside a recorder, which is never refused', async () => {
    const file = join(temporaryFolder(), 'history.db');
    const recorder = run(program('appending-process'), [file, 'mesh', '200']);
    await recorder.printed(1);

    let removed = 0;
    while (recorder.process.exitCode === null) {
      const { passes } = pruneStore(file, { ...settings, limits: { ...unlimited, keepPasses: 10 } });
      removed += passes[0]?.removed ?? 0;
      await new Promise(setImmediate);
    }
    await recorder.ended();

    const { findings, passes } = read(file, 'mesh');
    expect(findings).toEqual([]);
    expect(removed).toBeGreaterThan(0);
    expect(passes.map(({ number }) => number)).toEqual(
      Array.from({ length: 200 - removed }, (_, index) => index + removed + 1),
    );
  });

  test('kill -9 in the middle leaves a whole store', async () => {
    const fresh = freshStores();
    const file = fresh();

    for (const [keep, printed] of [
      [9, 3],
      [6, 9],
      [3, 14],
    ] as const) {
      const pruning = run(program('pruning-process'), [file, String(keep)]);
      await pruning.printed(printed);
      pruning.process.kill('SIGKILL');
      await pruning.ended().catch(() => {});

      const { findings, passes } = read(file);
      expect(findings).toEqual([]);
      expect(passes.length).toBeGreaterThanOrEqual(keep);
    }
    pruneOnce(file);
    expect(read(file).passes.map(({ number }) => number)).toEqual([10, 11, 12]);
  });
});

function pruneOnce(file: string): string {
  pruneStore(file, settings);
  return file;
}
