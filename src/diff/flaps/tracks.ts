import type { Address, Name } from '../../roster/index.ts';
import type { MoveKind, NameMove } from '../name-moves.ts';
import type { Sequence, Transition } from './bouts.ts';
import type { Places } from './places.ts';
import type { Change, PlacedChange, ViewHistory } from './view-histories.ts';

/** Names of one view that went through the same, and what that was, the passes by their positions. */
export interface Track {
  readonly names: readonly Name[];
  readonly transitions: readonly Transition[];
  /** Positions before which the names were out of sight: their container was gone, say, and came back with other values. */
  readonly breaks: readonly number[];
  /** The changes that they are part of. */
  readonly steps: readonly Step[];
  /** A number that is the same for tracks of other views that went through the same, and another one for nearly all others. */
  readonly sum: number;
}

/** A change that moved the names of a track. */
export interface Step {
  readonly position: number;
  readonly change: Change;
  readonly kind: MoveKind;
}

/**
 * The tracks of a view. Values are numbered as they come, so that names at different addresses that went and came
 * together are one track: the cost is that of the distinct changes and of the moves, not of passes times names.
 */
export function tracksOf({ changes }: ViewHistory, only: ReadonlySet<Name> | null = null): Track[] {
  const distinct = [...new Set(changes.map(({ change }) => change))];
  const patterns = new Map<Name, Pattern>();
  for (const [index, change] of distinct.entries()) {
    for (const { name, kind, before, after } of movesOf(change, only)) {
      const pattern: Pattern = patterns.get(name) ?? { values: new Map(), parts: [] };
      patterns.set(name, pattern);
      pattern.parts.push([index, numberOf(pattern, before), numberOf(pattern, after), kind]);
    }
  }
  const groups = new Map<string, { names: Name[]; parts: readonly Part[] }>();
  for (const [name, { parts }] of patterns) {
    const key = JSON.stringify(parts);
    const group = groups.get(key) ?? { names: [], parts };
    groups.set(key, group);
    group.names.push(name);
  }
  const places = placesOfChanges(changes, distinct);
  return [...groups.values()].map(({ names, parts }) => trackOf(names, parts, distinct, places, changes));
}

/** The moves of all names, or of some, in their order. */
function movesOf(change: Change, only: ReadonlySet<Name> | null): Iterable<NameMove> {
  return only === null ? change.values() : [...change.values()].filter(({ name }) => only.has(name));
}

/** A name's values in the order in which they came, and its part in the distinct changes. */
interface Pattern {
  readonly values: Map<string, number>;
  readonly parts: Part[];
}

type Part = readonly [change: number, before: number, after: number, kind: MoveKind];

/** Where each distinct change stands among all changes. */
function placesOfChanges(changes: ViewHistory['changes'], distinct: readonly Change[]): number[][] {
  const places = new Map(distinct.map((change): [Change, number[]] => [change, []]));
  changes.forEach(({ change }, place) => void places.get(change)?.push(place));
  return [...places.values()];
}

function trackOf(
  names: readonly Name[],
  parts: readonly Part[],
  distinct: readonly Change[],
  placesOf: readonly (readonly number[])[],
  changes: ViewHistory['changes'],
): Track {
  const partOf = new Map(parts.map((part) => [distinct[part[0]] as Change, part]));
  const places = parts.flatMap(([change]) => placesOf[change] as readonly number[]).sort((a, b) => a - b);
  const transitions: Transition[] = [];
  const breaks: number[] = [];
  const steps: Step[] = [];
  let sum = 0;
  let value = 0;
  for (const place of places) {
    const { position, change } = changes[place] as PlacedChange;
    const [, before, after, kind] = partOf.get(change) as Part;
    if (before !== value) {
      breaks.push(position - 1);
      transitions.push({ place: position - 1, value: before });
    }
    transitions.push({ place: position, value: after });
    steps.push({ position, change, kind });
    sum = Math.imul(sum ^ position, 0x9e3779b1) + after;
    value = after;
  }
  return { names, transitions, breaks, steps, sum };
}

/** Whether two tracks went through the same. */
export function isSameCourse(a: Track, b: Track): boolean {
  return (
    a.steps.length === b.steps.length &&
    a.transitions.length === b.transitions.length &&
    a.steps.every(
      ({ position, kind }, index) => b.steps[index]?.position === position && b.steps[index]?.kind === kind,
    ) &&
    a.transitions.every(
      ({ place, value }, index) => b.transitions[index]?.place === place && b.transitions[index]?.value === value,
    )
  );
}

function numberOf({ values }: Pattern, addresses: readonly Address[]): number {
  const key = addresses.join();
  const number = values.get(key) ?? values.size;
  values.set(key, number);
  return number;
}

/** A track as a sequence of places. */
export function sequenceOf({ transitions, breaks }: Track, places: Places): Sequence {
  const own = breaks.map((position) => places.placeOf(position));
  return {
    transitions: places.whole
      ? transitions
      : transitions.map(({ place, value }) => ({ place: places.placeOf(place), value })),
    last: places.last,
    breaks: own.length === 0 ? places.breaks : [...new Set([...places.breaks, ...own])].sort((a, b) => a - b),
  };
}
