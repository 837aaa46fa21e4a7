import type { Digest, HistoryGap, Name, Pass, Roster, State } from '../../roster/index.ts';
import { ownersOf } from '../owners.ts';
import type { PassSource } from '../pass-source.ts';
import { defaultFlapRules, type FlapRules } from './flap-rules.ts';
import { type Flaps, findFlaps } from './flaps.ts';
import { openViewFollower } from './view-histories.ts';

/** Takes passes as they come, and says at any time what flaps in them. */
export interface FlapFinder {
  take(pass: Pass): void;
  /** `recordingGaps` are those that the recorder told of since the first pass that was taken. */
  find(recordingGaps?: readonly HistoryGap[]): Flaps;
}

/** Opens a finder. The cost of taking a pass is that of what changed in it; that of finding, of all that was taken. */
export function openFlapFinder(rules: FlapRules = defaultFlapRules): FlapFinder {
  const follower = openViewFollower();
  const given = new Map<Name, string>();
  const known = new Set<Digest>();
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
      for (const node of pass.state.nodes.values()) note(node.roster);
      note(pass.state.roster);
      follower.take(pass);
    },
    find(recordingGaps = []) {
      const owners = last === null ? null : ownersOf(last);
      const ownerOf = (name: Name, addresses: Parameters<NonNullable<typeof owners>['ownerOf']>[1]) =>
        owners?.ownerOf(name, addresses) ?? given.get(name) ?? null;
      return findFlaps(follower.histories(recordingGaps), ownerOf, rules);
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
