import type { FlapRules } from './flap-rules.ts';
import { findOscillation, type Oscillation } from './oscillation.ts';

/** One value through a stretch of passes, by their places 0, 1, 2, … Values are numbered, 0 being the one at the first place. */
export interface Sequence {
  readonly transitions: readonly Transition[];
  /** The last place. */
  readonly last: number;
  /** Places before which passes are missing or could not be read, ascending. */
  readonly breaks: readonly number[];
}

/** A change of the value: from this place on it is another one. */
export interface Transition {
  readonly place: number;
  readonly value: number;
}

/** A stretch of transitions that is a flap, or an excursion that stayed alone. */
export interface Bout {
  readonly state: 'flapping' | 'settled' | 'fleeting';
  readonly transitions: readonly Transition[];
  readonly reversions: number;
  /** The value before the first of its transitions. */
  readonly before: number;
  /** The place at which it was flagged: where the thresholds were reached; of a fleeting one, where the value came back. */
  readonly flagged: number;
  /** The place at which enough quiet passes had gone by; null while they have not. */
  readonly confirmed: number | null;
  /** Quiet passes that are still missing. */
  readonly quietMissing: number;
  readonly oscillation: Oscillation | null;
}

interface Seen extends Transition {
  readonly before: number;
}

interface Marked extends Seen {
  /** Whether it goes back to a value held within the window and not just before. */
  readonly reverts: boolean;
}

/** A stretch without a break, and its transitions. */
interface Stretch {
  readonly first: number;
  readonly last: number;
  readonly seen: readonly Seen[];
}

/**
 * Finds the flaps of one value, in the order of passes. A start is looked for only on a transition, and only transitions
 * since the last settle count, so that old ones cannot start it again. Transitions on either side of a break do not add
 * up, one across it was not seen, and a break is never quiet. Nagios counts state changes in a window in the same way; we
 * depart from it in asking for reversions, since a roster that only moves on does not flap. Linear in the transitions.
 */
export function findBouts(sequence: Sequence, rules: FlapRules): Bout[] {
  const stretches = stretchesOf(sequence);
  return stretches.flatMap((stretch, index) => {
    const bouts = boutsWithin(stretch, rules);
    const next = stretches[index + 1];
    const last = bouts.at(-1);
    return last?.state === 'flapping' && next ? [...bouts.slice(0, -1), acrossBreak(last, next, rules)] : bouts;
  });
}

function stretchesOf({ transitions, last, breaks }: Sequence): Stretch[] {
  const starts = [0, ...breaks.filter((place) => place > 0 && place <= last)];
  let value = 0;
  return starts.map((first, index) => {
    const end = (starts[index + 1] ?? last + 1) - 1;
    const seen: Seen[] = [];
    for (const transition of transitions) {
      if (transition.place < first || transition.place > end) continue;
      // what was held behind a break is not known, so a change at its far side is none that was seen
      if (transition.place > first) seen.push({ ...transition, before: value });
      value = transition.value;
    }
    return { first, last: end, seen };
  });
}

function boutsWithin({ seen, last }: Stretch, rules: FlapRules): Bout[] {
  const bouts: Bout[] = [];
  const held = new Map<number, number>();
  let pending: Marked[] = [];
  let flagged: number | null = null;
  const end = (place: number): void => {
    const quiet = place - (pending.at(-1)?.place ?? place);
    if (quiet < rules.quiet && place < last) return;
    if (flagged !== null) {
      const needed = quietNeeded(pending, rules);
      if (quiet < needed && place < last) return;
      bouts.push(boutOf(pending, flagged, quiet, needed));
      held.clear();
    } else {
      if (quiet < rules.window && place < last) return;
      const excursion = findExcursion(pending);
      if (excursion) bouts.push(fleetingOf(excursion, quiet, rules.quiet));
    }
    pending = [];
    flagged = null;
  };
  for (const transition of seen) {
    end(transition.place - 1);
    held.set(transition.before, transition.place - 1);
    const heldAt = held.get(transition.value);
    pending.push({ ...transition, reverts: heldAt !== undefined && heldAt >= transition.place - rules.window });
    if (flagged !== null) continue;
    const recent = pending.filter(({ place }) => place >= transition.place - rules.window);
    const reversions = recent.filter(({ reverts }) => reverts).length;
    if (recent.length < rules.transitions || reversions < rules.reversions) continue;
    flagged = transition.place;
    pending = recent;
  }
  end(last);
  return bouts;
}

/** Two cycles of quiet, and never fewer passes than the rules say: within a cycle a flap is quiet too. */
function quietNeeded(transitions: readonly Marked[], rules: FlapRules): number {
  return Math.max(rules.quiet, Math.ceil(2 * (oscillationOf(transitions)?.periodPasses ?? 0)));
}

function boutOf(transitions: readonly Marked[], flagged: number, quiet: number, needed: number): Bout {
  const settled = quiet >= needed;
  const lastPlace = (transitions.at(-1) as Marked).place;
  return {
    ...factsOf(transitions),
    state: settled ? 'settled' : 'flapping',
    flagged,
    confirmed: settled ? lastPlace + needed : null,
    quietMissing: Math.max(0, needed - quiet),
  };
}

function fleetingOf(transitions: readonly Marked[], quiet: number, needed: number): Bout {
  const { place } = transitions.at(-1) as Marked;
  return {
    ...factsOf(transitions),
    state: 'fleeting',
    flagged: (transitions.find(({ reverts }) => reverts) as Marked).place,
    confirmed: quiet >= needed ? place + needed : null,
    quietMissing: Math.max(0, needed - quiet),
  };
}

/** From the transition before the first reversion to the last reversion. */
function findExcursion(transitions: readonly Marked[]): readonly Marked[] | null {
  const first = transitions.findIndex(({ reverts }) => reverts);
  if (first < 0) return null;
  return transitions.slice(Math.max(0, first - 1), transitions.findLastIndex(({ reverts }) => reverts) + 1);
}

/** A flap that was running when the recording broke off: only quiet behind the break can settle it. */
function acrossBreak(bout: Bout, { first, last, seen }: Stretch, rules: FlapRules): Bout {
  const needed = Math.max(rules.quiet, Math.ceil(2 * (bout.oscillation?.periodPasses ?? 0)));
  // behind the break a stretch of n passes shows n - 1 times that nothing changed; behind a transition n passes show n
  const quietFrom = [first, ...seen.map(({ place }) => place)];
  const quietTo = [...seen.map(({ place }) => place - 1), last];
  const settled = quietFrom.findIndex((from, index) => (quietTo[index] as number) - from >= needed);
  if (settled >= 0)
    return { ...bout, state: 'settled', confirmed: (quietFrom[settled] as number) + needed, quietMissing: 0 };
  return { ...bout, quietMissing: needed - (last - (quietFrom.at(-1) as number)) };
}

function factsOf(transitions: readonly Marked[]) {
  return {
    transitions,
    reversions: transitions.filter(({ reverts }) => reverts).length,
    before: (transitions[0] as Marked).before,
    oscillation: oscillationOf(transitions),
  };
}

function oscillationOf(transitions: readonly Marked[]): Oscillation | null {
  const values = [transitions[0]?.before ?? 0, ...transitions.map(({ value }) => value)];
  return findOscillation(
    values,
    transitions.map(({ place }) => place),
  );
}
