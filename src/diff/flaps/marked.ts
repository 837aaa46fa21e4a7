import type { Transition } from './bouts.ts';
import type { FlapRules } from './flap-rules.ts';
import { beginningPeriod, findOscillation, type Oscillation } from './oscillation.ts';

/** A transition that is known to be a reversion or not. */
export interface Marked extends Transition {
  readonly before: number;
  /** The number of the stretch without a break in which it was seen to happen. */
  readonly stretch: number;
  /** Whether it goes back to a value held within the window and not just before. */
  readonly reverts: boolean;
}

/** How many transitions back a cycle is looked for to say when a flap has settled: that keeps the search linear. */
const remembered = 128;

/** Two cycles of quiet, and never fewer passes than the rules say: within a cycle a flap is quiet too. */
export function quietNeeded(transitions: readonly Marked[], rules: FlapRules): number {
  const latest = transitions.slice(-remembered);
  const runs = runsOf(latest);
  const last = runs.at(-1);
  const period = oscillationOf(latest)?.periodPasses ?? (last ? beginningPeriod(valuesOf(last), placesOf(last)) : 0);
  return Math.max(rules.quiet, Math.ceil(2 * period));
}

/** How transitions repeat: in the latest stretch in which they do, since no cycle runs across a break. */
export function oscillationOf(transitions: readonly Marked[]): Oscillation | null {
  for (const run of runsOf(transitions).reverse()) {
    const found = findOscillation(valuesOf(run), placesOf(run));
    if (found) return found;
  }
  return null;
}

/**
 * The excursions in transitions that do not flap: from where a value was left to where it came back, several as one where
 * they overlap.
 */
export function excursionsOf(transitions: readonly Marked[]): Marked[][] {
  const spans: [from: number, to: number][] = [];
  for (const [index, { reverts }] of transitions.entries()) {
    if (!reverts) continue;
    const from = excursionStart(transitions, index);
    const last = spans.at(-1);
    if (last && from <= last[1]) last[1] = index;
    else spans.push([from, index]);
  }
  return spans.map(([from, to]) => transitions.slice(from, to + 1));
}

/** The transition that left the value to which a reversion goes back. */
export function excursionStart(transitions: readonly Marked[], reversion: number): number {
  const { value } = transitions[reversion] as Marked;
  let from = reversion - 1;
  while (from > 0 && transitions[from]?.before !== value) from -= 1;
  return Math.max(0, from);
}

/** Transitions by the stretches in which they were seen. */
function runsOf(transitions: readonly Marked[]): Marked[][] {
  const runs = new Map<number, Marked[]>();
  for (const transition of transitions) {
    const run = runs.get(transition.stretch);
    if (run) run.push(transition);
    else runs.set(transition.stretch, [transition]);
  }
  return [...runs.values()];
}

function valuesOf(run: readonly Marked[]): number[] {
  return [...run.slice(0, 1).map(({ before }) => before), ...run.map(({ value }) => value)];
}

function placesOf(run: readonly Marked[]): number[] {
  return run.map(({ place }) => place);
}
