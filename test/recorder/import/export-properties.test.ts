import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type FoundBindings,
  type History,
  openForRecording,
  type TranscriptWindow,
} from '../../../src/history/index.ts';
import { exportLine, importLines, openTally } from '../../../src/recorder/index.ts';
import { bindingOf, type Name, type PassDraft } from '../../../src/roster/index.ts';
import { wholeState } from '../../support/plain-state.ts';
import { pruneStore, unlimited } from '../../support/prune-store.ts';
import { temporaryFolder } from '../../support/temporary-store.ts';
import { drafts } from './drafts.ts';

const controllers = ['default', 'edge'];

function emptied(file: string): History {
  for (const ending of ['', '-wal', '-shm', '.key']) rmSync(file + ending, { force: true });
  return openForRecording(file);
}

function recordAll(history: History, given: readonly PassDraft[]): void {
  for (const [index, draft] of given.entries()) {
    history.append({ draft, recordedAt: index * 1500, source: `input ${index}`, quietGapMs: 2000, bindings });
  }
}

/** Some specs are searched and others not; some bind something. */
const bindings: FoundBindings = {
  fresh: new Map(),
  find(digest) {
    if (digest < '4') return null;
    return bindingOf(new Set(digest < '8' ? [] : [digest.slice(0, 4) as Name]), digest < 'c' ? null : 'too-much');
  },
};

function everything(history: History): TranscriptWindow {
  const ranges = history.controllers().map((controller) => ({ controller, baseline: null, first: 1, last: 99 }));
  return { ranges, from: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER };
}

function exported(history: History, window = everything(history)): string {
  const parts = [...history.transcript(window)];
  const passes = parts.filter(({ kind }) => kind === 'pass').length;
  const header = { format: 'roster-history/export@1', controllers: history.controllers(), passes };
  return [JSON.stringify(header), ...parts.map(exportLine), ''].join('\n');
}

async function imported(history: History, file: string) {
  const tally = openTally();
  const circumstances = { circumstances: {}, nodeFromName: false, now: () => 0, readWall: () => null };
  await importLines(history, file, circumstances, tally);
  return tally.result();
}

function passesOf(history: History) {
  return controllers.map((controller) =>
    [...history.passes(controller, 1, 99)].map(({ state, ...pass }) => ({ ...pass, state: wholeState(state) })),
  );
}

describe('any history', () => {
  test('exported and imported is the same passes, states and bytes, and verifies clean', async () => {
    const folder = temporaryFolder();
    const lines = join(folder, 'export.ndjson');

    await fc.assert(
      fc.asyncProperty(drafts, async (given) => {
        const from = emptied(join(folder, 'from.db'));
        recordAll(from, given);
        writeFileSync(lines, exported(from));
        const into = emptied(join(folder, 'into.db'));

        const result = await imported(into, lines);

        expect(result.faults).toEqual([]);
        expect(passesOf(into)).toEqual(passesOf(from));
        expect(exported(into)).toBe(exported(from));
        expect(into.verify()).toEqual([]);
        // what is known is not recorded twice
        expect(await imported(into, lines)).toMatchObject({ recorded: 0, known: result.recorded });
        from.close();
        into.close();
      }),
      { numRuns: 40 },
    );
  });

  test('of which the oldest were pruned begins where it began, with the same numbers', async () => {
    const folder = temporaryFolder();
    const lines = join(folder, 'export.ndjson');

    await fc.assert(
      fc.asyncProperty(drafts, fc.integer({ min: 1, max: 3 }), async (given, keepPasses) => {
        const from = emptied(join(folder, 'from.db'));
        recordAll(from, given);
        pruneStore(from.file, { limits: { ...unlimited, keepPasses }, now: 0, least: 1 });
        writeFileSync(lines, exported(from));
        const into = emptied(join(folder, 'into.db'));

        const result = await imported(into, lines);

        expect([result.faults, result.notes]).toEqual([[], []]);
        expect(passesOf(into)).toEqual(passesOf(from));
        expect(controllers.map(into.findHorizon)).toEqual(controllers.map(from.findHorizon));
        expect(exported(into)).toBe(exported(from));
        expect(into.verify()).toEqual([]);
        expect(await imported(into, lines)).toMatchObject({ recorded: 0, known: result.recorded, notes: [] });
        from.close();
        into.close();
      }),
      { numRuns: 30 },
    );
  });

  test('from any pass on begins with the pass before it, and has the same passes and states', async () => {
    const folder = temporaryFolder();
    const lines = join(folder, 'export.ndjson');

    await fc.assert(
      fc.asyncProperty(drafts, fc.nat(), async (given, chosen) => {
        const from = emptied(join(folder, 'from.db'));
        recordAll(
          from,
          given.map((draft) => ({ ...draft, controller: 'default' })),
        );
        const whole = [...from.passes('default', 1, 99)];
        const first = 1 + (chosen % whole.length);
        const baseline = first === 1 ? null : first - 1;
        const window = { ...everything(from), ranges: [{ controller: 'default', baseline, first, last: 99 }] };
        writeFileSync(lines, exported(from, window));
        const into = emptied(join(folder, 'into.db'));

        await imported(into, lines);

        const { length } = whole.slice((baseline ?? first) - 1);
        const told = (history: History) =>
          [...history.passes('default', 1, 99)]
            .slice(-length)
            .map(({ number: _, state, ...pass }) => ({ ...pass, state: wholeState(state) }));
        expect(told(into)).toEqual(told(from));
        expect(into.verify()).toEqual([]);
        from.close();
        into.close();
      }),
      { numRuns: 30 },
    );
  });
});
