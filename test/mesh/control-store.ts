import type { Random } from './seeded-random.ts';

/** One time that the store was away: from the end of its container until another one answers, in milliseconds. */
export interface Away {
  readonly from: number;
  readonly until: number;
  /** Whether it was replaced once more before it came back: then `until` is the end of a container that never answered. */
  readonly cutShort: boolean;
}

/** The control plane's own store, as far as the controller depends on it. */
export interface ControlStore {
  isAway(at: number): boolean;
  /** Its container ends now, and another one takes its place. */
  replace(at: number): void;
  /** Every time that it was away, in order. */
  times(): readonly Away[];
}

/**
 * The store. Healthy, it answers again within seconds. With the fault it stays away past the beginning of the next pass
 * and is back before the one after: for one pass and up to a half of another.
 */
export function controlStore(fault: boolean, intervalMs: number, random: Random): ControlStore {
  const times: Away[] = [];

  function isAway(at: number): boolean {
    const last = times.at(-1);
    return last !== undefined && last.from <= at && at < last.until;
  }

  return {
    isAway,
    replace(at) {
      const last = times.at(-1);
      if (last && isAway(at)) times[times.length - 1] = { ...last, until: at, cutShort: true };
      const awayMs = fault ? intervalMs + random.between(0, intervalMs / 2) : random.between(500, 8000);
      times.push({ from: at, until: at + awayMs, cutShort: false });
    },
    times: () => times,
  };
}
