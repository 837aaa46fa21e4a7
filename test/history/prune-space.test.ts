import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openForReading, openForRecording, openPruner } from '../../src/history/index.ts';
import { passDraft } from '../roster/builders.ts';
import { lastOf, pruneStore, unlimited } from '../support/prune-store.ts';
import { temporaryFolder } from '../support/temporary-store.ts';

const settings = { limits: { ...unlimited, keepPasses: 2 }, now: 0, least: 1 };

/** A store of forty passes, each with a text of its own. */
function filledStore(file: string): void {
  const history = openForRecording(file);
  history.together(() => {
    for (let pass = 1; pass <= 40; pass += 1) {
      const text = Array.from({ length: 900 }, (_, index) => `${(pass + 1) * (index + 7)}`).join(' ');
      history.append({ draft: passDraft({ extra: { text } }), recordedAt: pass, source: null, quietGapMs: 0 });
    }
  });
  history.close();
}

/** The same in a store that was made before stores could shrink. */
function stiffStore(): string {
  const file = join(temporaryFolder(), 'history.db');
  filledStore(file);
  const database = new BetterSqlite3(file);
  database.pragma('journal_mode = DELETE');
  database.pragma('auto_vacuum = NONE');
  database.exec('VACUUM');
  database.close();
  return file;
}

describe('the room of what was pruned', () => {
  test('is given back to the file system', () => {
    const file = join(temporaryFolder(), 'history.db');
    filledStore(file);

    const { before, after, shrinks } = pruneStore(file, settings);

    expect([shrinks, after.free]).toEqual([true, 0]);
    expect(after.file).toBeLessThan(before.file / 2);
  });

  test('is given back later where somebody reads at that moment, who is not waited for', () => {
    const file = join(temporaryFolder(), 'history.db');
    filledStore(file);
    const reader = openForReading(file);

    const { after } = pruneStore(file, settings);
    expect(after.log).toBeGreaterThan(0);
    expect([...reader.passes('default', 1, 99)].length).toBe(40);
    reader.close();

    expect(pruneStore(file, { ...settings, limits: { ...unlimited, maxBytes: 1 } }).after.log).toBe(0);
  });

  test('stays in the file of a store that was made before stores could shrink', () => {
    const file = stiffStore();

    const { before, after, shrinks } = pruneStore(file, settings);

    expect([shrinks, after.file]).toEqual([false, before.file]);
    expect(after.used).toBeLessThan(before.used / 2);
    expect(after.free).toBe(after.file - after.used);
  });

  test('is given back there too where the store is small enough to be written anew, and from then on in parts', () => {
    const file = stiffStore();

    expect(pruneStore(file, { ...settings, rewriteUpTo: 1000 }).shrinks).toBe(false);
    const { before, after, shrinks } = pruneStore(file, { ...settings, rewriteUpTo: 1_000_000 });

    expect([shrinks, after.free, after.log]).toEqual([true, 0, 0]);
    expect(after.file).toBeLessThan(before.file / 2);
    const history = openForReading(file);
    onTestFinished(() => history.close());
    expect(history.verify()).toEqual([]);
  });

  test('waits for another process that writes, and gives up where that goes on and on', () => {
    const file = join(temporaryFolder(), 'history.db');
    filledStore(file);
    const writer = new BetterSqlite3(file);
    writer.exec('BEGIN IMMEDIATE');
    const pruner = openPruner(file);
    onTestFinished(() => pruner.close());
    const steps = pruner.prune(settings);

    let step = steps.next();
    while (step.value === 'worked') step = steps.next();
    expect(step).toEqual({ done: false, value: 'waiting' });
    writer.exec('ROLLBACK');
    expect(lastOf(steps).passes[0]?.removed).toBe(38);
    writer.close();
  });
});
