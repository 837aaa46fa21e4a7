import type { HistoryGap, Name, Pass } from '../../roster/index.ts';
import { brokenPasses } from '../window-gaps.ts';
import { type FlapEvent, flapEventsSince, flappingNames } from './flap-events.ts';
import { openFlapFinder } from './flap-finder.ts';
import { defaultFlapRules, type FlapRules } from './flap-rules.ts';
import { openViewRuns } from './view-runs.ts';

/** Takes passes as they come, and says what begins to flap and what settles. */
export interface FlapWatcher {
  take(pass: Pass): void;
  /**
   * What began to flap and what settled since so many names flapped, and those that flap now. `recordingGaps` are those
   * that the recorder told of since the first pass that was taken.
   */
  look(flapped: ReadonlySet<Name>, recordingGaps?: readonly HistoryGap[]): FlapsNow;
}

/** The names that flap now, in whatever view, and what is new of them. */
export interface FlapsNow {
  readonly flapping: ReadonlySet<Name>;
  readonly events: readonly FlapEvent[];
}

/**
 * Opens a watcher. It says what {@link flapEvents} says of two findings; the cost of a look is that of the names that
 * moved since the last one, and, where some began to flap or settled, of all that happened to these.
 */
export function openFlapWatcher(rules: FlapRules = defaultFlapRules): FlapWatcher {
  const finder = openFlapFinder(rules);
  const { log } = finder;
  const runs = openViewRuns(log, rules);

  /** Of each name, in which views it flaps, and the sums of what it went through. */
  function states(): Map<Name, { inSome: boolean; inAll: boolean; sums: Set<number> }> {
    const names = new Map<Name, { inSome: boolean; inAll: boolean; sums: Set<number> }>();
    for (const [name, flaps, sum] of runs.names()) {
      const known = names.get(name);
      if (known === undefined) names.set(name, { inSome: flaps, inAll: flaps, sums: new Set([sum]) });
      else {
        known.inSome ||= flaps;
        known.inAll &&= flaps;
        known.sums.add(sum);
      }
    }
    return names;
  }

  return {
    take: finder.take,
    look(flapped, recordingGaps = []) {
      runs.follow(brokenPasses(log.passes, recordingGaps));
      const names = states();
      const flapping = new Set<Name>();
      const asked = new Set<Name>();
      for (const [name, { inSome, inAll }] of names) {
        if (inAll) flapping.add(name);
        // a view that saw only part of what another one did is none of its own
        if (inSome !== inAll || inAll !== flapped.has(name)) asked.add(name);
      }
      for (const name of flapped) if (!names.has(name)) asked.add(name);
      if (asked.size === 0) return { flapping, events: [] };
      const sums = new Set([...asked].flatMap((name) => [...(names.get(name)?.sums ?? [])]));
      // names that moved in the same passes may be of one set
      for (const [name, one] of names) if ([...one.sums].some((sum) => sums.has(sum))) asked.add(name);
      const found = finder.find(recordingGaps, asked);
      for (const name of asked) flapping.delete(name);
      for (const name of flappingNames(found)) flapping.add(name);
      return { flapping, events: flapEventsSince(new Set([...flapped].filter((name) => asked.has(name))), found) };
    },
  };
}
