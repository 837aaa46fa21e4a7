import { describe, expect, test } from 'vitest';
import type { TranscriptPart } from '../../src/history/index.ts';
import { pruneStore, unlimited } from '../support/prune-store.ts';
import { now, type TemporaryStore, temporaryStore } from '../support/temporary-store.ts';

/** The passes of the lab that are kept, 3 and 6, lie before the first one of the mesh: 7. */
function pruned(): TemporaryStore {
  const store = temporaryStore();
  const controllers = ['lab', 'mesh', 'lab', 'mesh', 'mesh', 'lab', 'mesh', 'mesh'];
  for (const [index, controller] of controllers.entries())
    store.append({ controller, key: String(index) }, { recordedAt: now + index });
  pruneStore(store.file, { limits: { ...unlimited, keepPasses: 2 }, now, least: 1 });
  return store;
}

function told({ history }: TemporaryStore, controllers = history.controllers(), first = 1): TranscriptPart[] {
  const ranges = controllers.map((controller) => {
    return { controller, baseline: history.findBefore(controller, first, 1), first, last: 99 };
  });
  return [...history.transcript({ ranges, from: 0, until: 0 })];
}

function restore({ history }: TemporaryStore, parts: readonly TranscriptPart[]) {
  const restorer = history.restorer();
  return history.together(() =>
    parts.flatMap((part): (string | number)[] => {
      if (part.kind === 'pass') return [restorer.pass(part).number];
      if (part.kind === 'horizon') return [restorer.horizon(part)];
      if (part.kind !== 'observation' && part.kind !== 'gap') restorer.content(part);
      return [];
    }),
  );
}

describe('where a history begins', () => {
  test('is told with it, and goes into a store that is empty with the same numbers', () => {
    const from = pruned();
    const into = temporaryStore();

    const restored = restore(into, told(from));

    expect(restored).toEqual(['taken', 'taken', 3, 6, 7, 8]);
    expect(['lab', 'mesh'].map(into.history.findHorizon)).toEqual(['lab', 'mesh'].map(from.history.findHorizon));
    expect(into.history.verify()).toEqual([]);
    expect(into.append({ controller: 'lab' })).toEqual({ kind: 'recorded', number: 9 });
  });

  test('is counted anew for one controller of several, whose passes are not told', () => {
    const into = temporaryStore();

    const restored = restore(into, told(pruned(), ['mesh']));

    expect(restored).toEqual(['taken', 4, 5]);
    expect(into.history.findHorizon('mesh')).toMatchObject({ firstPass: 4, removed: 3, fromPass: 1, untilPass: 3 });
    expect(into.history.verify()).toEqual([]);
  });

  test('is not told where what is told begins later', () => {
    const store = pruned();
    store.append({ controller: 'mesh' }, { recordedAt: now + 8 });

    const parts = told(store, ['mesh'], 9);

    expect(parts.map(({ kind }) => kind)).not.toContain('horizon');
  });

  test('is left out where a store holds passes already, and known where it is the same', () => {
    const [from, into] = [pruned(), temporaryStore()];
    into.append({ controller: 'other' });

    expect(restore(into, told(from))).toEqual(['left-out', 'left-out', 2, 3, 4, 5]);
    expect(restore(from, told(from))).toEqual(['known', 'known', 3, 6, 7, 8]);
    expect(into.history.verify()).toEqual([]);
  });

  test('is written with the first pass: a transcript that breaks off before leaves nothing', () => {
    const into = temporaryStore();

    restore(
      into,
      told(pruned()).filter(({ kind }) => kind !== 'pass'),
    );

    expect(into.history.findHorizon('mesh')).toBe(null);
    expect(into.append({ controller: 'mesh' })).toEqual({ kind: 'recorded', number: 1 });
  });
});
