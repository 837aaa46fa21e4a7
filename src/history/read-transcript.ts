import type { Database } from 'better-sqlite3';
import type { Digest, RecordingGap } from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';
import type { Damage } from './damage.ts';
import { type EndedGapRow, gapsPlace, gapsSchema, isWholeGap } from './gaps.ts';
import { hasSchema } from './migrate.ts';
import { observationRows } from './observations.ts';
import { damagedWords } from './pass-records.ts';
import type { FoundPassRow } from './pass-rows.ts';
import type { StoreReader } from './read.ts';
import { decodeReport } from './report-content.ts';
import { type ReportRow, rosterGivenIn } from './rows.ts';
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

/** What is told of a report that the disk did not keep. */
const lostReport = { outcome: 'unreadable', error: damagedWords, missing: null, delivered: null } as const;

/** Reads a window of a store part by part: contents before what refers to them, passes in the order of recording, observations, gaps. */
export function* readTranscript(
  database: Database,
  contents: Contents,
  reader: StoreReader,
  window: TranscriptWindow,
): Generator<TranscriptPart> {
  const define = openTranscriptContents(contents);
  const controllers = new Map(window.ranges.map((range) => [range.controller, openController(range)]));

  function openController({ controller, baseline, first, last }: TranscriptRange) {
    const latest = new Map<string, ContentId>();
    const told = new Map<string, { readonly content: ContentId; readonly report: TranscriptReport }>();
    let pair: readonly [given: ContentId | null, inForce: ContentId | null] = [null, null];

    function changedIn(number: number): readonly string[] {
      // what stands before the first pass that is told of may be older, also where no pass before it is left
      const isFirst = number === (baseline ?? first);
      const rows = isFirst ? reader.reports.lastOf(controller, number) : reader.reports.changedIn(number);
      for (const { node, report } of rows) latest.set(node, report);
      return rows.map(({ node }) => node);
    }

    /** A report with the contents that it names; where the disk did not keep it, what stood before it stands. */
    function* tellReport(node: string, pass: number): Generator<TranscriptPart> {
      const content = latest.get(node) as ContentId;
      const before = told.get(node)?.report.inForce ?? null;
      const [parts, report] = reader.damage.attempt<[TranscriptPart[], TranscriptReport]>(
        `the report of ${node} in pass ${pass}`,
        () => {
          const { outcome, error, missing, delivered, inForce } = decodeReport(contents.load(content).text);
          const named = [...define('declaration', delivered), ...define('declaration', inForce)];
          return [named, { node, outcome, error, missing, delivered: digestAt(delivered), inForce: digestAt(inForce) }];
        },
        () => [[], { node, ...lostReport, inForce: before }],
      );
      told.set(node, { content, report });
      yield* parts;
    }

    /** The rosters of a pass as parts; null where they are the same as in the pass before. */
    function rosterParts(given: ContentId | null, inForce: ContentId | null): TranscriptPart[] | null {
      if (given === pair[0] && inForce === pair[1]) return null;
      const parts = [...define('roster', given), ...define('roster', inForce)];
      pair = [given, inForce];
      return parts;
    }

    return {
      holds: (number: number) => number === baseline || (number >= first && number <= last),
      *tell(row: FoundPassRow): Generator<TranscriptPart> {
        const changed = changedIn(row.pass);
        const { record, named, roster, joins } = reader.facts(row);
        const { key, at, recordedAt, trigger, outcome, error, source, problems, extra } = record;
        const nodes = [...named].sort();
        // an index may have misled what changed, and not what was checked
        for (const node of nodes)
          latest.set(node, (reader.reports.find(controller, node, row.pass) as ReportRow).report);
        const fresh = nodes.filter((node) => told.get(node)?.content !== latest.get(node));
        const isFresh = new Set(fresh);
        const standing = changed.filter((node) => !named.has(node)).sort();
        for (const node of [...fresh, ...standing]) yield* tellReport(node, row.pass);
        const known =
          row.digest === null || roster === undefined ? null : ([rosterGivenIn(row, joins), roster] as const);
        const [parts, lost] = reader.damage.attempt<[TranscriptPart[] | null, string | null]>(
          `the roster of pass ${row.pass}`,
          () => [known && rosterParts(...known), null],
          () => [null, `its roster is ${damagedWords}`],
        );
        yield* parts ?? [];
        const reportOf = (node: string) => (told.get(node) as { report: TranscriptReport }).report;
        const pass: TranscriptPass = {
          kind: 'pass',
          controller,
          key,
          at,
          recordedAt,
          trigger,
          outcome: lost === null ? outcome : 'unreadable',
          error: lost ?? error,
          lone: row.digest !== null && row.lone === 1,
          source,
          ...(parts === null ? {} : { roster: { given: digestAt(pair[0]), inForce: digestAt(pair[1]) } }),
          reports: fresh.map(reportOf),
          again: nodes.filter((node) => !isFresh.has(node)),
          standing: standing.map(reportOf),
          problems,
          extra,
        };
        yield pass;
      },
    };
  }

  function digestAt(content: ContentId | null): Digest | null {
    return content === null ? null : contents.digestOf(content);
  }

  const { ranges } = window;
  const start = Math.min(...ranges.map(({ baseline, first }) => baseline ?? first));
  const end = Math.max(0, ...ranges.map((range) => range.last));
  for (const row of reader.rows(null, start, end)) {
    const controller = controllers.get(row.controller);
    if (controller?.holds(row.pass)) yield* controller.tell(row);
  }
  yield* observationParts(database, reader.damage, window);
  yield* gapParts(database, reader.damage, window);
}

function* observationParts(
  database: Database,
  damage: Damage,
  { from, until }: TranscriptWindow,
): Generator<TranscriptObservation> {
  for (const row of observationRows(database, damage, from, until)) {
    const { node, container, kind, at, recorded_at: recordedAt, source } = row;
    yield { kind: 'observation', observation: { node, container, kind, at }, recordedAt, source };
  }
}

function* gapParts(
  database: Database,
  damage: Damage,
  { ranges, from, until }: TranscriptWindow,
): Generator<TranscriptGap> {
  if (!hasSchema(database, gapsSchema)) return;
  const controllers = new Set<string | null>([null, ...ranges.map(({ controller }) => controller)]);
  const rows = database.prepare<[number, number], EndedGapRow>(
    `SELECT gaps.*, until_at, gap_ends.digest AS end_digest FROM gaps LEFT JOIN gap_ends USING (gap)
     WHERE from_at <= ? AND coalesce(until_at, from_at) >= ? ORDER BY gap`,
  );
  for (const row of damage.whole(gapsPlace, () => rows.all(until, from), isWholeGap)) {
    const { recorder, controller, kind, from_at, until_at, source, reason } = row;
    const gap: RecordingGap = { controller, kind, from: from_at, until: until_at, source, reason };
    if (controllers.has(controller)) yield { kind: 'gap', recorder, gap };
  }
}
