import type { Address, Name } from '../../roster/index.ts';
import type { MoveKind } from '../name-moves.ts';
import type { Sequence, Transition } from './bouts.ts';
import type { Places } from './places.ts';
import type { Change, ViewHistory } from './view-histories.ts';

/** Names of one view that went through the same, and what that was, the passes by their positions. */
export interface Track {
  readonly names: readonly Name[];
  readonly transitions: readonly Transition[];
  /** Positions before which the names were out of sight: their container was gone, say, and came back with other values. */
  readonly breaks: readonly number[];
  /** The changes that they are part of. */
  readonly steps: readonly Step[];
  /** A text of what they went through: the same for tracks of other views that went through the same. */
  readonly facts: string;
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
export function tracksOf({ changes }: ViewHistory): Track[] {
  const distinct = [...new Set(changes.map(({ change }) => change))];
  const patterns = new Map<Name, Pattern>();
  for (const [index, change] of distinct.entries()) {
    for (const { name, kind, before, after } of change.values()) {
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
  return [...groups.values()].map(({ names, parts }) => trackOf(names, parts, places, changes));
}

/** A name's values in the order in which they came, and its part in the distinct changes. */
interface Pattern {
  readonly values: Map<string, number>;
  readonly parts: Part[];
}

type Part = readonly [change: number, before: number, after: number, kind: MoveKind];

/** Where each distinct change stands among all changes. */
function placesOfChanges(changes: ViewHistory['changes'], distinct: readonly Change[]): number[][] {
  const indexes = new Map(distinct.map((change, index) => [change, index]));
  const places: number[][] = distinct.map(() => []);
  for (const [place, { change }] of changes.entries()) places[indexes.get(change) as number]?.push(place);
  return places;
}

function trackOf(
  names: readonly Name[],
  parts: readonly Part[],
  places: readonly (readonly number[])[],
  changes: ViewHistory['changes'],
): Track {
  const own = parts.flatMap((part) => (places[part[0]] as readonly number[]).map((place) => ({ place, part })));
  own.sort((a, b) => a.place - b.place);
  const transitions: Transition[] = [];
  const breaks: number[] = [];
  const steps: Step[] = [];
  let facts = '';
  let value = 0;
  for (const { place, part } of own) {
    const [, before, after, kind] = part;
    const { position, change } = changes[place] as ViewHistory['changes'][number];
    if (before !== value) {
      breaks.push(position - 1);
      transitions.push({ place: position - 1, value: before });
      facts += `${position - 1}=${before} `;
    }
    transitions.push({ place: position, value: after });
    steps.push({ position, change, kind });
    facts += `${position}:${after}${kind[0]} `;
    value = after;
  }
  return { names, transitions, breaks, steps, facts };
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
    transitions: transitions.map(({ place, value }) => ({ place: places.placeOf(place), value })),
    last: places.last,
    breaks: own.length === 0 ? places.breaks : [...new Set([...places.breaks, ...own])].sort((a, b) => a - b),
  };
}
