import type { History, RetentionLimits } from '../history/index.ts';
import { leastKept } from '../report/index.ts';
import type { Pass } from '../roster/index.ts';

/** With what is found out whether passes stay that are beyond the limits. */
export interface HeldSettings {
  readonly limits: RetentionLimits;
  readonly now: number;
  /** The one controller whose passes may go. */
  readonly controller?: string;
  /** The bytes that the store takes once everything has gone that may. */
  readonly used: number;
  /** The first pass that stays of a controller; null where all do. */
  firstKept(controller: string): number | null;
}

/** The controllers of which passes stay that are beyond the limits, because they are among the last 21. */
export function heldControllers(history: History, settings: HeldSettings): string[] {
  const { limits, now, controller: only, used, firstKept } = settings;
  return history.controllers().filter((controller) => {
    if (only !== undefined && only !== controller) return false;
    const kept = firstKept(controller) ?? history.findFirstSince(controller, Number.MIN_SAFE_INTEGER);
    const latest = history.findLatest(controller) as number;
    if (kept === null) return false;
    const passes = history.countPasses(controller, kept, latest);
    if (passes > leastKept) return false;
    if (limits.maxBytes !== null && used > limits.maxBytes) return true;
    if (limits.keepPasses !== null && passes > limits.keepPasses) return true;
    const [first, last] = [history.findPass(kept), history.findPass(latest)] as [Pass, Pass];
    return limits.keepForMs !== null && isOlder(first, last, limits.keepForMs, now);
  });
}

/** A pass is as old as the later of when it ran and when it was recorded; a clock before the last recording tells no age. */
function isOlder(first: Pass, last: Pass, keepForMs: number, now: number): boolean {
  return last.recordedAt <= now && Math.max(first.at, first.recordedAt) < now - keepForMs;
}
