import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, digestOf } from '../roster/index.ts';
import type { ContentId } from './contents.ts';
import { hasSchema } from './migrate.ts';
import type { ReportRow } from './rows.ts';

/** The schema from which on passes may have been pruned. */
export const horizonsSchema = 4;

/** The limits that passes can be beyond: how old, how many, how large the store. */
export type PruneReason = 'age' | 'passes' | 'size';

/** Where the history of a controller begins since its oldest passes were pruned. Instants in milliseconds since the epoch. */
export interface Horizon {
  readonly controller: string;
  /** The first pass that is kept, and its time. */
  readonly firstPass: number;
  readonly firstAt: number;
  /** How many passes are gone, which was the first and its time, and which the last. */
  readonly removed: number;
  readonly fromPass: number;
  readonly fromAt: number;
  readonly untilPass: number;
  readonly prunedAt: number;
  /** The limit that the last of them was beyond, and its value: milliseconds, passes or bytes. */
  readonly reason: PruneReason;
  readonly bound: number;
}

/** A row of the table of horizons. */
export interface HorizonRow {
  readonly controller: string;
  readonly first_pass: number;
  readonly roster: ContentId | null;
  readonly removed: number;
  readonly from_pass: number;
  readonly from_at: number;
  readonly until_pass: number;
  readonly pruned_at: number;
  readonly reason: PruneReason;
  readonly bound: number;
  readonly digest: Buffer;
}

/** The rows of all controllers that were pruned; none in a store that is older than pruning, and is read where it may not be written. */
export function horizonRows(database: Database): HorizonRow[] {
  if (!hasSchema(database, horizonsSchema)) return [];
  return database.prepare<[], HorizonRow>('SELECT * FROM horizons ORDER BY controller').all();
}

/** The row of a controller; null where nothing of it was pruned. */
export function findHorizonRow(database: Database, controller: string): HorizonRow | null {
  if (!hasSchema(database, horizonsSchema)) return null;
  return database.prepare<[string], HorizonRow>('SELECT * FROM horizons WHERE controller = ?').get(controller) ?? null;
}

/** Where the history of a controller begins; null where nothing of it was pruned. */
export function findHorizon(database: Database, controller: string): Horizon | null {
  const row = findHorizonRow(database, controller);
  if (row === null) return null;
  const firstAt = database.prepare('SELECT at FROM passes WHERE pass = ?').pluck().get(row.first_pass);
  return {
    controller,
    firstPass: row.first_pass,
    // in a store that is damaged it may be missing
    firstAt: (firstAt as number | undefined) ?? row.from_at,
    removed: row.removed,
    fromPass: row.from_pass,
    fromAt: row.from_at,
    untilPass: row.until_pass,
    prunedAt: row.pruned_at,
    reason: row.reason,
    bound: row.bound,
  };
}

/** How many reports are without their pass, and do not stand for what was pruned. */
export function countStrayReports(database: Database): number {
  if (!hasSchema(database, horizonsSchema)) return 0;
  const sql = `
    SELECT count(*) FROM reports LEFT JOIN horizons USING (controller)
    WHERE pass >= coalesce(first_pass, 0) AND NOT EXISTS (SELECT 1 FROM passes WHERE passes.pass = reports.pass)`;
  return database.prepare(sql).pluck().get() as number;
}

/** The reports of a controller that are older than the first pass that is kept, one of each node at most, by node. */
export function standingReports(database: Database, controller: string, firstPass: number): ReportRow[] {
  return database
    .prepare<[string, number], ReportRow>('SELECT * FROM reports WHERE controller = ? AND pass < ? ORDER BY node')
    .all(controller, firstPass);
}

/** The digest of a horizon row, and of the reports that stand for what was pruned, by node. */
export function horizonRowDigest(
  row: Omit<HorizonRow, 'digest'>,
  standing: readonly ReportRow[],
  digestAt: (content: ContentId) => Digest,
): Digest {
  const { controller, first_pass, roster, removed, from_pass, from_at, until_pass, pruned_at, reason, bound } = row;
  const inForce = roster === null ? null : digestAt(roster);
  return digestOf(
    canonicalJson([
      controller,
      first_pass,
      inForce,
      removed,
      from_pass,
      from_at,
      until_pass,
      pruned_at,
      reason,
      bound,
      standing.map((report) => report.digest.toString('hex')),
    ]),
  );
}
