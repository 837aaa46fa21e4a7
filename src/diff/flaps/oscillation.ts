/** Flapping that repeats. */
export interface Oscillation {
  /** How many values a cycle runs through: 2 is A, B, A, B. */
  readonly cycleLength: number;
  /** Passes of a cycle: the median over the cycles seen, and the shortest and longest. */
  readonly periodPasses: number;
  readonly shortest: number;
  readonly longest: number;
  /** Each cycle by the places of the transitions that begin and end it, in their order; one ends at each transition. */
  readonly cycles: readonly (readonly [from: number, to: number])[];
}

/**
 * Finds the smallest cycle at the end of a run-compressed sequence of values: k with d(i) = d(i−k) over two full cycles.
 * `values` has one element more than `places`, which are the places of the transitions between its elements. Null where nothing repeats.
 */
export function findOscillation(values: readonly number[], places: readonly number[]): Oscillation | null {
  for (let length = 2; 2 * length <= values.length; length += 1) {
    if (!repeats(values, length)) continue;
    const cycles = cyclesOf(values, places, length);
    const passes = cycles.map(([from, to]) => to - from).sort((a, b) => a - b);
    return {
      cycleLength: length,
      periodPasses: median(passes),
      shortest: passes[0] as number,
      longest: passes.at(-1) as number,
      cycles,
    };
  }
  return null;
}

function repeats(values: readonly number[], length: number): boolean {
  for (let back = 1; back <= length; back += 1) {
    if (values.at(-back) !== values.at(-back - length)) return false;
  }
  return true;
}

/** The cycles that end at each transition, as far back as the sequence repeats. */
function cyclesOf(values: readonly number[], places: readonly number[], length: number): [number, number][] {
  const cycles: [number, number][] = [];
  for (let end = places.length - 1; end >= length; end -= 1) {
    if (values[end + 1] !== values[end + 1 - length]) break;
    cycles.push([places[end - length] as number, places[end] as number]);
  }
  return cycles.reverse();
}

/**
 * Passes of a cycle that the whole sequence begins and has not come round twice: A, B, C, A, B, at least two of whose
 * values came back in their order. 0 where there is none.
 */
export function beginningPeriod(values: readonly number[], places: readonly number[]): number {
  for (let length = 2; length + 2 <= values.length; length += 1) {
    if (values.some((value, index) => index >= length && value !== values[index - length])) continue;
    const passes = places.flatMap((place, index) =>
      index < length ? [] : [place - (places[index - length] as number)],
    );
    return median(passes.sort((a, b) => a - b));
  }
  return 0;
}

/** The median of sorted numbers; the mean of the middle two where there are two. */
export function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
