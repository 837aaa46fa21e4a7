import type { ViewHistory } from './view-histories.ts';

/** Where the readable passes of a view stand. A pass that could not be read has no place, and the next one has a break before it. */
export interface Places {
  readonly last: number;
  /** Whether each pass has a place, which is its position then. */
  readonly whole: boolean;
  readonly breaks: readonly number[];
  placeOf(position: number): number;
  positionOf(place: number): number;
}

/** The places of views among so many passes, worked out once for the views that were read in the same passes. */
export function placer(passes: number): (view: ViewHistory) => Places {
  const known = new Map<readonly number[], Map<readonly number[], Places>>();
  return ({ unread, missingBefore }) => {
    const byMissing = known.get(unread) ?? new Map<readonly number[], Places>();
    known.set(unread, byMissing);
    const places = byMissing.get(missingBefore) ?? placesOf(unread, missingBefore, passes);
    byMissing.set(missingBefore, places);
    return places;
  };
}

function placesOf(unread: readonly number[], missingBefore: readonly number[], passes: number): Places {
  if (unread.length === 0) {
    const breaks = missingBefore.filter((position) => position > 0);
    const last = Math.max(0, passes - 1);
    return { last, whole: true, breaks, placeOf: (position) => position, positionOf: (place) => Math.min(place, last) };
  }
  const skipped = new Set(unread);
  const missing = new Set(missingBefore);
  const positions: number[] = [];
  const places: number[] = [];
  const breaks: number[] = [];
  let broken = false;
  for (let position = 0; position < passes; position += 1) {
    places.push(positions.length);
    broken ||= missing.has(position) || skipped.has(position);
    if (skipped.has(position)) continue;
    if (broken && positions.length > 0) breaks.push(positions.length);
    broken = false;
    positions.push(position);
  }
  return {
    last: Math.max(0, positions.length - 1),
    whole: false,
    breaks,
    placeOf: (position) => places[position] as number,
    positionOf: (place) => positions[Math.min(place, positions.length - 1)] as number,
  };
}
