import type { Database } from 'better-sqlite3';
import type { Contents } from './contents.ts';
import { findHorizonRow, type HorizonRow, horizonRowDigest } from './horizon.ts';
import { noteLeftOver } from './prune-sweep.ts';
import type { PruneTarget } from './prune-targets.ts';
import { openPortion, type PruneStep, removing, writing } from './prune-transaction.ts';
import type { Reader } from './read.ts';
import { type JoinRow, type PassRow, rosterAfter } from './rows.ts';

/**
 * Removes the passes of a controller before a target in steps, the oldest first, with their joins and with the reports on
 * which no later pass rests. After each step the horizon says where the history begins.
 */
export function* removePasses(
  database: Database,
  contents: Contents,
  reader: Pick<Reader, 'nodes'>,
  target: PruneTarget,
  now: number,
): Generator<PruneStep, number> {
  const { controller } = target;
  const next = database.prepare<[string, number, number], number>(
    'SELECT pass FROM passes NOT INDEXED WHERE controller = ? AND pass < ? ORDER BY pass LIMIT ?',
  );
  const joinsOfPass = database.prepare<[number], JoinRow>('SELECT * FROM joins WHERE pass = ?');
  const passRow = database.prepare<[number], PassRow>('SELECT * FROM passes WHERE pass = ?');
  const following = database
    .prepare('SELECT pass FROM passes NOT INDEXED WHERE controller = ? AND pass > ? ORDER BY pass LIMIT 1')
    .pluck();
  const removeJoins = database.prepare('DELETE FROM joins WHERE pass = ?');

  function step(rows: number): number {
    const passes = next.pluck().all(controller, target.first, rows) as number[];
    const [first, last] = [passes[0], passes.at(-1)];
    if (first === undefined || last === undefined) return 0;
    const kept = following.get(controller, last) as number;
    const known = findHorizonRow(database, controller);
    const lastRow = passRow.get(last) as PassRow;
    writeHorizon(database, contents, {
      controller,
      first_pass: kept,
      roster: rosterAfter(lastRow, joinsOfPass.all(last)),
      removed: (known?.removed ?? 0) + passes.length,
      from_pass: known?.from_pass ?? first,
      from_at: known?.from_at ?? (passRow.get(first) as PassRow).at,
      until_pass: last,
      pruned_at: Math.trunc(now),
      reason: target.reason,
      bound: target.bound,
    });
    for (const pass of passes) removeJoins.run(pass);
    removeReports(database, controller, reader.nodes(controller), kept);
    database.prepare('DELETE FROM passes WHERE controller = ? AND pass BETWEEN ? AND ?').run(controller, first, last);
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

function writeHorizon(database: Database, contents: Contents, row: Omit<HorizonRow, 'digest'>): void {
  const columns = Object.keys(row);
  const values = [...columns, 'digest'];
  database
    .prepare(
      `INSERT INTO horizons (${values.join(', ')}) VALUES (${values.map((name) => `:${name}`).join(', ')})
       ON CONFLICT (controller) DO UPDATE SET ${values.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    )
    .run({ ...row, digest: Buffer.from(horizonRowDigest(row, contents.digestOf), 'hex') });
}

/** Of each node, the latest report at or before the first pass that is kept stays: the state of that pass rests on it. */
function removeReports(database: Database, controller: string, nodes: readonly string[], first: number): void {
  const base = database.prepare('SELECT max(pass) FROM reports WHERE controller = ? AND node = ? AND pass <= ?').pluck();
  const remove = database.prepare('DELETE FROM reports WHERE controller = ? AND node = ? AND pass < ?');
  for (const node of nodes) remove.run(controller, node, base.get(controller, node, first));
}
