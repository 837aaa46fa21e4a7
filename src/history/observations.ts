import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, digestOf, type Observation, type ObservationKind } from '../roster/index.ts';
import { hasSchema } from './migrate.ts';
import { wellFormedText } from './well-formed.ts';

/** The schema from which on a store knows of observations. */
export const observationsSchema = 2;

/** A row of the table of observations. */
export interface ObservationRow {
  readonly node: string;
  readonly container: string;
  readonly kind: ObservationKind;
  readonly at: number;
  readonly recorded_at: number;
  readonly source: string | null;
  readonly digest: Buffer;
}

/** Observations that arrived together: when, and where from. */
export interface ObservationArrival {
  readonly observations: readonly Observation[];
  /** Milliseconds since the epoch. */
  readonly recordedAt: number;
  readonly source: string | null;
}

/** The digest of an observation row. */
export function observationRowDigest(row: Omit<ObservationRow, 'digest'>): Digest {
  return digestOf(canonicalJson([row.node, row.container, row.kind, row.at, row.recorded_at, row.source]));
}

/** Makes the function that appends observations in one transaction, and gives how many of them are new. */
export function openObservationAppender(database: Database): (arrival: ObservationArrival) => number {
  const insert = database.prepare(
    'INSERT INTO observations (node, container, kind, at, recorded_at, source, digest) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const transaction = database.transaction(({ observations, recordedAt, source }: ObservationArrival) => {
    let added = 0;
    for (const { node: givenNode, container: givenContainer, kind, at } of observations) {
      const [node, container] = [wellFormedText(givenNode), wellFormedText(givenContainer)];
      const digest = observationRowDigest({ node, container, kind, at, recorded_at: recordedAt, source });
      added += insert.run(node, container, kind, at, recordedAt, source, Buffer.from(digest, 'hex')).changes;
    }
    return added;
  });
  return (arrival) => transaction.immediate(arrival);
}

/** What happened between two instants, both included, in the order of time. */
export function readObservations(database: Database, from: number, to: number): Observation[] {
  if (!hasSchema(database, observationsSchema)) return [];
  return database
    .prepare<[number, number], Observation>(
      'SELECT node, container, kind, at FROM observations WHERE at BETWEEN ? AND ? ORDER BY at, observation',
    )
    .all(from, to);
}
