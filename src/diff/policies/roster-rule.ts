import type { NameMap } from '../../roster/index.ts';
import { nameMoves } from '../name-moves.ts';
import { openDamped } from './damped.ts';
import { openHoldDown } from './hold-down.ts';
import { lastKnownGood } from './last-known-good.ts';
import type { Losses } from './losses.ts';
import type { RosterRule } from './policy.ts';

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
 * object while the names are the same.
 */
export function openRules(rules: readonly RosterRule[]): OpenRule {
  const open = rules.map(openRule);
  let last: NameMap = new Map();
  return (step) => {
    const names = open.reduce((before, rule) => rule({ ...step, names: before }), step.names);
    if (names !== last && nameMoves(last, names).length > 0) last = names;
    return last;
  };
}

function openRule(rule: RosterRule): OpenRule {
  if (rule.kind === 'last-known-good') return lastKnownGood;
  return rule.kind === 'hold-down' ? openHoldDown(rule.passes) : openDamped(rule.damping);
}
