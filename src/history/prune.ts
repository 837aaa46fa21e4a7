import type { Database } from 'better-sqlite3';
import { connectForPruning } from './connection.ts';
import { type Contents, openContents } from './contents.ts';
import { type Horizon, type HorizonRow, horizonOf, horizonRows } from './horizon.ts';
import { removePasses } from './prune-passes.ts';
import { isBeyond, type PlanSettings, planPruning } from './prune-plan.ts';
import { canShrink, giveBack, rewriteStore, type StoreSize, shortenLog, storeSize } from './prune-space.ts';
import { findLeftOver, sweepContents, told } from './prune-sweep.ts';
import { removeTimes } from './prune-times.ts';
import { type PruneStep, writing } from './prune-transaction.ts';
import { storeErrorOf } from './store-error.ts';

/** With what a store is pruned. */
export interface PruneSettings extends Omit<PlanSettings, 'used'> {
  /** The largest store that is written anew where it was made before stores could shrink; recording waits meanwhile. 0 unless told. */
  readonly rewriteUpTo?: number;
}

/** Passes of a controller that were removed: how many, the first of them, and where the history begins now. */
export interface RemovedPasses {
  readonly horizon: Horizon;
  readonly removed: number;
  readonly from: number;
}

/** What was removed, and how large the store was before and is after that. */
export interface Pruned {
  readonly passes: readonly RemovedPasses[];
  readonly observations: number;
  readonly gaps: number;
  readonly contents: number;
  readonly before: StoreSize;
  readonly after: StoreSize;
  /** Whether the file itself becomes shorter; else its free pages are used again by what is recorded next. */
  readonly shrinks: boolean;
}

/** A store that is pruned while others read and record: in steps, each of which takes about 50 ms at most and leaves a valid store. */
export interface Pruner {
  /** Whether anything is beyond the limits. Quick. */
  isDue(settings: PruneSettings): boolean;
  /** Prunes. Whoever asks does each step, and may do something else in between, wait where another process writes, or stop. */
  prune(settings: PruneSettings): Generator<PruneStep, Pruned>;
  /** What was removed since this was opened. */
  soFar(): Pruned;
  close(): void;
}

/** A limit of size is come to in so many rounds of estimating and measuring, or not at all; in each so much more of it goes. */
const mostRounds = 8;
const sparePart = 0.005;

type Counts = Record<'observations' | 'gaps' | 'contents', number>;

/** Opens a store for pruning, with a connection of its own. */
export function openPruner(file: string): Pruner {
  return toldBetter(file, () => {
    const database = connectForPruning(file);
    try {
      return prunerOf(database, file);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function prunerOf(database: Database, file: string): Pruner {
  const contents = openContents(database, file);
  const before = storeSize(database, file);
  const rowsBefore = new Map(horizonRows(database).map((row) => [row.controller, row]));
  const counts: Counts = { observations: 0, gaps: 0, contents: 0 };

  function removedOf(row: HorizonRow): RemovedPasses[] {
    const known = rowsBefore.get(row.controller);
    const count = row.removed - (known?.removed ?? 0);
    if (count === 0) return [];
    return [{ horizon: horizonOf(database, row), removed: count, from: known?.first_pass ?? row.from_pass }];
  }

  const soFar = (): Pruned => ({
    passes: horizonRows(database).flatMap(removedOf),
    ...counts,
    before,
    after: storeSize(database, file),
    shrinks: canShrink(database),
  });

  return {
    isDue: (settings) => toldBetter(file, () => findLeftOver(database) !== null || isBeyond(database, file, settings)),
    *prune(settings) {
      try {
        yield* pruneStore(database, contents, file, settings, counts);
        return soFar();
      } catch (error) {
        throw storeErrorOf(file, error);
      }
    },
    soFar: () => toldBetter(file, soFar),
    close: () => database.close(),
  };
}

function* pruneStore(
  database: Database,
  contents: Contents,
  file: string,
  settings: PruneSettings,
  counts: Counts,
): Generator<PruneStep> {
  // what stands in the log stands, or will, in the file too
  if (settings.limits.maxBytes !== null) shortenLog(database);
  const before = storeSize(database, file);
  let used = before.used;
  for (let round = 0; round < mostRounds; round += 1) {
    const { targets } = yield* told(planPruning(database, contents, file, { ...settings, used }));
    for (const target of [...targets].sort((a, b) => a.from - b.from)) {
      yield* removePasses(database, target, settings.now);
    }
    if (findLeftOver(database) === null) break;
    const byTime = yield* removeTimes(database);
    counts.observations += byTime.observations;
    counts.gaps += byTime.gaps;
    counts.contents += yield* sweepContents(database, contents);
    shortenLog(database);
    // a log that somebody reads cannot be shortened now: what pruning itself wrote there is no reason to prune more
    const size = storeSize(database, file);
    used = size.used - size.log + Math.min(size.log, before.log);
    // what was estimated too low once is made up for
    const { maxBytes } = settings.limits;
    if (maxBytes !== null && used > maxBytes) used += maxBytes * round * sparePart;
  }
  yield* giveBack(database);
  yield* rewriteIfSmall(database, file, settings.rewriteUpTo ?? 0);
}

function* rewriteIfSmall(database: Database, file: string, upTo: number): Generator<PruneStep> {
  const { free, used } = storeSize(database, file);
  if (canShrink(database) || free === 0 || used > upTo) return;
  yield* writing(() => rewriteStore(database));
}

function toldBetter<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeErrorOf(file, error);
  }
}
