import { bestPolicies, type CostOf, type Gap, type Policy, type PolicyCost, type WhatIf } from '../diff/index.ts';
import type { AskedWindow } from './diff-json.ts';
import { gapsJson } from './gaps-json.ts';
import { assumptionsOf, replayAssumptions } from './policy-words.ts';
import type { TimeWriter } from './times.ts';

/** The version of the contract of `whatif --json`. Minor additions keep the number. */
export const whatIfFormat = 'roster-history/whatif@1';

/** What `whatif --json` prints. */
export function whatIfJson(
  asked: WhatIf,
  gaps: readonly Gap[],
  window: AskedWindow & { baseline: number | null },
  times: TimeWriter,
) {
  const instant = (at: number | null) => (at === null ? null : times.instant(at));
  return {
    format: whatIfFormat,
    ...gapsJson(gaps, times),
    window: { since: instant(window.since), until: instant(window.until), baseline: window.baseline },
    ...whatIfFactsJson(asked, times),
  };
}

/** The figures of a replay, as the contracts of `whatif` and `report` have them. Times are in seconds. */
export function whatIfFactsJson(asked: WhatIf, times: TimeWriter) {
  const { outcomes, passes: replayed, compared, containers, untold, unmatched, loop } = asked;
  const best = (costOf: CostOf) => bestPolicies(asked, costOf).map(({ policy }) => policy.name);
  return {
    replayed,
    compared,
    containers,
    best: best(({ cost }) => cost),
    bestWithLoop: loop && best(({ withLoop }) => withLoop),
    assumes: replayAssumptions,
    policies: outcomes.map(({ policy, cost, withLoop }) => ({
      ...policyJson(policy),
      ...costJson(cost, times),
      withLoop: withLoop && costJson(withLoop, times),
    })),
    loop: loop && { containers: loop.containers.map(({ node, container }) => ({ node, container })) },
    bindingsNotTold: untold,
    controlPlaneNotFound: unmatched,
  };
}

/** A policy as its parts, and what it assumes. */
export function policyJson(policy: Policy) {
  const { name, rules, entries, textCounts } = policy;
  return { policy: name, rules, entries, textCounts, assumes: assumptionsOf(policy) };
}

function costJson({ replacements, controlPlane, worstMinute, stale, missing, bare }: PolicyCost, times: TimeWriter) {
  return {
    replacements,
    controlPlane,
    worstMinute: worstMinute && { at: times.instant(worstMinute.minute), replacements: worstMinute.count },
    stale: {
      containerPasses: stale.containerPasses,
      lostOnly: stale.lostOnly,
      containers: stale.containers,
      containerSeconds: stale.containerMs / 1000,
      longestSeconds: stale.longestMs / 1000,
    },
    missing,
    withoutNames: bare,
  };
}
