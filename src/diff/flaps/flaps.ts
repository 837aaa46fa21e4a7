import type { Address, Name } from '../../roster/index.ts';
import type { SeenBy } from '../sightings.ts';
import { damper, damping } from './damping-score.ts';
import { describeBout, type FlapBout } from './flap-bout.ts';
import { defaultFlapRules, type FlapRules } from './flap-rules.ts';
import { type Course, type Found, findNames } from './found.ts';
import { replacementCosts } from './replacement-costs.ts';
import type { Step } from './tracks.ts';
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

/**
 * Finds what flaps in the histories of all views. `ownerOf` says to which node a name routes. Where only some names are
 * asked for, the sets lack the others.
 */
export function findFlaps(
  histories: Histories,
  ownerOf: (name: Name, addresses: readonly Address[]) => string | null,
  rules: FlapRules = defaultFlapRules,
  only: ReadonlySet<Name> | null = null,
): Flaps {
  const costOf = replacementCosts(histories.views, only);
  const describe = courseDescriber(histories);
  const sets = new Map<string, { owner: string | null; members: Found[] }>();
  for (const one of findNames(histories, rules, only)) {
    const owner = ownerOf(one.name, addressesOf(one));
    const key = JSON.stringify([one.course.number, owner]);
    const set = sets.get(key) ?? { owner, members: [] };
    sets.set(key, set);
    set.members.push(one);
  }
  const flaps = [...sets.values()].flatMap(({ owner, members }, index) =>
    members.map(({ name, course, views }): Flap => {
      const { starts, bouts, score } = describe(course);
      return {
        name,
        owner,
        seenBy: foldSeen(views),
        bouts: bouts.map((bout, at) => ({ ...bout, before: starts[at]?.change.get(name)?.before ?? [] })),
        now: course.steps.at(-1)?.change.get(name)?.after ?? [],
        score,
        replacements: costOf([name]),
        group: index + 1,
      };
    }),
  );
  return {
    flaps: flaps.sort(
      (a, b) => rank(b) - rank(a) || b.replacements - a.replacements || b.score - a.score || (a.name < b.name ? -1 : 1),
    ),
    groups: [...sets.values()].map(({ owner, members }, index) => {
      const names = members.map(({ name }) => name).sort();
      const times = members[0]?.course.steps.length ?? 0;
      return { group: index + 1, names, owner, times, replacements: costOf(names) };
    }),
  };
}

/** The addresses that a name holds at the end, or held last. */
function addressesOf({ name, course }: Found): readonly Address[] {
  const move = course.steps.at(-1)?.change.get(name);
  return (move && (move.after.length > 0 ? move.after : move.before)) ?? [];
}

/** What all names of a course share: their bouts, where each began, and the score. Worked out once. */
function courseDescriber({ passes }: Histories) {
  const known = new Map<Course, { starts: (Step | undefined)[]; bouts: FlapBout[]; score: number }>();
  return (course: Course) => {
    const described = known.get(course) ?? describeCourse(course, passes);
    known.set(course, described);
    return described;
  };
}

function describeCourse({ steps, bouts, places }: Course, passes: Histories['passes']) {
  const starts = bouts.map(({ transitions }) => places.positionOf(transitions[0]?.place ?? 0));
  const startSteps = new Map<number, Step>();
  const started = new Set(starts);
  const { add, scoreAt } = damper();
  for (const step of steps) {
    const { position, kind } = step;
    if (started.has(position)) startSteps.set(position, step);
    add(
      passes[position]?.at ?? 0,
      kind === 'removed' ? damping.removed : kind === 'added' ? damping.returned : damping.moved,
    );
  }
  return {
    starts: starts.map((position) => startSteps.get(position)),
    bouts: bouts.map((bout) => describeBout(bout, [], places, passes)),
    score: scoreAt(passes.at(-1)?.at ?? 0),
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
