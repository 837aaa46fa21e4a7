import type { PassFacts } from '../flaps/flap-bout.ts';
import type { Rhythm } from './rhythm.ts';
import type { Endless, Unsettled } from './unsettled.ts';

/** When a mesh can be taken for settled if nothing happens until then. */
export type Expectation =
  | { readonly kind: 'at'; readonly at: number; readonly passes: number }
  /** So many passes from now, whose rhythm is not known. */
  | { readonly kind: 'passes'; readonly passes: number }
  /** Never by waiting alone: something must be done, or recorded, first. */
  | { readonly kind: 'unknown'; readonly because: Endless };

/** What is to be expected: the reason that lasts longest decides. */
export function expectationOf(
  reasons: readonly Unsettled[],
  last: PassFacts | null,
  rhythm: Rhythm | null,
  now: number,
): Expectation {
  let [passes, at] = [0, now];
  for (const reason of reasons) {
    if (reason.ends === null) return { kind: 'unknown', because: reason.code };
    if ('passes' in reason.ends) passes = Math.max(passes, reason.ends.passes);
    else at = Math.max(at, reason.ends.at);
  }
  if (passes === 0) return { kind: 'at', at, passes };
  if (last === null || rhythm === null) return { kind: 'passes', passes };
  // one that is late comes now at the earliest
  const next = Math.max(last.at + rhythm.medianMs, now);
  return { kind: 'at', at: Math.max(at, Math.round(next + (passes - 1) * rhythm.medianMs)), passes };
}
