/** RFC 2439 §4.2 and its example parameters (§4.8.6): what a change adds, how it fades, and where it ends. */
export const damping = { removed: 1000, moved: 500, returned: 0, halfLifeMs: 15 * 60_000, ceiling: 12_000 } as const;

/** A change that a score counts: what it adds, and when it happened in milliseconds. */
export interface Penalty {
  readonly at: number;
  readonly weight: number;
}

/** The figure of merit of RFC 2439 at an instant: each penalty fades with the half-life, and the sum never passes the ceiling. */
export function dampingScore(penalties: readonly Penalty[], now: number): number {
  const { add, scoreAt } = damper();
  for (const { at, weight } of penalties) add(at, weight);
  return scoreAt(now);
}

/** The same for penalties that are added one by one. */
export function damper(): { add(at: number, weight: number): void; scoreAt(now: number): number } {
  let score = 0;
  let last: number | null = null;
  return {
    add(at, weight) {
      score = Math.min(damping.ceiling, faded(score, at - (last ?? at)) + weight);
      last = Math.max(last ?? at, at);
    },
    scoreAt: (now) => Math.round(faded(score, now - (last ?? now))),
  };
}

/** A clock that went back fades nothing. */
function faded(score: number, ms: number): number {
  return ms <= 0 ? score : score * 2 ** (-ms / damping.halfLifeMs);
}
