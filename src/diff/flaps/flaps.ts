import type { Address, Name } from '../../roster/index.ts';
import type { NameMove } from '../name-moves.ts';
import type { SeenBy } from '../sightings.ts';
import { type Bout, findBouts } from './bouts.ts';
import { damping, dampingScore } from './damping-score.ts';
import { describeBout, type FlapBout } from './flap-bout.ts';
import { defaultFlapRules, type FlapRules } from './flap-rules.ts';
import { type Places, placesOf, sequenceOf, tracksOf } from './tracks.ts';
import type { Histories, ViewHistory } from './view-histories.ts';

/** A name that flaps, flapped, or made an excursion, in the views that went through the same. */
export interface Flap {
  readonly name: Name;
  readonly owner: string | null;
  readonly seenBy: SeenBy;
  /** Its bouts in their order; the last one is what the name is said to be in. */
  readonly bouts: readonly FlapBout[];
  readonly now: readonly Address[];
  /** The score of RFC 2439 at the last pass. */
  readonly score: number;
  /** Replacements of containers in whose lists it moved. */
  readonly replacements: number;
  /** The number of its co-moving set, from 1. */
  readonly group: number;
}

/** Names of one owner with identical transitions: said once, with the replacements of the set. */
export interface FlapGroup {
  readonly group: number;
  readonly names: readonly Name[];
  readonly owner: string | null;
  /** How many times they moved. */
  readonly times: number;
  readonly replacements: number;
}

/** What flaps: the names, worst first, and the sets in which they moved together. */
export interface Flaps {
  readonly flaps: readonly Flap[];
  readonly groups: readonly FlapGroup[];
}

interface Found {
  readonly name: Name;
  readonly bouts: readonly Bout[];
  readonly places: Places;
  readonly moves: readonly PlacedMove[];
  readonly views: ViewHistory[];
}

interface PlacedMove {
  readonly position: number;
  readonly move: NameMove;
}

/** Finds what flaps in the histories of all views. `ownerOf` says to which node a name routes. */
export function findFlaps(
  histories: Histories,
  ownerOf: (name: Name, addresses: readonly Address[]) => string | null,
  rules: FlapRules = defaultFlapRules,
): Flaps {
  const found = findAll(histories, rules);
  const ownerFor = ({ name, moves }: Found) => {
    const held = moves.map(({ move }) => (move.after.length > 0 ? move.after : move.before));
    return ownerOf(name, held.at(-1) ?? []);
  };
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    const key = JSON.stringify([ownerFor(one), one.moves.map(({ position, move }) => [position, move.kind])]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const sets = [...groups.values()];
  const flaps = sets.flatMap((set, index) =>
    set.map((one) => flapOf(one, index + 1, ownerFor(one), replacementsOf([one.name], histories.views), histories)),
  );
  return {
    flaps: flaps.sort(
      (a, b) => rank(b) - rank(a) || b.replacements - a.replacements || b.score - a.score || (a.name < b.name ? -1 : 1),
    ),
    groups: sets.map((set, index) => {
      const names = [...new Set(set.map(({ name }) => name))].sort();
      const [first] = set as [Found];
      return {
        group: index + 1,
        names,
        owner: ownerFor(first),
        times: first.moves.length,
        replacements: replacementsOf(names, histories.views),
      };
    }),
  };
}

/** Views in which a name went through the same are said once. */
function findAll({ views, passes }: Histories, rules: FlapRules): Found[] {
  const found = new Map<string, Found>();
  for (const view of views) {
    const places = placesOf(view, passes.length);
    for (const track of tracksOf(view)) {
      const bouts = findBouts(sequenceOf(track, places), rules);
      if (bouts.length === 0) continue;
      const facts = JSON.stringify(track.transitions);
      for (const name of track.names) {
        const key = `${name} ${facts}`;
        const moves = view.changes.flatMap(({ position, change }) => {
          const move = change.get(name);
          return move ? [{ position, move }] : [];
        });
        const same = found.get(key) ?? { name, bouts, places, moves, views: [] };
        same.views.push(view);
        found.set(key, same);
      }
    }
  }
  return [...found.values()];
}

function flapOf(
  { name, bouts, places, moves, views }: Found,
  group: number,
  owner: string | null,
  replacements: number,
  histories: Histories,
): Flap {
  const { passes } = histories;
  const penalties = moves.map(({ position, move }) => ({
    at: passes[position]?.at ?? 0,
    weight: move.kind === 'removed' ? damping.removed : move.kind === 'added' ? damping.returned : damping.moved,
  }));
  return {
    name,
    owner,
    seenBy: foldSeen(views),
    bouts: bouts.map((bout) => {
      const start = places.positionOf(bout.transitions[0]?.place ?? 0);
      const before = moves.find(({ position }) => position === start)?.move.before ?? [];
      return describeBout(bout, before, places, passes);
    }),
    now: moves.at(-1)?.move.after ?? [],
    score: dampingScore(penalties, passes.at(-1)?.at ?? 0),
    replacements,
    group,
  };
}

function foldSeen(views: readonly ViewHistory[]): SeenBy {
  return {
    roster: views.some(({ seenBy }) => seenBy.roster),
    nodes: [...new Set(views.flatMap(({ seenBy }) => seenBy.nodes))].sort(),
    containers: views.reduce((sum, { seenBy }) => sum + seenBy.containers, 0),
  };
}

/** What still flaps is worse than what did, and that is worse than what is fleeting. */
function rank({ bouts }: Pick<Flap, 'bouts'>): number {
  return Math.max(...bouts.map(({ state }) => ['fleeting', 'settled', 'flapping'].indexOf(state)));
}

/** How often a container was replaced while one of the names moved in its list. */
function replacementsOf(names: readonly Name[], views: readonly ViewHistory[]): number {
  let count = 0;
  for (const { seenBy, changes } of views) {
    if (seenBy.containers === 0) continue;
    for (const { change } of changes) if (names.some((name) => change.has(name))) count += seenBy.containers;
  }
  return count;
}
