import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, digestOf, type Observation, type ObservationKind } from '../roster/index.ts';
import type { Damage } from './damage.ts';
import { StoreError } from './store-error.ts';
import { wellFormedText } from './well-formed.ts';

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
export function readObservations(database: Database, damage: Damage, from: number, to: number): Observation[] {
  const rows = [...observationRows(database, damage, from, to)];
  return rows.map(({ node, container, kind, at }) => ({ node, container, kind, at }));
}

type NumberedRow = ObservationRow & { readonly observation: number };

/** How many rows are read at a time: a statement that is left in the middle would keep the connection busy. */
const pageRows = 256;

/** The rows between two instants, both included, in the order of time, without those that are not what was recorded. Lazy. */
export function* observationRows(
  database: Database,
  damage: Damage,
  from: number,
  to: number,
): Generator<ObservationRow> {
  const indexed = mayTrustIndex(database, damage, from, to) ? '' : 'NOT INDEXED';
  const page = (how: string) =>
    database.prepare<[number, number, number, number], NumberedRow>(
      `SELECT * FROM observations ${how} WHERE (at, observation) > (?, ?) AND at <= ? ORDER BY at, observation LIMIT ?`,
    );
  let after: readonly [at: number, observation: number] = [from, -1];
  for (;;) {
    const start = after;
    const rows = damage.attempt<NumberedRow[]>(
      null,
      () => expectAscending(start, page(indexed).all(...start, to, pageRows)),
      () => oneByOne(database, damage, start, to),
      // as far as the table alone tells
      () => damage.note(observationsPlace, () => page('NOT INDEXED').all(...start, to, pageRows)),
    );
    yield* damage.whole(observationsPlace, () => rows, isWholeObservation);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    after = [last.at, last.observation];
  }
}

/**
 * Whether to go by the index of times: one that is damaged may lose rows without a word. It is trusted where it finds what the
 * table holds, and where it finds more: of those rows it is told that they are lost.
 */
function mayTrustIndex(database: Database, damage: Damage, from: number, to: number): boolean {
  const sums = (how: string) =>
    damage.attempt<{ count: number; of: string } | null>(
      null,
      () =>
        database
          .prepare<[number, number], { count: number; of: string }>(
            // small numbers, whose sum is exact in any order
            `SELECT count(*) AS count, concat_ws(' ', sum(at % 1000003), sum(observation)) AS of
             FROM observations ${how} WHERE at BETWEEN ? AND ?`,
          )
          .get(from, to) ?? null,
      () => null,
    );
  const found = sums('INDEXED BY observations_by_at');
  const inTable = sums('NOT INDEXED');
  if (found === null || inTable === null) return found !== null;
  return found.count === inTable.count ? found.of === inTable.of : found.count > inTable.count;
}

/** The same rows. Throws {@link StoreError} where one comes twice or out of order, as from a damaged index. */
function expectAscending(after: readonly [at: number, observation: number], rows: NumberedRow[]): NumberedRow[] {
  let [at, observation] = after;
  for (const row of rows) {
    if (row.at < at || (row.at === at && row.observation <= observation)) {
      throw new StoreError('observations are out of order', { damaged: true });
    }
    [at, observation] = [row.at, row.observation];
  }
  return rows;
}

/** The next rows that can be read, each found by its number in the index. */
function oneByOne(
  database: Database,
  damage: Damage,
  after: readonly [at: number, observation: number],
  to: number,
): NumberedRow[] {
  const numbers = database
    .prepare<[number, number, number], number>(
      `SELECT observation FROM observations INDEXED BY observations_by_at
       WHERE (at, observation) > (?, ?) AND at <= ? ORDER BY at, observation`,
    )
    .pluck();
  const one = database.prepare<[number], NumberedRow>('SELECT * FROM observations WHERE observation = ?');
  const found = numbers.all(...after, to) as number[];
  if (new Set(found).size < found.length)
    throw new StoreError('an index names an observation twice', { damaged: true });
  const rows = found.flatMap((number) =>
    damage.attempt<NumberedRow[]>(
      observationsPlace,
      () => {
        const row = one.get(number);
        if (row) return [row];
        throw new StoreError(`observation ${number} is missing`, { damaged: true });
      },
      () => [],
    ),
  );
  return expectAscending(after, rows).slice(0, pageRows);
}

/** How observations are called that the disk did not keep. */
const observationsPlace = 'what hosts and engines told';

/** Whether an observation row is what was recorded. */
function isWholeObservation(row: ObservationRow): boolean {
  return row.digest?.toString('hex') === observationRowDigest(row);
}
