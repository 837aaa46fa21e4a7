/** A stream of pseudo-random draws. */
export interface Random {
  /** At least 0 and below 1. */
  fraction(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  /** 64 lower-case hex digits. */
  engineId(): string;
}

/**
 * The draws of one seed for one purpose, the same on every machine (mulberry32, started with FNV-1a of the purpose).
 * Purposes do not disturb each other: an evening with the fault and one without it see the same events.
 */
export function randomOf(seed: number, purpose: string): Random {
  let state = startOf(seed, purpose);

  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function between(least: number, most: number): number {
    return least + Math.floor(fraction() * (most - least + 1));
  }

  return {
    fraction,
    between,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('nothing to pick from: expected a list of one or more');
      return list[between(0, list.length - 1)] as T;
    },
    engineId: () =>
      Array.from({ length: 8 }, () =>
        between(0, 2 ** 32 - 1)
          .toString(16)
          .padStart(8, '0'),
      ).join(''),
  };
}

function startOf(seed: number, purpose: string): number {
  let start = 0x811c9dc5 ^ seed;
  for (const letter of purpose) start = Math.imul(start ^ (letter.codePointAt(0) as number), 0x01000193);
  return start | 0;
}
