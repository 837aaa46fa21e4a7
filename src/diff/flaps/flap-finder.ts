import type { Digest, HistoryGap, Name, Pass, Roster, State } from '../../roster/index.ts';
import { ownersOf } from '../owners.ts';
import type { PassSource } from '../pass-source.ts';
import { defaultFlapRules, type FlapRules } from './flap-rules.ts';
import { type Flaps, findFlaps } from './flaps.ts';
import { openViewFollower, type ViewLog } from './view-histories.ts';

/** Takes passes as they come, and says at any time what flaps in them. */
export interface FlapFinder {
  take(pass: Pass): void;
  readonly log: ViewLog;
  /**
   * `recordingGaps` are those that the recorder told of since the first pass that was taken. Where only some names are
   * asked for, the cost is that of what happened to these, and the sets lack the others.
   */
  find(recordingGaps?: readonly HistoryGap[], only?: ReadonlySet<Name> | null): Flaps;
}

/** Opens a finder. The cost of taking a pass is that of what changed in it; that of finding, of all that was taken. */
export function openFlapFinder(rules: FlapRules = defaultFlapRules): FlapFinder {
  const follower = openViewFollower();
  const given = new Map<Name, string>();
  const known = new Set<Digest>();
  const noted = new WeakSet<State>();
  let last: State | null = null;

  // an owner that was given stands also while its name is gone
  function note(roster: Roster | null): void {
    if (!roster || known.has(roster.digest)) return;
    known.add(roster.digest);
    for (const [name, node] of roster.owners) given.set(name, node);
  }

  return {
    take(pass) {
      last = pass.state;
      if (!noted.has(last)) {
        noted.add(last);
        for (const node of last.nodes.values()) note(node.roster);
        note(last.roster);
      }
      follower.take(pass);
    },
    log: follower.log,
    find(recordingGaps = [], only = null) {
      const owners = last === null ? null : ownersOf(last);
      const ownerOf = (name: Name, addresses: Parameters<NonNullable<typeof owners>['ownerOf']>[1]) =>
        owners?.ownerOf(name, addresses) ?? given.get(name) ?? null;
      return findFlaps(follower.histories(recordingGaps), ownerOf, rules, only);
    },
  };
}

/** What flaps in a window, the pass before it included. */
export function flapsOf({ baseline, passes, recordingGaps }: PassSource, rules: FlapRules = defaultFlapRules): Flaps {
  const finder = openFlapFinder(rules);
  if (baseline) finder.take(baseline);
  for (const pass of passes()) finder.take(pass);
  return finder.find(recordingGaps);
}
