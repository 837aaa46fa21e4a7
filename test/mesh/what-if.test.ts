import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diagnose, openReplay, type Policy, policyOf, replaySteps, type WhatIf, whatIf } from '../../src/diff/index.ts';
import type { Pass } from '../../src/roster/index.ts';
import { temporaryFolder } from '../support/temporary-store.ts';
import { evenings } from './arbitraries.ts';
import type { BuiltInPolicy, KeepingRule } from './built-in-policy.ts';
import type { MeshOptions } from './mesh-options.ts';
import { type MeshRun, runMesh } from './miniature-mesh.ts';
import { policyTruth } from './policy-truth.ts';
import { readRecorded } from './recorded-mesh.ts';
import { meshNodes } from './world.ts';

const knownGood: KeepingRule = { kind: 'last-known-good' };
const holdDown = (passes: number): KeepingRule => ({ kind: 'hold-down', passes });
const damped: KeepingRule = { kind: 'damped', above: 2000, ceiling: 12_000 };
const damped7196: KeepingRule = { kind: 'damped', above: 6000, ceiling: 50_000 };

/** Each policy with what a mesh does that really follows it. */
const policies: readonly (readonly [Policy, BuiltInPolicy])[] = [
  [policyOf(['as-recorded']), { keeping: [], bakes: 'all', orderCounts: true }],
  [policyOf(['sorted']), { keeping: [], bakes: 'all', orderCounts: false }],
  [policyOf(['scoped']), { keeping: [], bakes: 'bound', orderCounts: true }],
  [policyOf(['scoped', 'sorted']), { keeping: [], bakes: 'bound', orderCounts: false }],
  [policyOf(['resolver']), { keeping: [], bakes: 'none', orderCounts: false }],
  [policyOf(['last-known-good']), { keeping: [knownGood], bakes: 'all', orderCounts: true }],
  [policyOf(['hold-down'], 1), { keeping: [holdDown(1)], bakes: 'all', orderCounts: true }],
  [policyOf(['hold-down'], 3), { keeping: [holdDown(3)], bakes: 'all', orderCounts: true }],
  [policyOf(['damped']), { keeping: [damped], bakes: 'all', orderCounts: true }],
  [policyOf(['damped-7196']), { keeping: [damped7196], bakes: 'all', orderCounts: true }],
  [
    policyOf(['last-known-good', 'hold-down', 'damped', 'scoped', 'sorted'], 2),
    { keeping: [knownGood, holdDown(2), damped], bakes: 'bound', orderCounts: false },
  ],
];

interface Replayed {
  readonly asked: WhatIf;
  /** Of each policy and each pass, what was replaced. */
  readonly replaced: readonly (readonly (readonly string[])[])[];
}

/** Records what an evening leaves behind, and asks of it what would have been. */
function replayed({ documents }: MeshRun, folder: string, which = policies): Replayed {
  return readRecorded(documents, folder, (recorded) => {
    const passes = [...recorded] as Pass[];
    const source = { baseline: null, passes: () => passes };
    const controlPlane = ['postgres.server'];
    const { loop } = diagnose(source, { observations: [], controlPlane });
    const replaced = which.map(([policy]) => {
      const replay = openReplay(policy);
      return [...replaySteps(passes, null)].map((step) =>
        replay
          .take(step)
          .replaced.map(({ node, container }) => `${node} ${container}`)
          .sort(),
      );
    });
    return { asked: whatIf(source, { policies: which.map(([policy]) => policy), controlPlane, loop }), replaced };
  });
}

/** An evening with the failures that came in another one. */
function withFailuresOf({ truth }: MeshRun, options: MeshOptions): MeshOptions {
  return { ...options, failures: truth.map(({ failed }) => failed) };
}

/** Evenings in which plans of any node fail in any pass. */
function failingEvenings(fixed: Partial<MeshOptions>): fc.Arbitrary<Required<MeshOptions>> {
  return fc
    .tuple(evenings(fixed), fc.array(fc.option(fc.nat(), { freq: 3 }), { minLength: 16, maxLength: 16 }))
    .map(([options, drawn]) => {
      const failures = drawn.map((one, index) =>
        one === null || index === 0 ? null : (meshNodes[one % options.nodes]?.node ?? null),
      );
      return { ...options, failures };
    });
}

/** What a mesh costs that really follows a policy, as the product would say it. */
function realCost(options: MeshOptions, [policy, built]: (typeof policies)[number]) {
  const { ofStore, replaced, ...real } = policyTruth(
    runMesh({ ...options, policy: built }),
    options.reported,
    built.bakes,
  );
  return { replaced, cost: { ...real, policy, controlPlane: ofStore } };
}

/** Asks what each policy would have cost in the evenings, and compares it with what it really costs where the same plans fail. */
function checkWithSameFailures(
  arbitrary: fc.Arbitrary<Required<MeshOptions>>,
  numRuns: number,
  which = policies,
): void {
  const folder = temporaryFolder();
  fc.assert(
    fc.property(arbitrary, (options) => {
      const run = runMesh(options);
      const { asked, replaced } = replayed(run, folder, which);

      for (const [index, pair] of which.entries()) {
        const cost = asked.outcomes[index]?.cost;

        expect({ replaced: replaced[index], cost }).toEqual(realCost(withFailuresOf(run, options), pair));
      }
    }),
    { numRuns },
  );
}

describe('what would have been is what then happens', () => {
  test('in a mesh with that policy in which the same plans fail, pass by pass', () => {
    checkWithSameFailures(evenings({ moving: true }), 20);
  });

  test('whichever plans fail, told or swallowed', () => {
    checkWithSameFailures(failingEvenings({ moving: true, fault: false }), 20);
  });

  test('where the roster comes in another order now and then, and the order is of no account', () => {
    const orderless = policies.filter(([{ name }, { orderCounts }]) => !orderCounts || name === 'as-recorded');

    checkWithSameFailures(failingEvenings({ moving: true, fault: false, restlessness: 0.3 }), 20, orderless);
  });

  test('where the loop is left to close by itself or not', () => {
    const folder = temporaryFolder();
    let closed = 0;
    fc.assert(
      fc.property(evenings({ fault: true, passes: 16, kickAt: 3 }), (options) => {
        const run = runMesh(options);
        // what the owner of a node did while its plan failed shows later, and when it was is written nowhere
        fc.pre(run.truth.every(({ failed, event }) => failed === null || !('node' in event) || event.node !== failed));
        const { asked } = replayed(run, folder);

        for (const [index, pair] of asked.loop === null ? [] : policies.entries()) {
          closed += 1;
          expect(asked.outcomes[index]?.withLoop).toEqual(realCost(options, pair).cost);
        }
      }),
      { numRuns: 20 },
    );
    expect(closed).toBeGreaterThan(50);
  });
});
