import type { Policy, RosterRule } from './policy.ts';

/** Of damping between passes that follow each other at once, the end is not awaited. */
const mostDampedPasses = 2000;

/** How many passes in which nothing changes it takes at most until each policy has come to rest, the last that may replace something included. */
export function restingPasses(policies: readonly Policy[], pauseMs: number): number {
  // a rule may set to work only when the one before it has come to rest
  const ofPolicy = ({ rules }: Policy) => rules.reduce((sum, rule) => sum + passesOf(rule, pauseMs), 1);
  return Math.max(1, ...policies.map(ofPolicy));
}

function passesOf(rule: RosterRule, pauseMs: number): number {
  if (rule.kind === 'last-known-good') return 1;
  if (rule.kind === 'hold-down') return rule.passes;
  const { ceiling, reuseBelow, halfLifeMs } = rule.damping;
  // a name at the ceiling is used again below the threshold, not at it
  return Math.min(mostDampedPasses, Math.floor((Math.log2(ceiling / reuseBelow) * halfLifeMs) / pauseMs) + 1);
}
