import type { Database } from 'better-sqlite3';
import type { PruneReason } from './horizon.ts';
import { leastKept, type RetentionLimits } from './prune-limits.ts';

/** The passes of a controller, and the first of those that stay whatever the limits. */
export interface PassSpan {
  readonly controller: string;
  readonly first: number;
  readonly floor: number;
}

/** The pass of a controller before which all are to go, and the limit that they are beyond. */
export interface PruneTarget {
  readonly controller: string;
  readonly first: number;
  readonly reason: PruneReason;
  readonly bound: number;
}

/** The first pass, in the order of recording, that ran or was recorded between two instants. */
const firstBetween = `
  SELECT pass FROM passes NOT INDEXED WHERE controller = :controller
  AND (at BETWEEN :from AND :to OR at + lag BETWEEN :from AND :to) ORDER BY pass LIMIT 1`;

/** The passes of each controller. `least` of its last passes are not to go; where one controller is named, none of any other. */
export function passSpans(database: Database, least = leastKept, only?: string): PassSpan[] {
  const controllers = database
    .prepare<[], string>('SELECT DISTINCT controller FROM passes ORDER BY controller')
    .pluck();
  const oldest = database
    .prepare('SELECT pass FROM passes NOT INDEXED WHERE controller = ? ORDER BY pass LIMIT 1')
    .pluck();
  return (controllers.all() as string[]).map((controller) => {
    const first = oldest.get(controller) as number;
    const mayGo = only === undefined || only === controller;
    return { controller, first, floor: (mayGo ? nthLast(database, controller, least) : null) ?? first };
  });
}

/** The pass before which all of a controller's are beyond the limits of age and number; null where none is. */
export function findTarget(
  database: Database,
  { controller, first, floor }: PassSpan,
  { keepForMs, keepPasses }: RetentionLimits,
  now: number,
): PruneTarget | null {
  const targets: PruneTarget[] = [];
  if (keepForMs !== null) {
    const young = firstWithin(database, controller, keepForMs, now) ?? floor;
    targets.push({ controller, first: Math.min(young, floor), reason: 'age', bound: keepForMs });
  }
  if (keepPasses !== null) {
    const counted = nthLast(database, controller, Math.max(1, keepPasses)) ?? first;
    targets.push({ controller, first: Math.min(counted, floor), reason: 'passes', bound: keepPasses });
  }
  const target = targets.sort((a, b) => b.first - a.first)[0];
  return target !== undefined && target.first > first ? target : null;
}

/** The target that a cut through the passes of all controllers makes; null where nothing goes that would not go anyway. */
export function cutTarget(
  database: Database,
  { controller, first, floor }: PassSpan,
  before: PruneTarget | null,
  cut: number,
  maxBytes: number,
): PruneTarget | null {
  const next = database
    .prepare('SELECT pass FROM passes NOT INDEXED WHERE controller = ? AND pass >= ? ORDER BY pass LIMIT 1')
    .pluck()
    .get(controller, Math.min(cut, floor)) as number;
  if (next <= (before?.first ?? first)) return before;
  return { controller, first: next, reason: 'size', bound: maxBytes };
}

/** The n-th of the last passes of a controller; null where it has fewer. */
function nthLast(database: Database, controller: string, n: number): number | null {
  const sql = 'SELECT pass FROM passes NOT INDEXED WHERE controller = ? ORDER BY pass DESC LIMIT 1 OFFSET ?';
  return (
    (database
      .prepare(sql)
      .pluck()
      .get(controller, n - 1) as number | undefined) ?? null
  );
}

/**
 * The first pass that is not older than allowed; null where all are. Where the clock stands before the last recording it is
 * wrong, and tells no age: nothing is too old then.
 */
function firstWithin(database: Database, controller: string, keepForMs: number, now: number): number | null {
  const last = database
    .prepare('SELECT at + lag FROM passes NOT INDEXED WHERE controller = ? ORDER BY pass DESC LIMIT 1')
    .pluck()
    .get(controller) as number;
  if (last > now) return 0;
  const pass = database
    .prepare(firstBetween)
    .pluck()
    .get({ controller, from: now - keepForMs, to: now });
  return (pass as number | undefined) ?? null;
}
