import { asRecorded } from './policy.ts';
import type { PolicyCost } from './replay-cost.ts';
import type { PolicyOutcome, WhatIf } from './what-if.ts';

/** Which cost of an outcome is looked at: as it fell, or with the loop. */
export type CostOf = (outcome: PolicyOutcome) => PolicyCost | null;

/** The policies that replace the least without a stale address and without a name missing more often than as recorded. */
export function bestPolicies({ outcomes }: Pick<WhatIf, 'outcomes'>, costOf: CostOf): PolicyCost[] {
  const costs = outcomes.flatMap((outcome) => costOf(outcome) ?? []);
  const recorded = costs.find(({ policy }) => policy.name === asRecorded.name);
  if (recorded === undefined) return [];
  const safe = costs.filter((cost) => wrongOnes(cost) === 0 && cost.missing <= recorded.missing && cost !== recorded);
  const least = Math.min(...safe.map(({ replacements }) => replacements));
  return least < recorded.replacements ? safe.filter(({ replacements }) => replacements === least) : [];
}

/** Container-passes with an address that is really another one by now. */
function wrongOnes({ stale }: PolicyCost): number {
  return stale.containerPasses - stale.lostOnly;
}
