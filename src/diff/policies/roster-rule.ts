import type { NameMap } from '../../roster/index.ts';
import { openDamped } from './damped.ts';
import { openHoldDown } from './hold-down.ts';
import { lastKnownGood } from './last-known-good.ts';
import type { Losses } from './losses.ts';
import type { RosterRule } from './policy.ts';
import { openRecall } from './recall.ts';
import { isSameNames } from './replay-steps.ts';

/** What a rule is told of a pass that could be read: the names that come into it, and when. */
export interface RuleStep {
  readonly names: NameMap;
  readonly losses: Losses;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A rule at work: takes one pass after the other and gives the names that go into hosts lists. */
export type OpenRule = (step: RuleStep) => NameMap;

/**
 * Opens rules as one: what comes out of each goes into the next. Without rules, the names are as they come. Gives the same
 * object for the same names, as long as few others lie between.
 */
export function openRules(rules: readonly RosterRule[]): OpenRule {
  const open = rules.map(openRule);
  const same = openRecall(isSameNames);
  return (step) => same(open.reduce((names, rule) => rule({ ...step, names }), step.names));
}

function openRule(rule: RosterRule): OpenRule {
  if (rule.kind === 'last-known-good') return lastKnownGood;
  return rule.kind === 'hold-down' ? openHoldDown(rule.passes) : openDamped(rule.damping);
}
