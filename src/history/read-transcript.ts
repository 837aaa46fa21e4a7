import type { Database } from 'better-sqlite3';
import type { Digest, RecordingGap } from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';
import type { Damage } from './damage.ts';
import type { DeclarationRef } from './declaration-content.ts';
import { type EndedGapRow, gapsPlace, isWholeGap } from './gaps.ts';
import { observationRows } from './observations.ts';
import { damagedWords } from './pass-records.ts';
import type { FoundPassRow } from './pass-rows.ts';
import type { StoreReader } from './read.ts';
import { isSameReport, type StoredReport } from './stored-report.ts';
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
import { toldHorizons } from './transcript-horizons.ts';

/** What is told of a report that the disk did not keep. */
const lostReport = { outcome: 'unreadable', error: damagedWords, missing: null, delivered: null } as const;

/** Reads a window of a store part by part: horizons, contents before what refers to them, passes in the order of recording, observations, gaps. */
export function* readTranscript(
  database: Database,
  contents: Contents,
  reader: StoreReader,
  window: TranscriptWindow,
): Generator<TranscriptPart> {
  const define = openTranscriptContents(contents, reader.bindings);
  const controllers = new Map(window.ranges.map((range) => [range.controller, openController(range)]));

  function openController({ controller, baseline, first, last }: TranscriptRange) {
    const told = new Map<string, { readonly stored: StoredReport; readonly report: TranscriptReport }>();
    let pair: readonly [given: ContentId | null, inForce: ContentId | null] = [null, null];

    /** A report with the contents that it names; where the disk did not keep it, what stood before it stands. */
    function* tellReport(node: string, stored: StoredReport, pass: number): Generator<TranscriptPart> {
      const before = told.get(node)?.report.inForce ?? null;
      const [parts, report] = reader.damage.attempt<[TranscriptPart[], TranscriptReport]>(
        `the report of ${node} in pass ${pass}`,
        () => {
          const { outcome, error, missing, delivered, inForce } = stored;
          const named = [...define.declaration(delivered), ...define.declaration(inForce)];
          const digestAt = (ref: DeclarationRef | null) => ref && define.digestOf(ref);
          return [named, { node, outcome, error, missing, delivered: digestAt(delivered), inForce: digestAt(inForce) }];
        },
        () => [[], { node, ...lostReport, inForce: before }],
      );
      told.set(node, { stored, report });
      yield* parts;
    }

    /** The rosters of a pass as parts; null where they are the same as in the pass before. */
    function rosterParts(given: ContentId | null, inForce: ContentId | null): TranscriptPart[] | null {
      if (given === pair[0] && inForce === pair[1]) return null;
      const parts = [...define.roster(given), ...define.roster(inForce)];
      pair = [given, inForce];
      return parts;
    }

    return {
      holds: (number: number) => number === baseline || (number >= first && number <= last),
      *tell(row: FoundPassRow): Generator<TranscriptPart> {
        const recorded = reader.records.find(row);
        const { key, at, recordedAt, trigger, outcome, error, source, problems, extra } = reader.records.record(
          row,
          recorded,
        );
        const nodes = [...(recorded?.state.nodes ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
        const isNews = ([node, { report }]: (typeof nodes)[number]) => {
          const last = told.get(node)?.stored;
          return last === undefined || !isSameReport(last, report);
        };
        const named = nodes.filter(([, { reported }]) => reported);
        const fresh = named.filter(isNews);
        const standing = nodes.filter((node) => !node[1].reported && isNews(node));
        const isFresh = new Set(fresh);
        for (const [node, { report }] of [...fresh, ...standing]) yield* tellReport(node, report, row.pass);
        const known = recorded === null ? null : ([recorded.state.rosterGiven, recorded.state.roster] as const);
        const [parts, lost] = reader.damage.attempt<[TranscriptPart[] | null, string | null]>(
          `the roster of pass ${row.pass}`,
          () => [known && rosterParts(...known), null],
          () => [null, `its roster is ${damagedWords}`],
        );
        yield* parts ?? [];
        const reportOf = ([node]: (typeof nodes)[number]) => (told.get(node) as { report: TranscriptReport }).report;
        const pass: TranscriptPass = {
          kind: 'pass',
          ...(row.pass < numberedBefore ? { number: row.pass } : {}),
          controller,
          key,
          at,
          recordedAt,
          trigger,
          outcome: lost === null ? outcome : 'unreadable',
          error: lost ?? error,
          lone: recorded?.facts.lone ?? false,
          source,
          ...(parts === null ? {} : { roster: { given: digestAt(pair[0]), inForce: digestAt(pair[1]) } }),
          reports: fresh.map(reportOf),
          again: named.filter((node) => !isFresh.has(node)).map(([node]) => node),
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
  const { parts: horizons, numberedBefore } = toldHorizons(database, reader, ranges);
  yield* horizons;
  const start = Math.min(...ranges.map(({ baseline, first }) => baseline ?? first));
  const end = Math.max(0, ...ranges.map((range) => range.last));
  reader.records.forget();
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
