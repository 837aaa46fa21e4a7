import { asDeclared, defaultTolerance, explainPasses, type ObservedPasses, observePasses } from '../diff/index.ts';
import type { Observation } from '../roster/index.ts';
import type { Question } from './question.ts';
import { type PassRange, passesOf } from './window.ts';

/** What hosts and engines told of a range of passes, and how it matches what was predicted of them. */
export interface ObservedRange {
  readonly observations: readonly Observation[];
  readonly observed: ObservedPasses;
}

/**
 * Matches what was observed over a range that is wider by a pass on either side: what happened at its edges may belong to
 * its neighbours. The observations are those from the first pass of the range until the pass after it.
 */
export function observeRange(range: PassRange | null, question: Question): ObservedRange {
  const nothing = { observations: [], observed: { passes: [], tallies: [] } };
  if (range === null) return nothing;
  const { history, controller } = question;
  const { skewMs, graceMs } = defaultTolerance;
  const at = (number: number) => history.findPass(number)?.at ?? 0;
  const next = history.passes(controller, range.last + 1, Number.MAX_SAFE_INTEGER).next().value?.number ?? range.last;
  const first = range.baseline ?? range.first;
  const end = next === range.last ? Number.POSITIVE_INFINITY : at(next);
  const all = history.observations(at(first) - skewMs, Math.min(Number.MAX_SAFE_INTEGER, end + graceMs));
  if (all.length === 0) return nothing;
  const wide = { first, last: next, baseline: history.findBefore(controller, first, 1) };
  const { baseline, passes } = passesOf(wide, question);
  const explained = [...explainPasses(passes, baseline)].map((step) => step.explained);
  const declared = asDeclared(all, explained);
  return {
    observations: declared.filter((observation) => observation.at >= at(range.first) - skewMs && observation.at < end),
    observed: observePasses(explained, declared),
  };
}
