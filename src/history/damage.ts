import { StoreError } from './store-error.ts';

/** What a reader met that the disk did not keep: it is left out of what is read, and never without a word. */
export interface Damage {
  /** Does some work, or, where it meets damage, notes the place and does the next thing. What the last one throws is thrown. */
  attempt<T>(place: string, work: () => T, ...instead: (() => T)[]): T;
  /** The rows that some work gives and that are what was recorded; where one is not, or they cannot be read, the place is noted. */
  whole<Row>(place: string, read: () => Row[], isWhole: (row: Row) => boolean): Row[];
  /** The places noted so far. */
  places(): readonly string[];
}

/** Begins with what was met already. */
export function openDamage(met: readonly string[]): Damage {
  const places = new Set(met);

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

  function whole<Row>(place: string, read: () => Row[], isWhole: (row: Row) => boolean): Row[] {
    const rows = attempt<Row[]>(place, read, () => []);
    const kept = rows.filter(isWhole);
    if (kept.length < rows.length) places.add(place);
    return kept;
  }

  return { attempt, whole, places: () => [...places] };
}

/** A part of the schema that is missing is no damage to be passed over: nothing is left to read. */
function isDamage(error: unknown): boolean {
  if (error instanceof StoreError) return error.damaged;
  return /^SQLITE_CORRUPT/.test(String((error as { code?: unknown }).code));
}
