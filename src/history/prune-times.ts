import type { Database } from 'better-sqlite3';
import { openPortion, type PruneStep, removing, writing } from './prune-transaction.ts';
import { findSetting, writeSetting } from './settings.ts';

/** What happened so much before the first pass that is kept may still belong to it. */
const marginMs = 3_600_000;
/** What happened so long after the last pass of a controller that records no more may still belong to that. */
const lateMs = 24 * 3_600_000;

/** The setting that holds the number of the last gap that was pruned. */
export const lastPrunedGap = 'prune-last-gap';

/** A stretch of time, from its first instant to just before its end. */
interface Stretch {
  readonly from: number;
  readonly until: number;
}

/** How many rows that are told by the clock were removed. */
export interface RemovedByTime {
  readonly observations: number;
  readonly gaps: number;
}

/** Removes the observations and the gaps of times of which no pass is left, in steps. */
export function* removeTimes(database: Database): Generator<PruneStep, RemovedByTime> {
  const bare = bareStretches(database);
  const observations = database.prepare(
    `DELETE FROM observations WHERE observation IN
       (SELECT observation FROM observations WHERE at >= ? AND at < ? ORDER BY at LIMIT ?)`,
  );
  const portion = openPortion(500, 10_000);
  const removed = { observations: 0, gaps: 0 };
  for (const { from, until } of bare) {
    for (;;) {
      const count = yield* writing(() =>
        portion.take((rows) => removing(database, () => observations.run(from, until, rows).changes)),
      );
      removed.observations += count;
      if (count === 0) break;
    }
    for (;;) {
      const count = yield* writing(() => removing(database, () => removeGaps(database, { from, until })));
      removed.gaps += count;
      if (count === 0) break;
    }
  }
  return removed;
}

/**
 * Removes the gaps that lie in a stretch. The one with the highest number stays, so that no number comes again; in which
 * numbers are missing is noted.
 */
function removeGaps(database: Database, { from, until }: Stretch): number {
  const gaps = database
    .prepare(
      `SELECT gap FROM gaps JOIN gap_ends USING (gap)
       WHERE from_at >= ? AND until_at < ? AND gap < (SELECT max(gap) FROM gaps) ORDER BY gap LIMIT 500`,
    )
    .pluck()
    .all(from, until) as number[];
  const last = gaps.at(-1);
  if (last === undefined) return 0;
  for (const gap of gaps) {
    database.prepare('DELETE FROM gap_ends WHERE gap = ?').run(gap);
    database.prepare('DELETE FROM gaps WHERE gap = ?').run(gap);
  }
  const known = Number(findSetting(database, lastPrunedGap) ?? 0);
  writeSetting(database, lastPrunedGap, String(Math.max(known, last)));
  return gaps.length;
}

/** The stretches before the last horizon in which no controller has a pass that is kept, the first without a beginning. */
function bareStretches(database: Database): Stretch[] {
  const spans = database
    .prepare<[], { controller: string; first: number; last: number; pruned: number }>(
      `SELECT controller, min(at) AS first, max(at) AS last, controller IN (SELECT controller FROM horizons) AS pruned
       FROM passes GROUP BY controller ORDER BY first`,
    )
    .all();
  const end = Math.max(...spans.filter(({ pruned }) => pruned === 1).map(({ first }) => first - marginMs));
  const bare: Stretch[] = [];
  let from = Number.MIN_SAFE_INTEGER;
  for (const { first, last } of spans) {
    if (first - marginMs > from) bare.push({ from, until: Math.min(first - marginMs, end) });
    from = Math.max(from, last + lateMs);
  }
  return bare.filter((stretch) => stretch.from < stretch.until);
}
