import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, digestOf } from '../roster/index.ts';

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
  readonly removed: number;
  readonly from_pass: number;
  readonly from_at: number;
  readonly until_pass: number;
  readonly pruned_at: number;
  readonly reason: PruneReason;
  readonly bound: number;
  readonly digest: Buffer;
}

/** The rows of all controllers that were pruned. */
export function horizonRows(database: Database): HorizonRow[] {
  return database.prepare<[], HorizonRow>('SELECT * FROM horizons ORDER BY controller').all();
}

/** The row of a controller; null where nothing of it was pruned. */
export function findHorizonRow(database: Database, controller: string): HorizonRow | null {
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

/** The digest of a horizon row. */
export function horizonRowDigest(row: Omit<HorizonRow, 'digest'>): Digest {
  const { controller, first_pass, removed, from_pass, from_at, until_pass, pruned_at, reason, bound } = row;
  return digestOf(
    canonicalJson([controller, first_pass, removed, from_pass, from_at, until_pass, pruned_at, reason, bound]),
  );
}
