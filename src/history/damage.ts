import { StoreError } from './store-error.ts';

/** What a reader met that the disk did not keep: it is left out of what is read, and never without a word. */
export interface Damage {
  /** Does some work, or, where it meets damage, notes the place and does the next thing. What the last one throws is thrown. */
  attempt<T>(place: string, work: () => T, ...instead: (() => T)[]): T;
  /** The places noted so far. */
  places(): readonly string[];
}

/** Begins with nothing noted. */
export function openDamage(): Damage {
  const places = new Set<string>();

  function attempt<T>(place: string, work: () => T, ...instead: (() => T)[]): T {
    try {
      return work();
    } catch (error) {
      const [next, ...rest] = instead;
      if (next === undefined || !isDamage(error)) throw error;
      places.add(place);
      return attempt(place, next, ...rest);
    }
  }

  return { attempt, places: () => [...places] };
}

/** A part of the schema that is missing is no damage to be passed over: nothing is left to read. */
function isDamage(error: unknown): boolean {
  if (error instanceof StoreError) return error.damaged;
  return /^SQLITE_CORRUPT/.test(String((error as { code?: unknown }).code));
}
