import type { ExplainedPass } from './explained-pass.ts';
import { type Filter, filterDifference } from './filter.ts';
import { comovingGroups } from './groups.ts';
import type { ObservedPasses } from './observed.ts';
import type { ExplainedWindow } from './window.ts';

/**
 * A window whose replacements say what hosts and engines told of them. `observed` is matched over a run of passes that is
 * wider than the window by one on either side, since what happened at its edges may belong to its neighbours.
 */
export function withObserved(window: ExplainedWindow, observed: ObservedPasses): ExplainedWindow {
  const passes = observedAmong(window.passes, observed, window.filter);
  return { ...window, passes, groups: comovingGroups(passes) };
}

/** The same for passes that a filter has let through already. */
export function observedAmong(
  passes: readonly ExplainedPass[],
  observed: ObservedPasses,
  filter: Filter,
): readonly ExplainedPass[] {
  if (observed.passes.length === 0) return passes;
  const differences = new Map(observed.passes.map(({ pass, difference }) => [pass.number, difference]));
  return passes.map((one) => {
    const seen = differences.get(one.pass.number);
    if (!seen || !one.difference) return one;
    return { ...one, difference: { ...one.difference, replacements: filterDifference(seen, filter).replacements } };
  });
}
