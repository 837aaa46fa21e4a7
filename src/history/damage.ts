import { StoreError } from './store-error.ts';

/** What a reader met that the disk did not keep: it is left out of what is read, and never without a word. */
export interface Damage {
  /**
   * Does some work, or, where it meets damage, notes the place (null: what is done instead loses nothing) and does the next
   * thing. What the last one throws is thrown.
   */
  attempt<T>(place: string | null, work: () => T, ...instead: (() => T)[]): T;
  /** The rows that some work gives and that are what was recorded; where one is not, or they cannot be read, the place is noted. */
  whole<Row>(place: string, read: () => Row[], isWhole: (row: Row) => boolean): Row[];
  /** Notes a place for an error that was caught and is damage, and gives what stands in for what is lost; else throws it. */
  passOver<T>(place: string, error: unknown, instead: T): T;
  /** Notes a place, and does some work. */
  note<T>(place: string, work: () => T): T;
  /** The places noted so far. */
  places(): readonly string[];
}

/** Begins with what was met already. */
export function openDamage(met: readonly string[]): Damage {
  const places = new Set(met);

  function attempt<T>(place: string | null, work: () => T, ...instead: (() => T)[]): T {
    try {
      return work();
    } catch (error) {
      const [next, ...rest] = instead;
      if (next === undefined || !isDamage(error)) throw error;
      if (place !== null) places.add(place);
      return attempt(place, next, ...rest);
    }
  }

  function whole<Row>(place: string, read: () => Row[], isWhole: (row: Row) => boolean): Row[] {
    const rows = attempt<Row[]>(place, read, () => []);
    const kept = rows.filter(isWhole);
    if (kept.length < rows.length) places.add(place);
    return kept;
  }

  function note<T>(place: string, work: () => T): T {
    places.add(place);
    return work();
  }

  function passOver<T>(place: string, error: unknown, instead: T): T {
    if (!isDamage(error)) throw error;
    places.add(place);
    return instead;
  }

  return { attempt, whole, note, passOver, places: () => [...places] };
}

/** A table that is missing is no damage to be passed over: nothing is left to read. An index is. */
function isDamage(error: unknown): boolean {
  if (error instanceof StoreError) return error.damaged;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return /^SQLITE_CORRUPT/.test(String(code)) || /^no such index|^no query solution/.test(String(message));
}
