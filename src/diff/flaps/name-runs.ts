import type { Name } from '../../roster/index.ts';
import { BoutRun } from './bouts.ts';
import type { FlapRules } from './flap-rules.ts';
import type { Change } from './view-histories.ts';

/** What one pass did to a view: whether it could be read, whether passes before it are missing, and the moves. */
export interface ViewStep {
  readonly isUnread: boolean;
  readonly isBroken: boolean;
  readonly change: Change;
}

/** A name as it is followed through one view. `sum` is the same for names that moved in the same passes. */
interface Followed {
  run: BoutRun;
  sum: number;
  value: number;
  nextBreak: number;
  readonly values: Map<string, number>;
}

/**
 * The names of one view, or of several that went through the same, followed pass by pass: what {@link findBouts} finds in the
 * tracks of a whole view, without going through it again. The cost of a pass is that of the names that moved in it.
 */
export class NameRuns {
  readonly #rules: FlapRules;
  #names = new Map<Name, Followed>();
  /** Passes, and those of them that have a place. */
  #position = -1;
  #places: number[] = [];
  #read = 0;
  #breaks: number[] = [];
  #broken = false;
  /** What happened in passes that could not be read: it was seen in the next one that could. */
  #unseen: { position: number; change: Change }[] = [];

  constructor(rules: FlapRules) {
    this.#rules = rules;
  }

  /** Takes the next pass. */
  take({ isUnread, isBroken, change }: ViewStep): void {
    this.#position += 1;
    this.#places.push(this.#read);
    this.#broken ||= isBroken || isUnread;
    if (change.size > 0) this.#unseen.push({ position: this.#position, change });
    if (isUnread) return;
    if (this.#broken && this.#read > 0) this.#breaks.push(this.#read);
    this.#broken = false;
    this.#read += 1;
    for (const { position, change: seen } of this.#unseen) this.#see(position, seen);
    this.#unseen = [];
  }

  /** Each name that moved so far, and whether it flaps. */
  *names(): Generator<readonly [name: Name, flaps: boolean, sum: number]> {
    const last = Math.max(0, this.#read - 1);
    for (const [name, followed] of this.#names) {
      this.#breakUntil(followed, last);
      yield [name, followed.run.flapsAt(last), followed.sum];
    }
  }

  /** The same names, which may go another way from here on. */
  copy(): NameRuns {
    const copy = new NameRuns(this.#rules);
    for (const [name, one] of this.#names)
      copy.#names.set(name, { ...one, run: one.run.copy(), values: new Map(one.values) });
    copy.#position = this.#position;
    copy.#places = [...this.#places];
    copy.#read = this.#read;
    copy.#breaks = [...this.#breaks];
    copy.#broken = this.#broken;
    copy.#unseen = [...this.#unseen];
    return copy;
  }

  #see(position: number, change: Change): void {
    const place = this.#places[position] as number;
    for (const { name, before, after } of change.values()) {
      const own = this.#names.get(name) ?? {
        run: new BoutRun(this.#rules),
        sum: 0,
        value: 0,
        nextBreak: 0,
        values: new Map(),
      };
      this.#names.set(name, own);
      const [from, to] = [numberOf(own, before.join()), numberOf(own, after.join())];
      if (from !== own.value) {
        // it was out of sight: its container was gone, say, and came back with other values
        const hidden = this.#places[position - 1] as number;
        this.#breakUntil(own, hidden);
        if (hidden > 0) own.run.breakBefore(hidden);
        own.run.see(hidden, from);
      }
      this.#breakUntil(own, place);
      own.run.see(place, to);
      own.value = to;
      own.sum = Math.imul(own.sum ^ position, 0x9e3779b1) + 1;
    }
  }

  #breakUntil(own: Followed, place: number): void {
    for (; own.nextBreak < this.#breaks.length; own.nextBreak += 1) {
      const next = this.#breaks[own.nextBreak] as number;
      if (next > place) return;
      own.run.breakBefore(next);
    }
  }
}

function numberOf({ values }: Followed, key: string): number {
  const number = values.get(key) ?? values.size;
  values.set(key, number);
  return number;
}
