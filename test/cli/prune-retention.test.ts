import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openRetention } from '../../src/cli/prune-retention.ts';
import { openForReading, openForRecording, type RetentionLimits } from '../../src/history/index.ts';
import { passDraft } from '../roster/builders.ts';
import { unlimited } from '../support/prune-store.ts';
import { filledProgram, lastAt } from '../support/pruned-program.ts';

const hour = 3_600_000;

/** A store of so many passes with what keeps it within limits, what that told, and a clock that a test sets. */
function keptStore(passes: number, given: Partial<RetentionLimits>) {
  const { store: file } = filledProgram(passes);
  const told: string[] = [];
  const limits = { ...unlimited, ...given } as Record<keyof RetentionLimits, number | null>;
  const clock = { now: lastAt };
  const retention = openRetention({
    file,
    limits: () => ({ ...limits }),
    now: () => clock.now,
    tell: (words) => told.push(words),
  });
  onTestFinished(() => retention.close());
  return {
    file,
    told,
    clock,
    limits,
    retention,
    /** Resolves when what it began is done. */
    async settled() {
      await retention.close();
      return told;
    },
    firstKept() {
      const reader = openForReading(file);
      const first = reader.findHorizon('mesh')?.firstPass ?? null;
      reader.close();
      return first;
    },
  };
}

/** Adds so many passes in which nothing is known of any node. */
function addPasses(file: string, passes: number): void {
  const history = openForRecording(file);
  for (let pass = 1; pass <= passes; pass += 1) {
    const draft = passDraft({ controller: 'mesh', key: `later-${pass}`, at: lastAt + pass });
    history.append({ draft, recordedAt: lastAt + pass, source: 'test', quietGapMs: 0 });
  }
  history.close();
}

describe('retention while passes are recorded', () => {
  test('prunes what is beyond the limits, in turns with everything else', async () => {
    const { retention, told, firstKept } = keptStore(40, { keepPasses: 25 });

    retention.pruneIfDue();
    expect(firstKept()).toBeNull();
    while (told.length === 0) await new Promise(setImmediate);

    expect(told).toEqual([
      expect.stringMatching(/^15 passes pruned: the history begins at pass 16; [\d.]+ KiB before, [\d.]+ KiB now$/),
    ]);
    expect(firstKept()).toBe(16);
  });

  test('looks at most once an hour', async () => {
    const { retention, clock, file, told, firstKept } = keptStore(20, { keepPasses: 25 });
    retention.pruneIfDue();
    await new Promise(setImmediate);
    addPasses(file, 20);

    clock.now += hour - 1;
    retention.pruneIfDue();
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(firstKept()).toBeNull();

    clock.now += 1;
    retention.pruneIfDue();
    while (told.length === 0) await new Promise(setImmediate);
    expect(firstKept()).toBe(16);
  });

  test('looks at once where the limits are others', async () => {
    const { retention, firstKept, limits, told } = keptStore(40, {});
    retention.pruneIfDue();
    await new Promise(setImmediate);
    limits.keepPasses = 25;

    retention.pruneIfDue();
    while (told.length === 0) await new Promise(setImmediate);

    expect(firstKept()).toBe(16);
  });

  test('waits until more than a twentieth is beyond a limit, so that little is not pruned every hour', async () => {
    const { retention, settled, firstKept } = keptStore(26, { keepPasses: 25 });

    retention.pruneIfDue();
    await settled();

    expect(firstKept()).toBeNull();
  });

  test('does nothing without a limit', async () => {
    const { retention, settled, firstKept } = keptStore(40, {});

    retention.pruneIfDue();

    expect([await settled(), firstKept()]).toEqual([[], null]);
  });

  test('begins nothing once it is closed', async () => {
    const { retention, settled, firstKept, clock } = keptStore(40, { keepPasses: 25 });

    retention.pruneIfDue();
    expect(await settled()).toEqual([]);
    clock.now += hour;
    retention.pruneIfDue();
    await new Promise(setImmediate);

    expect(firstKept()).toBeNull();
  });

  test('tells what is in the way, and never throws', async () => {
    const { retention, told, file } = keptStore(40, { keepPasses: 25 });
    const database = new BetterSqlite3(file);
    database.pragma('foreign_keys = OFF');
    database.exec('DROP TABLE contents');
    database.close();

    retention.pruneIfDue();
    while (told.length === 0) await new Promise(setImmediate);

    expect(told).toEqual([
      `not pruned: "${file}": the store is damaged: a part of its schema is missing (SQLITE_ERROR)`,
    ]);
  });
});
