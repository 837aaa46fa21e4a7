import type { PassFacts } from '../flaps/flap-bout.ts';
import type { Ends } from './unsettled.ts';

/** The stretch at the end of passes in which all must be quiet, recorded and planned. Passes go by their places, 0 being the one that the first is compared with. */
export interface QuietStretch {
  /** Whether what happened at this place, or right before it, is too young. */
  holds(place: number): boolean;
  /** When it will not be any more, where nothing of the kind happens again. */
  endOf(place: number): Ends;
  /** The same of what happens at the next pass. */
  readonly endOfNext: Ends;
}

/** The last so many passes. */
export function lastPasses(last: number, quiet: number): QuietStretch {
  return {
    holds: (place) => last - place < quiet,
    endOf: (place) => ({ passes: quiet - (last - place) }),
    endOfNext: { passes: quiet + 1 },
  };
}

/** The passes of so long until an instant, and always the last one: what it did is over when another one has shown it. */
export function timeUntil(now: number, quietForMs: number, passes: readonly PassFacts[]): QuietStretch {
  const first = passes.findLastIndex(({ at }) => at <= now - quietForMs) + 1;
  const last = passes.length - 1;
  return {
    holds: (place) => place >= first || place === last,
    endOf(place) {
      const at = (passes[place] as PassFacts).at + quietForMs;
      return at > now ? { at } : { passes: 1 };
    },
    endOfNext: { at: now + quietForMs },
  };
}
