import type { Address, Name } from '../../roster/index.ts';
import type { Sequence, Transition } from './bouts.ts';
import type { ViewHistory } from './view-histories.ts';

/** Names of one view whose values went through the same pattern, and that pattern, the passes by their positions. */
export interface Track {
  readonly names: readonly Name[];
  readonly transitions: readonly Transition[];
}

/**
 * The tracks of a view. Values are numbered as they come, so that names at different addresses that went and came
 * together are one track: the cost is that of the distinct changes and of the moves, not of passes times names.
 */
export function tracksOf({ changes }: ViewHistory): Track[] {
  const distinct = [...new Set(changes.map(({ change }) => change))];
  const patterns = new Map<Name, Pattern>();
  for (const [index, change] of distinct.entries()) {
    for (const { name, before, after } of change.values()) {
      const pattern: Pattern = patterns.get(name) ?? { values: new Map(), steps: [] };
      patterns.set(name, pattern);
      numberOf(pattern, before);
      pattern.steps.push([index, numberOf(pattern, after)]);
    }
  }
  const groups = new Map<string, { names: Name[]; steps: Pattern['steps'] }>();
  for (const [name, { steps }] of patterns) {
    const key = JSON.stringify(steps);
    const group = groups.get(key) ?? { names: [], steps };
    groups.set(key, group);
    group.names.push(name);
  }
  const indexes = new Map(distinct.map((change, index) => [change, index]));
  return [...groups.values()].map(({ names, steps }) => {
    const values = new Map<number, number>(steps);
    const transitions = changes.flatMap(({ position, change }) => {
      const value = values.get(indexes.get(change) as number);
      return value === undefined ? [] : [{ place: position, value }];
    });
    return { names, transitions };
  });
}

/** A name's values in the order in which they came, and the distinct changes that it is part of with the value after each. */
interface Pattern {
  readonly values: Map<string, number>;
  readonly steps: [change: number, after: number][];
}

function numberOf({ values }: Pattern, addresses: readonly Address[]): number {
  const key = addresses.join();
  const number = values.get(key) ?? values.size;
  values.set(key, number);
  return number;
}

/** Where the readable passes of a view stand. A pass that could not be read has no place, and the next one has a break before it. */
export interface Places {
  readonly last: number;
  readonly breaks: readonly number[];
  placeOf(position: number): number;
  positionOf(place: number): number;
}

/** The places of a view among so many passes. */
export function placesOf({ unread, missingBefore }: ViewHistory, passes: number): Places {
  const skipped = new Set(unread);
  const missing = new Set(missingBefore);
  const positions: number[] = [];
  const places: number[] = [];
  const breaks: number[] = [];
  for (let position = 0; position < passes; position += 1) {
    places.push(positions.length);
    if (skipped.has(position)) continue;
    const before = positions.at(-1) ?? position - 1;
    if (positions.length > 0 && (before < position - 1 || missing.has(position))) breaks.push(positions.length);
    positions.push(position);
  }
  return {
    last: Math.max(0, positions.length - 1),
    breaks,
    placeOf: (position) => places[position] as number,
    positionOf: (place) => positions[Math.min(place, positions.length - 1)] as number,
  };
}

/** A track as a sequence of places. */
export function sequenceOf({ transitions }: Track, places: Places): Sequence {
  return {
    transitions: transitions.map(({ place, value }) => ({ place: places.placeOf(place), value })),
    last: places.last,
    breaks: places.breaks,
  };
}
