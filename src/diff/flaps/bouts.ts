import type { FlapRules } from './flap-rules.ts';
import { excursionStart, excursionsOf, type Marked, oscillationOf, quietNeeded } from './marked.ts';
import type { Oscillation } from './oscillation.ts';

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

/**
 * Finds the flaps of one value, in the order of passes. A start is looked for only on a transition, and only transitions
 * since the last settle count, so that old ones cannot start it again. Across a break nothing adds up to a start and no
 * quiet goes on; a flap that was running before it runs on until quiet is seen. Nagios counts state changes in a window in
 * the same way; we depart from it in asking for reversions, since a roster that only moves on does not flap. Linear in the transitions.
 */
export function findBouts(sequence: Sequence, rules: FlapRules): Bout[] {
  const { transitions, last, breaks } = sequence;
  const run = new BoutRun(rules);
  let next = 0;
  const seeUntil = (end: number) => {
    for (; next < transitions.length; next += 1) {
      const { place, value } = transitions[next] as Transition;
      if (place > end) break;
      run.see(place, value);
    }
  };
  for (const place of breaks) {
    if (place <= 0 || place > last) continue;
    seeUntil(place - 1);
    run.breakBefore(place);
  }
  seeUntil(last);
  return run.endAt(last);
}

/** A value as it is followed from the first place on. Takes what happens to it in the order of the places. */
export class BoutRun {
  #bouts: Bout[] = [];
  readonly #rules: FlapRules;
  /** Where each value was held last, since the last break or settle. */
  #held = new Map<number, number>();
  #pending: Marked[] = [];
  /** The first of the pending transitions that lies within the window of the last one, and the reversions from there on. */
  #recent = 0;
  #reversions = 0;
  #flagged: number | null = null;
  #quietFrom = 0;
  #value = 0;
  /** Where the recording began, or began again, and how many times it did. */
  #first = 0;
  #stretch = 0;
  /** The excursion that a break cut off before it was sure to be over. */
  #unsure: number | null = null;

  constructor(rules: FlapRules) {
    this.#rules = rules;
  }

  /** Before a place passes are missing: what was held behind it is not known, so a change at its far side is none that was seen. */
  breakBefore(place: number): void {
    this.#rest(place - 1, true, false);
    this.#quietFrom = place;
    this.#held.clear();
    this.#first = place;
    this.#stretch += 1;
  }

  /** From a place on it is another value. */
  see(place: number, value: number): void {
    if (place > this.#first) this.#move(place, value, this.#value);
    this.#value = value;
  }

  /** Whether it flaps, were this the last place. */
  flapsAt(place: number): boolean {
    if (this.#flagged === null) return false;
    const quiet = place - this.#quietFrom;
    return quiet < this.#rules.quiet || quiet < quietNeeded(this.#pending, this.#rules);
  }

  /** The same value, which may go another way from here on. */
  copy(): BoutRun {
    const copy = new BoutRun(this.#rules);
    copy.#bouts = [...this.#bouts];
    copy.#held = new Map(this.#held);
    copy.#pending = [...this.#pending];
    copy.#recent = this.#recent;
    copy.#reversions = this.#reversions;
    copy.#flagged = this.#flagged;
    copy.#quietFrom = this.#quietFrom;
    copy.#value = this.#value;
    copy.#first = this.#first;
    copy.#stretch = this.#stretch;
    copy.#unsure = this.#unsure;
    return copy;
  }

  /** The bouts, this being the last place. Nothing is taken after it. */
  endAt(place: number): Bout[] {
    this.#rest(place, true, true);
    return this.#bouts;
  }

  #move(place: number, value: number, before: number): void {
    this.#rest(place - 1, false, false);
    this.#held.set(before, place - 1);
    const heldAt = this.#held.get(value);
    const reverts = heldAt !== undefined && heldAt >= place - this.#rules.window;
    this.#pending.push({ place, value, before, stretch: this.#stretch, reverts });
    this.#quietFrom = place;
    if (this.#flagged !== null) return;
    if (reverts) this.#reversions += 1;
    for (let first = this.#pending[this.#recent] as Marked; first.place < place - this.#rules.window; ) {
      if (first.reverts) this.#reversions -= 1;
      this.#recent += 1;
      first = this.#pending[this.#recent] as Marked;
    }
    const transitions = this.#pending.length - this.#recent;
    if (transitions < this.#rules.transitions || this.#reversions < this.#rules.reversions) return;
    this.#flag(place);
  }

  /** The flap begins where the value was left to which it went back first. */
  #flag(place: number): void {
    const reversion = this.#pending.findIndex(({ reverts }, index) => index >= this.#recent && reverts);
    const start = excursionStart(this.#pending, reversion);
    this.#tellExcursions(this.#pending.slice(0, start), ((this.#pending[start] as Marked).place as number) - 1);
    this.#pending = this.#pending.slice(start);
    this.#flagged = place;
  }

  /** Nothing changed up to this place. */
  #rest(place: number, broken: boolean, ended: boolean): void {
    const { quiet: quietLeast, window } = this.#rules;
    const quiet = place - this.#quietFrom;
    this.#confirmUnsure(quiet, ended);
    if (this.#pending.length === 0 || (quiet < quietLeast && !broken)) return;
    if (this.#flagged !== null) {
      const needed = quietNeeded(this.#pending, this.#rules);
      if (quiet < needed && !ended) return;
      this.#bouts.push({
        ...factsOf(this.#pending),
        state: quiet >= needed ? 'settled' : 'flapping',
        flagged: this.#flagged,
        ...this.#rested(this.#quietFrom, quiet, needed),
      });
      this.#held.clear();
    } else {
      if (quiet < window && !broken) return;
      this.#tellExcursions(this.#pending, place);
      if (!ended && this.#bouts.at(-1)?.confirmed === null) this.#unsure = this.#bouts.length - 1;
    }
    this.#pending = [];
    this.#recent = 0;
    this.#reversions = 0;
    this.#flagged = null;
  }

  /** An excursion before a break is over once quiet is seen behind it. */
  #confirmUnsure(quiet: number, ended: boolean): void {
    if (this.#unsure === null || (quiet < this.#rules.quiet && !ended)) return;
    const bout = this.#bouts[this.#unsure] as Bout;
    this.#bouts[this.#unsure] = { ...bout, ...this.#rested(this.#quietFrom, quiet, this.#rules.quiet) };
    this.#unsure = null;
  }

  #tellExcursions(transitions: readonly Marked[], until: number): void {
    for (const excursion of excursionsOf(transitions)) {
      const { place } = excursion.at(-1) as Marked;
      const next = transitions.find((one) => one.place > place);
      const quiet = (next ? next.place - 1 : until) - place;
      this.#bouts.push({
        ...factsOf(excursion),
        state: 'fleeting',
        flagged: (excursion.find(({ reverts }) => reverts) as Marked).place,
        ...this.#rested(place, quiet, this.#rules.quiet),
      });
    }
  }

  #rested(from: number, quiet: number, needed: number): Pick<Bout, 'confirmed' | 'quietMissing'> {
    return { confirmed: quiet >= needed ? from + needed : null, quietMissing: Math.max(0, needed - quiet) };
  }
}

function factsOf(transitions: readonly Marked[]) {
  return {
    transitions,
    reversions: transitions.filter(({ reverts }) => reverts).length,
    before: (transitions[0] as Marked).before,
    oscillation: oscillationOf(transitions),
  };
}
