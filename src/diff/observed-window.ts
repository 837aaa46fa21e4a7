import { filterDifference } from './filter.ts';
import type { ObservedPasses } from './observed.ts';
import type { ExplainedWindow } from './window.ts';

/**
 * A window whose replacements say what hosts and engines told of them. `observed` is matched over a run of passes that is
 * wider than the window by one on either side, since what happened at its edges may belong to its neighbours.
 */
export function withObserved(window: ExplainedWindow, { passes }: ObservedPasses): ExplainedWindow {
  const observed = new Map(passes.map(({ pass, difference }) => [pass.number, difference]));
  return {
    ...window,
    passes: window.passes.map((one) => {
      const seen = observed.get(one.pass.number);
      if (!seen || !one.difference) return one;
      return {
        ...one,
        difference: { ...one.difference, replacements: filterDifference(seen, window.filter).replacements },
      };
    }),
  };
}
