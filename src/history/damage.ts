import { StoreError, storeErrorOf } from './store-error.ts';

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

function isDamage(error: unknown): boolean {
  const known = storeErrorOf('', error);
  return known instanceof StoreError && known.damaged;
}
