import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diagnose, openReplay, replaySteps, type WhatIf, whatIf } from '../../src/diff/index.ts';
import type { Pass } from '../../src/roster/index.ts';
import { temporaryFolder } from '../support/temporary-store.ts';
import { evenings } from './arbitraries.ts';
import type { BenignEvent } from './benign-events.ts';
import { failingEvenings, policies, withFailuresOf } from './followed-policies.ts';
import type { MeshOptions } from './mesh-options.ts';
import { type MeshRun, runMesh } from './miniature-mesh.ts';
import { policyTruth } from './policy-truth.ts';
import { readRecorded } from './recorded-mesh.ts';

/** How many evenings each test runs; `EVENINGS=1000` for a long night. */
const runs = Number(process.env.EVENINGS ?? 20);
const timeLimitMs = 20_000 + runs * 1000;

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

/** What the owner of a node does while its plan fails shows later, and when it was is written nowhere. */
function isKnown({ truth }: MeshRun): boolean {
  return truth.every(({ failed, event }) => failed === null || !nodesOf(event).includes(failed));
}

/** The nodes whose plans an event changes. */
function nodesOf(event: BenignEvent): string[] {
  return [...('node' in event ? [event.node] : []), ...('target' in event ? [event.target] : [])];
}

describe('what would have been is what then happens', () => {
  test(
    'in a mesh with that policy in which the same plans fail, pass by pass',
    () => {
      checkWithSameFailures(evenings({ moving: true, ownEntries: true }), runs);
    },
    timeLimitMs,
  );

  test(
    'whichever plans fail, told or swallowed',
    () => {
      checkWithSameFailures(failingEvenings({ moving: true, fault: false, ownEntries: true }), runs);
    },
    timeLimitMs,
  );

  test(
    'where the roster comes in another order now and then, and the order is of no account',
    () => {
      const orderless = policies.filter(([{ name }, { orderCounts }]) => !orderCounts || name === 'as-recorded');

      checkWithSameFailures(failingEvenings({ moving: true, fault: false, restlessness: 0.3 }), runs, orderless);
    },
    timeLimitMs,
  );

  test(
    'where the loop is left to close by itself or not',
    () => {
      const folder = temporaryFolder();
      let closed = 0;
      fc.assert(
        fc.property(evenings({ fault: true, passes: 16, kickAt: 3, moving: true }), (options) => {
          const run = runMesh(options);
          fc.pre(isKnown(run));
          const { asked } = replayed(run, folder);

          for (const [index, pair] of asked.loop === null ? [] : policies.entries()) {
            if (!isKnown(runMesh({ ...options, policy: pair[1] }))) continue;
            closed += 1;
            expect(asked.outcomes[index]?.withLoop).toEqual(realCost(options, pair).cost);
          }
        }),
        { numRuns: runs },
      );
      expect(closed).toBeGreaterThan(runs);
    },
    timeLimitMs,
  );
});
