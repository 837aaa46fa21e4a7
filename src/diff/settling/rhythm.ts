import type { PassFacts } from '../flaps/flap-bout.ts';
import { median } from '../flaps/oscillation.ts';

/** How passes follow each other by their own times, in milliseconds; null where that cannot be told. */
export interface Rhythm {
  readonly medianMs: number;
  readonly longestMs: number;
}

/** So many intervals tell the rhythm. */
const recent = 20;
/** A pass is overdue after so many of the usual intervals, and one and a half of the longest; never within a minute. */
const [usual, longest, leastMs] = [3, 1.5, 60_000];

/** The rhythm of the latest passes. What lies across a gap, or where a clock stood or went back, tells nothing. */
export function rhythmOf(passes: readonly PassFacts[], broken: ReadonlySet<number>): Rhythm | null {
  const intervals: number[] = [];
  for (let index = passes.length - 1; index > 0 && intervals.length < recent; index -= 1) {
    const [before, after] = [passes[index - 1], passes[index]] as [PassFacts, PassFacts];
    if (!broken.has(after.number) && after.at > before.at) intervals.push(after.at - before.at);
  }
  intervals.sort((a, b) => a - b);
  return intervals.length === 0 ? null : { medianMs: median(intervals), longestMs: intervals.at(-1) as number };
}

/** When the next pass is overdue. */
export function overdueAt(last: PassFacts, rhythm: Rhythm | null): number {
  const { medianMs, longestMs } = rhythm ?? { medianMs: 0, longestMs: 0 };
  return lastSeen(last) + Math.max(usual * medianMs, longest * longestMs, leastMs);
}

/** When a pass was there for sure: a pass that is recorded late is as old as it is, and so is one of a clock that goes ahead. */
export function lastSeen({ at, recordedAt }: PassFacts): number {
  return Math.min(at, recordedAt);
}
