import type { Database } from 'better-sqlite3';
import { type HorizonRow, horizonRows, isWholeHorizon, writeHorizon } from './horizon.ts';
import { noteLeftOver } from './prune-sweep.ts';
import type { PruneTarget } from './prune-targets.ts';
import { openPortion, type PruneStep, removing, writing } from './prune-transaction.ts';
import type { PassRow } from './rows.ts';
import { StoreError } from './store-error.ts';

/**
 * Removes the passes of a controller before a target in steps, the oldest first, with the joins on which no later pass
 * rests. After each step the horizon says where the history begins.
 */
export function* removePasses(database: Database, target: PruneTarget, now: number): Generator<PruneStep, number> {
  const { controller } = target;
  const next = database.prepare<[string, number, number], number>(
    'SELECT pass FROM passes NOT INDEXED WHERE controller = ? AND pass < ? ORDER BY pass LIMIT ?',
  );
  const passRow = database.prepare<[number], PassRow>('SELECT * FROM passes WHERE pass = ?');
  const following = database
    .prepare('SELECT pass FROM passes NOT INDEXED WHERE controller = ? AND pass > ? ORDER BY pass LIMIT 1')
    .pluck();
  const removeJoins = database.prepare('DELETE FROM joins WHERE controller = ? AND pass < ? AND until_pass <= ?');
  const removeRows = database.prepare('DELETE FROM passes WHERE controller = ? AND pass BETWEEN ? AND ?');

  function step(rows: number): number {
    const passes = next.pluck().all(controller, target.first, rows) as number[];
    const [first, last] = [passes[0], passes.at(-1)];
    if (first === undefined || last === undefined) return 0;
    const kept = following.get(controller, last) as number;
    const known = horizonBefore(database, controller);
    writeHorizon(database, {
      controller,
      first_pass: kept,
      removed: (known?.removed ?? 0) + passes.length,
      from_pass: known?.from_pass ?? first,
      from_at: known?.from_at ?? (passRow.get(first) as PassRow).at,
      until_pass: last,
      pruned_at: Math.trunc(now),
      reason: target.reason,
      bound: target.bound,
    });
    removeJoins.run(controller, kept, kept);
    removeRows.run(controller, first, last);
    noteLeftOver(database);
    return passes.length;
  }

  const portion = openPortion(200, 2000);
  let removed = 0;
  for (;;) {
    const count = yield* writing(() => portion.take((rows) => removing(database, () => step(rows))));
    if (count === 0) return removed;
    removed += count;
  }
}

/** The row of a controller, which a new one must not be made of where it is not what was recorded. */
function horizonBefore(database: Database, controller: string): HorizonRow | null {
  const known = horizonRows(database).find((row) => row.controller === controller) ?? null;
  if (known === null || isWholeHorizon(known)) return known;
  throw new StoreError(`where the history of "${controller}" begins is not what was recorded`, {
    damaged: true,
    hint: 'roster-history verify says what is affected',
  });
}
