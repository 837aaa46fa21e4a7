import type { Database } from 'better-sqlite3';
import type { Contents } from './contents.ts';
import { findHorizonRow, type HorizonRow, horizonRowDigest } from './horizon.ts';
import { noteLeftOver } from './prune-sweep.ts';
import type { PruneTarget } from './prune-targets.ts';
import { openPortion, type PruneStep, removing, writing } from './prune-transaction.ts';
import type { Reader } from './read.ts';
import { type JoinRow, type PassRow, type ReportRow, rosterAfter } from './rows.ts';

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
  const removeReports = database.prepare('DELETE FROM reports WHERE controller = ? AND node = ? AND pass < ?');
  const removeRows = database.prepare('DELETE FROM passes WHERE controller = ? AND pass BETWEEN ? AND ?');

  function step(rows: number): number {
    const passes = next.pluck().all(controller, target.first, rows) as number[];
    const [first, last] = [passes[0], passes.at(-1)];
    if (first === undefined || last === undefined) return 0;
    const kept = following.get(controller, last) as number;
    const known = findHorizonRow(database, controller);
    const lastRow = passRow.get(last) as PassRow;
    const bases = basesAt(database, controller, reader.nodes(controller), kept);
    writeHorizon(database, contents, bases, {
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
    for (const { node, pass } of bases) removeReports.run(controller, node, pass);
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

/** Of each node, the latest report at or before the first pass that is kept: the state of that pass rests on it. */
function basesAt(database: Database, controller: string, nodes: readonly string[], first: number): ReportRow[] {
  const base = database.prepare<[string, string, number], ReportRow>(
    'SELECT * FROM reports WHERE controller = ? AND node = ? AND pass <= ? ORDER BY pass DESC LIMIT 1',
  );
  return nodes.flatMap((node) => base.get(controller, node, first) ?? []);
}

function writeHorizon(
  database: Database,
  contents: Contents,
  bases: readonly ReportRow[],
  row: Omit<HorizonRow, 'digest'>,
): void {
  const standing = bases.filter(({ pass }) => pass < row.first_pass);
  const digest = horizonRowDigest(row, standing, contents.digestOf);
  const columns = [...Object.keys(row), 'digest'];
  database
    .prepare(
      `INSERT INTO horizons (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})
       ON CONFLICT (controller) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    )
    .run({ ...row, digest: Buffer.from(digest, 'hex') });
}
