import type { Address, Pass } from '../../roster/index.ts';
import type { Bout } from './bouts.ts';
import { median, type Oscillation } from './oscillation.ts';
import type { Places } from './places.ts';

/** A pass without its state. */
export type PassFacts = Omit<Pass, 'state'>;

/** One bout of a name, by its passes. */
export interface FlapBout {
  readonly state: Bout['state'];
  readonly transitions: number;
  readonly reversions: number;
  /** The pass of its first transition, the one in which it was flagged, and the one of its last transition. */
  readonly started: PassFacts;
  readonly flagged: PassFacts;
  readonly lastMoved: PassFacts;
  /** The pass in which enough quiet passes had gone by; null while they have not. */
  readonly confirmed: PassFacts | null;
  readonly quietMissing: number;
  /** The addresses before the first transition. */
  readonly before: readonly Address[];
  readonly oscillation: FlapOscillation | null;
  /** Whether it is still running at the end of the window. */
  readonly persistent: boolean;
}

/** The measures of a flap that repeats. */
export interface FlapOscillation {
  readonly cycleLength: number;
  /** Passes of a cycle: median, shortest, longest. */
  readonly passes: Spread;
  /** Seconds of a cycle, by the times of the passes: median, shortest, longest. */
  readonly seconds: Spread;
  /** The share of passes, over whole cycles, in which the value was another one than before the flap. */
  readonly dutyCycle: number;
}

/** A median with the least and the most. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Puts a bout in terms of passes. */
export function describeBout(
  bout: Bout,
  before: readonly Address[],
  places: Places,
  passes: readonly PassFacts[],
): FlapBout {
  const passAt = (place: number) => passes[places.positionOf(place)] as PassFacts;
  const first = bout.transitions[0]?.place ?? 0;
  return {
    state: bout.state,
    transitions: bout.transitions.length,
    reversions: bout.reversions,
    started: passAt(first),
    flagged: passAt(bout.flagged),
    lastMoved: passAt(bout.transitions.at(-1)?.place ?? first),
    confirmed: bout.confirmed === null ? null : passAt(bout.confirmed),
    quietMissing: bout.quietMissing,
    before,
    oscillation: measuresOf(bout, passAt),
    persistent: bout.state === 'flapping',
  };
}

function measuresOf(bout: Bout, passAt: (place: number) => PassFacts): FlapOscillation | null {
  const { oscillation } = bout;
  if (!oscillation) return null;
  const { cycleLength, cycles } = oscillation;
  return {
    cycleLength,
    passes: spreadOf(cycles.map(([from, to]) => to - from)),
    // a clock that went back makes no negative cycle
    seconds: spreadOf(cycles.map(([from, to]) => Math.max(0, passAt(to).at - passAt(from).at) / 1000)),
    dutyCycle: dutyCycle(bout, oscillation),
  };
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: median(sorted), least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 };
}

/** Over whole cycles, counted back from the last transition. */
function dutyCycle({ transitions, before }: Bout, { cycles, cycleLength }: Oscillation): number {
  const [from] = cycles[(cycles.length - 1) % cycleLength] as readonly [number, number];
  const [, to] = cycles.at(-1) as readonly [number, number];
  let away = 0;
  for (const [index, { place, value }] of transitions.entries()) {
    if (value !== before && place >= from && place < to) away += (transitions[index + 1]?.place ?? to) - place;
  }
  return Math.round((away / (to - from)) * 1000) / 1000;
}
