import type { Database } from 'better-sqlite3';
import type { Digest, RecordingGap } from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';
import { type GapRow, gapsSchema } from './gaps.ts';
import { hasSchema } from './migrate.ts';
import type { ObservationRow } from './observations.ts';
import type { StoreReader } from './read.ts';
import { decodeReport, type StoredReport } from './report-content.ts';
import { type PassRow, type ReportRow, rosterAfter, rosterGivenIn } from './rows.ts';
import type {
  TranscriptGap,
  TranscriptObservation,
  TranscriptPart,
  TranscriptPass,
  TranscriptRange,
  TranscriptReport,
  TranscriptWindow,
} from './transcript.ts';
import { openTranscriptContents } from './transcript-contents.ts';

/** How many rows are read at a time: a statement that is left in the middle would keep the connection busy. */
const pageRows = 256;

/** Reads a window of a store part by part: contents before what refers to them, passes in the order of recording, observations, gaps. */
export function* readTranscript(
  database: Database,
  contents: Contents,
  reader: StoreReader,
  window: TranscriptWindow,
): Generator<TranscriptPart> {
  const define = openTranscriptContents(contents);
  const controllers = new Map(window.ranges.map((range) => [range.controller, openController(range)]));
  const reportRows = database.prepare<[number], ReportRow>('SELECT * FROM reports WHERE pass = ?');

  function openController({ controller, baseline, first, last }: TranscriptRange) {
    const latest = new Map<string, ContentId>();
    const told = new Map<string, ContentId>();
    let pair: readonly [given: ContentId | null, inForce: ContentId | null] = [null, null];

    function changedIn(number: number): readonly string[] {
      // what stands before the first pass that is told of may be older, also where no pass before it is left
      if (number === (baseline ?? first)) {
        for (const node of reader.nodes(controller)) {
          const found = reader.findReport(controller, node, number);
          if (found) latest.set(node, found.content);
        }
        return [...latest.keys()];
      }
      const rows = reportRows.all(number);
      for (const { node, report } of rows) latest.set(node, report);
      return rows.map(({ node }) => node);
    }

    return {
      holds: (number: number) => number === baseline || (number >= first && number <= last),
      *tell(row: PassRow): Generator<TranscriptPart> {
        const changed = changedIn(row.pass);
        const joins = reader.joinsOf(row.pass);
        const named = [...reader.namedIn(row, joins)].sort();
        const isNamed = new Set(named);
        const fresh = named.filter((node) => told.get(node) !== latest.get(node));
        const isFresh = new Set(fresh);
        const standing = changed.filter((node) => !isNamed.has(node)).sort();
        for (const node of [...fresh, ...standing]) {
          const content = latest.get(node) as ContentId;
          told.set(node, content);
          const { delivered, inForce } = storedReport(content);
          yield* define('declaration', delivered);
          yield* define('declaration', inForce);
        }
        const rosters = [rosterGivenIn(row, joins), rosterAfter(row, joins)] as const;
        yield* define('roster', rosters[0]);
        yield* define('roster', rosters[1]);
        const stands = rosters[0] === pair[0] && rosters[1] === pair[1];
        pair = rosters;
        const record = reader.findPass(row.pass) as NonNullable<ReturnType<StoreReader['findPass']>>;
        const { at, recordedAt, trigger, problems, extra } = record;
        const pass: TranscriptPass = {
          kind: 'pass',
          controller,
          key: row.key,
          at,
          recordedAt,
          trigger,
          outcome: row.outcome,
          error: row.error,
          lone: row.lone === 1,
          source: row.source,
          ...(stands ? {} : { roster: { given: digestAt(rosters[0]), inForce: digestAt(rosters[1]) } }),
          reports: fresh.map((node) => reportOf(node, latest.get(node) as ContentId)),
          again: named.filter((node) => !isFresh.has(node)),
          standing: standing.map((node) => reportOf(node, latest.get(node) as ContentId)),
          problems,
          extra,
        };
        yield pass;
      },
    };
  }

  function storedReport(content: ContentId): StoredReport {
    return decodeReport(contents.load(content).text);
  }

  function digestAt(content: ContentId | null): Digest | null {
    return content === null ? null : contents.digestOf(content);
  }

  function reportOf(node: string, content: ContentId): TranscriptReport {
    const { outcome, error, missing, delivered, inForce } = storedReport(content);
    return { node, outcome, error, missing, delivered: digestAt(delivered), inForce: digestAt(inForce) };
  }

  for (const row of passRows(database, window.ranges)) {
    const controller = controllers.get(row.controller);
    if (controller?.holds(row.pass)) yield* controller.tell(row);
  }
  yield* observationParts(database, window);
  yield* gapParts(database, window);
}

function* passRows(database: Database, ranges: readonly TranscriptRange[]): Generator<PassRow> {
  const page = database.prepare<[number, number, number], PassRow>(
    'SELECT * FROM passes WHERE pass BETWEEN ? AND ? ORDER BY pass LIMIT ?',
  );
  const last = Math.max(0, ...ranges.map((range) => range.last));
  let next = Math.min(...ranges.map(({ baseline, first }) => baseline ?? first));
  while (next <= last) {
    const rows = page.all(next, last, pageRows);
    yield* rows;
    if (rows.length < pageRows) return;
    next = (rows.at(-1) as PassRow).pass + 1;
  }
}

function* observationParts(database: Database, { from, until }: TranscriptWindow): Generator<TranscriptObservation> {
  const page = database.prepare<[number, number, number, number], ObservationRow & { observation: number }>(
    'SELECT * FROM observations WHERE (at, observation) > (?, ?) AND at <= ? ORDER BY at, observation LIMIT ?',
  );
  let after: readonly [at: number, observation: number] = [from, -1];
  for (;;) {
    const rows = page.all(...after, until, pageRows);
    for (const { node, container, kind, at, recorded_at: recordedAt, source } of rows) {
      yield { kind: 'observation', observation: { node, container, kind, at }, recordedAt, source };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    after = [last.at, last.observation];
  }
}

function* gapParts(database: Database, { ranges, from, until }: TranscriptWindow): Generator<TranscriptGap> {
  if (!hasSchema(database, gapsSchema)) return;
  const controllers = new Set<string | null>([null, ...ranges.map(({ controller }) => controller)]);
  const rows = database
    .prepare<[number, number], GapRow & { until_at: number | null }>(
      `SELECT gaps.*, until_at FROM gaps LEFT JOIN gap_ends USING (gap)
       WHERE from_at <= ? AND coalesce(until_at, from_at) >= ? ORDER BY gap`,
    )
    .all(until, from);
  for (const { recorder, controller, kind, from_at, until_at, source, reason } of rows) {
    const gap: RecordingGap = { controller, kind, from: from_at, until: until_at, source, reason };
    if (controllers.has(controller)) yield { kind: 'gap', recorder, gap };
  }
}
