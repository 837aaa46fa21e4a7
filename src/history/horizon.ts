import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, digestOf } from '../roster/index.ts';
import type { Damage } from './damage.ts';

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

/** Whether a row is what was recorded. */
export function isWholeHorizon(row: HorizonRow): boolean {
  return row.digest?.toString('hex') === horizonRowDigest(row);
}

/** The rows of all controllers; where one is not what was recorded, or they cannot be read, the others, and the place is noted. */
export function wholeHorizonRows(database: Database, damage: Damage): HorizonRow[] {
  return damage.whole('where the history begins that is kept', () => horizonRows(database), isWholeHorizon);
}

/** Where the history of a controller begins; null where nothing of it was pruned, or the disk did not keep it. */
export function findHorizon(database: Database, damage: Damage, controller: string): Horizon | null {
  const row = wholeHorizonRows(database, damage).find((one) => one.controller === controller);
  if (row === undefined) return null;
  return damage.attempt(
    null,
    () => horizonOf(database, row),
    () => horizonAt(row, row.from_at),
  );
}

/** What a row of a horizon says. */
export function horizonOf(database: Database, row: HorizonRow): Horizon {
  const firstAt = database.prepare('SELECT at FROM passes WHERE pass = ?').pluck().get(row.first_pass);
  // in a store that is damaged it may be missing
  return horizonAt(row, (firstAt as number | undefined) ?? row.from_at);
}

function horizonAt(row: HorizonRow, firstAt: number): Horizon {
  return { ...horizonFacts(row), firstAt };
}

/** What a row says of itself. */
export function horizonFacts(row: Omit<HorizonRow, 'digest'>): Omit<Horizon, 'firstAt'> {
  return {
    controller: row.controller,
    firstPass: row.first_pass,
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

/** Writes where the history of a controller begins, in place of what it was; in a transaction that may do so. */
export function writeHorizon(database: Database, row: Omit<HorizonRow, 'digest'>): void {
  const columns = [...Object.keys(row), 'digest'];
  database
    .prepare(
      `INSERT INTO horizons (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})
       ON CONFLICT (controller) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    )
    .run({ ...row, digest: Buffer.from(horizonRowDigest(row), 'hex') });
}
