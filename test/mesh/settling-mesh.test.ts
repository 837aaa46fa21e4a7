import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flappingNames, flapsOf, type Settling, settlingOf } from '../../src/diff/index.ts';
import type { Pass } from '../../src/roster/index.ts';
import { temporaryFolder } from '../support/temporary-store.ts';
import { evenings } from './arbitraries.ts';
import { runMesh } from './miniature-mesh.ts';
import { readRecorded } from './recorded-mesh.ts';

/** Two rounds of the longest flap that can begin within 20 passes. */
const longEnough = 40;

/** The passes of any number of evenings. */
function checkAll(check: (passes: readonly Pass[], intervalMs: number) => void): void {
  const folder = temporaryFolder();
  fc.assert(
    fc.property(evenings(), (options) => {
      const { documents } = runMesh(options);

      readRecorded(documents, folder, (recorded) => check([...recorded], options.intervalSeconds * 1000));
    }),
    { numRuns: 12 },
  );
}

/** All passes so far, asked a second after the last. The recorder read them later than they ran, which makes none of them older. */
function settlingAfter(passes: readonly Pass[], quietForMs: number | null): Settling {
  const now = (passes.at(-1) as Pass).at + 1000;
  return settlingOf({ baseline: null, passes: () => passes }, { now, quietForMs });
}

function quietPasses(last: Pass, intervalMs: number, count: number): Pass[] {
  return Array.from({ length: count }, (_, index) => {
    const at = last.at + (index + 1) * intervalMs;
    const number = last.number + index + 1;
    const outcomes = last.outcomes.map(({ node }) => ({ node, outcome: 'planned' as const, error: null }));
    return { ...last, number, key: String(number), at, recordedAt: at, outcomes };
  });
}

describe('of any evening', () => {
  test('nothing is settled while something flaps, after whichever pass that is asked', () => {
    checkAll((passes, intervalMs) => {
      for (let last = 1; last <= passes.length; last += 1) {
        const source = { baseline: null, passes: () => passes.slice(0, last) };
        const flapping = flappingNames(flapsOf(source));
        for (const quietForMs of [null, intervalMs]) {
          const { reasons } = settlingAfter(passes.slice(0, last), quietForMs);
          const told = reasons.flatMap((reason) => (reason.code === 'flapping' ? reason.names : []));
          expect(new Set(told)).toEqual(flapping);
          if (reasons.length === 0) expect(flapping.size).toBe(0);
        }
      }
    });
  });

  test('after enough quiet passes it has settled, but for names that were lost and are not back', () => {
    checkAll((passes, intervalMs) => {
      const last = passes.at(-1) as Pass;
      const all = [...passes, ...quietPasses(last, intervalMs, longEnough)];

      for (const quietForMs of [null, 10 * intervalMs]) {
        const { reasons, quiet } = settlingAfter(all, quietForMs);
        expect(reasons.filter(({ code }) => code !== 'lost')).toEqual([]);
        expect(quiet.passes).toBeGreaterThanOrEqual(longEnough);
        for (const reason of reasons) {
          const { roster } = last.state;
          for (const name of reason.code === 'lost' ? reason.names : []) expect(roster?.owners.has(name)).toBe(false);
        }
      }
    });
  });

  test('what is expected comes true when nothing moves until then', () => {
    checkAll((passes, intervalMs) => {
      const { expectation } = settlingAfter(passes, null);
      if (expectation?.kind !== 'at') return;
      const last = passes.at(-1) as Pass;

      const before = settlingAfter([...passes, ...quietPasses(last, intervalMs, expectation.passes - 1)], null);
      const then = settlingAfter([...passes, ...quietPasses(last, intervalMs, expectation.passes)], null);

      expect([before.reasons.length > 0, then.reasons]).toEqual([true, []]);
      expect(then.last?.at).toBe(last.at + expectation.passes * intervalMs);
    });
  });
});
