import type { Database } from 'better-sqlite3';
import {
  canonicalJson,
  declarationInForce,
  encodeRoster,
  foldProblems,
  type PassDraft,
  type Problem,
  type Report,
  type Roster,
  rosterInForce,
} from '../roster/index.ts';
import { addText, type ContentId, type Contents } from './contents.ts';
import { addDeclaration } from './declaration-content.ts';
import type { StoreReader } from './read.ts';
import { addReport, deliversTheSame, type StoredReport } from './report-content.ts';
import { joinRowDigest, type PassRow, passRowDigest, reportRowDigest } from './rows.ts';

/** A pass that has arrived: its draft, when, where from, and how long lone declarations gather. */
export interface Arrival {
  readonly draft: PassDraft;
  /** Milliseconds since the epoch. */
  readonly recordedAt: number;
  readonly source: string | null;
  readonly quietGapMs: number;
}

/** What became of an arrival: a pass of its own, a part of an earlier one, or no news. */
export type Appended =
  | { readonly kind: 'recorded'; readonly number: number }
  | { readonly kind: 'joined'; readonly number: number; readonly nodes: readonly string[] }
  | { readonly kind: 'known'; readonly number: number };

/** What to do with an arrival, by what is known under its id or gathers at this moment. */
type Placement =
  | { readonly kind: 'new'; readonly problems: readonly Problem[] }
  | { readonly kind: 'join'; readonly pass: PassRow; readonly reports: readonly Report[] }
  | { readonly kind: 'known'; readonly pass: PassRow };

/**
 * Makes the function that appends an arrival in one immediate transaction: begun as a writer, it can wait for another
 * writer, which a transaction that began as a reader cannot.
 */
export function openAppender(
  database: Database,
  contents: Contents,
  reader: StoreReader,
): (arrival: Arrival) => Appended {
  const insertPass = database.prepare(
    `INSERT INTO passes (pass, controller, key, at, recorded_at, trigger, outcome, error, lone, source, nodes, roster, roster_given, problems, extra, digest)
     VALUES (:pass, :controller, :key, :at, :recorded_at, :trigger, :outcome, :error, :lone, :source, :nodes, :roster, :roster_given, :problems, :extra, :digest)`,
  );
  const insertReport = database.prepare(
    'INSERT INTO reports (controller, node, pass, report, digest) VALUES (?, ?, ?, ?, ?)',
  );
  const insertJoin = database.prepare(
    'INSERT INTO joins (pass, node, recorded_at, source, problems, digest) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const nextNumber = database.prepare('SELECT coalesce(max(pass), 0) + 1 FROM passes').pluck();
  const passesAfter = database.prepare<[string, number], PassRow>(
    'SELECT * FROM passes WHERE controller = ? AND pass > ? ORDER BY pass',
  );
  const digestBytes = (digest: string) => Buffer.from(digest, 'hex');

  function latestRow(controller: string): PassRow | undefined {
    const number = reader.findLatest(controller);
    return number === null ? undefined : reader.loadPassRow(number);
  }

  function namedIn(row: PassRow): Set<string> {
    return new Set([...reader.nodesOf(row), ...reader.joinsOf(row.pass).map(({ node }) => node)]);
  }

  function placementOf({ draft, recordedAt, quietGapMs }: Arrival): Placement {
    if (draft.key !== null) {
      const number = reader.findKey(draft.controller, draft.key);
      return number === null
        ? { kind: 'new', problems: [] }
        : placementUnderKey(draft, reader.loadPassRow(number) as PassRow);
    }
    const latest = latestRow(draft.controller);
    if (latest && gathers(draft, recordedAt, quietGapMs, latest))
      return { kind: 'join', pass: latest, reports: draft.reports };
    return { kind: 'new', problems: [] };
  }

  /** Whether a lone declaration without an id belongs to the pass that is gathering: recent, of the same kind, its node not seen yet. */
  function gathers(draft: PassDraft, recordedAt: number, quietGapMs: number, latest: PassRow): boolean {
    if (!draft.lone || latest.lone === 0 || latest.key !== null) return false;
    const named = namedIn(latest);
    if (draft.reports.some(({ node }) => named.has(node))) return false;
    const lastArrival = Math.max(
      latest.recorded_at,
      ...reader.joinsOf(latest.pass).map(({ recorded_at }) => recorded_at),
    );
    const near = (a: number, b: number) => Math.abs(a - b) <= quietGapMs;
    return near(recordedAt, lastArrival) && (draft.at === null || near(draft.at, latest.at));
  }

  function placementUnderKey(draft: PassDraft, pass: PassRow): Placement {
    const named = namedIn(pass);
    const rosterKnown =
      draft.roster === null ||
      (pass.roster_given !== null && contents.digestOf(pass.roster_given) === draft.roster.digest);
    const verdicts = draft.reports.map((report) => {
      if (!named.has(report.node)) return 'joins';
      const known = reader.findReport(draft.controller, report.node, pass.pass) as { report: StoredReport };
      if (deliversTheSame(known.report, storedReport(report, null))) return 'known';
      return known.report.outcome === 'unreadable' ? 'retried' : 'differs';
    });
    const anew =
      !rosterKnown ||
      draft.outcome !== pass.outcome ||
      verdicts.some((verdict) => verdict === 'differs' || verdict === 'retried');
    if (anew) {
      const retry = pass.outcome === 'unreadable' || (rosterKnown && !verdicts.includes('differs'));
      return { kind: 'new', problems: retry ? [] : [{ code: 'pass-id-reused', text: draft.key as string }] };
    }
    const joining = draft.reports.filter((_, index) => verdicts[index] === 'joins');
    return joining.length === 0 ? { kind: 'known', pass } : { kind: 'join', pass, reports: joining };
  }

  /** A report with its contents added. What is in force rests on `before`, the node's report before it. */
  function storedReport(report: Report, before: StoredReport | null): StoredReport {
    const { outcome } = report;
    if (report.outcome !== 'planned' && report.outcome !== 'partial') {
      return { outcome, error: report.error, missing: null, delivered: null, inForce: before?.inForce ?? null };
    }
    const missing = report.outcome === 'partial' ? report.missing : null;
    const error = report.outcome === 'partial' ? report.error : null;
    const last = before?.inForce == null ? null : reader.nouns.declaration(before.inForce);
    const inForce = declarationInForce(last, report.declaration, missing);
    return {
      outcome,
      error,
      missing,
      delivered: addDeclaration(contents, report.declaration),
      inForce: addDeclaration(contents, inForce),
    };
  }

  /**
   * Adds a node's report to a pass: a row only where it differs from the report before it. Where it does and later passes
   * rest on the earlier report without a row of their own, the first of them gets one, so that they go on to mean the same.
   */
  function addReportRow(controller: string, pass: number, report: Report): void {
    const { node } = report;
    const before = reader.findReport(controller, node, pass - 1)?.report ?? null;
    const stored = storedReport(report, before);
    const content = addReport(contents, stored);
    if (before !== null && addReport(contents, before) === content) return;
    const resting = before === null ? null : findRestingPass(controller, node, pass);
    insertReportRow(controller, node, pass, content);
    if (before !== null && resting !== null) insertReportRow(controller, node, resting, addReport(contents, before));
  }

  /** The first later pass in which a node reported the same as before `pass`, and so without a row of its own. */
  function findRestingPass(controller: string, node: string, pass: number): number | null {
    for (const later of passesAfter.iterate(controller, pass)) {
      if (!namedIn(later).has(node)) continue;
      return reader.findReport(controller, node, later.pass)?.pass === later.pass ? null : later.pass;
    }
    return null;
  }

  function insertReportRow(controller: string, node: string, pass: number, report: ContentId): void {
    const digest = reportRowDigest({ controller, node, pass, report }, contents.digestOf);
    insertReport.run(controller, node, pass, report, digestBytes(digest));
  }

  function problemsContent(problems: readonly Problem[]): ContentId | null {
    const folded = foldProblems(problems);
    return folded.length === 0 ? null : addText(contents, 'problems', canonicalJson(folded as unknown as never));
  }

  function addRoster(roster: Roster): ContentId {
    return contents.add('roster', roster.digest, () => encodeRoster(roster.list.entries, roster.owners));
  }

  function append(arrival: Arrival): Appended {
    const placement = placementOf(arrival);
    const { draft } = arrival;
    if (placement.kind === 'known') return { kind: 'known', number: placement.pass.pass };
    if (placement.kind === 'new') return { kind: 'recorded', number: appendNew(arrival, placement.problems) };
    const number = placement.pass.pass;
    for (const [index, report] of placement.reports.entries()) {
      const problems = index === 0 ? problemsContent(draft.problems) : null;
      const row = {
        pass: number,
        node: report.node,
        recorded_at: arrival.recordedAt,
        source: arrival.source,
        problems,
      };
      addReportRow(draft.controller, number, report);
      insertJoin.run(
        number,
        report.node,
        row.recorded_at,
        row.source,
        problems,
        digestBytes(joinRowDigest(row, contents.digestOf)),
      );
    }
    return { kind: 'joined', number, nodes: placement.reports.map(({ node }) => node) };
  }

  function appendNew({ draft, recordedAt, source }: Arrival, problems: readonly Problem[]): number {
    const before = latestRow(draft.controller);
    const number = nextNumber.get() as number;
    const at = draft.at ?? recordedAt;
    const lastRoster = before?.roster == null ? null : reader.nouns.roster(before.roster);
    const roster = rosterInForce(lastRoster, draft.roster, draft.missing);
    const row: Omit<PassRow, 'digest'> = {
      pass: number,
      controller: draft.controller,
      key: draft.key,
      at,
      recorded_at: recordedAt,
      trigger: draft.trigger === null ? null : JSON.stringify(draft.trigger),
      outcome: draft.outcome,
      error: draft.error,
      lone: draft.lone ? 1 : 0,
      source,
      nodes: addText(contents, 'nodes', canonicalJson(draft.reports.map(({ node }) => node).sort())),
      roster: roster === null ? null : addRoster(roster),
      roster_given: draft.roster === null ? null : addRoster(draft.roster),
      problems: problemsContent([...draft.problems, ...problems, ...clockProblems(at, before)]),
      extra: Object.keys(draft.extra).length === 0 ? null : addText(contents, 'extra', canonicalJson(draft.extra)),
    };
    insertPass.run({ ...row, digest: digestBytes(passRowDigest(row, contents.digestOf)) });
    for (const report of draft.reports) addReportRow(draft.controller, number, report);
    return number;
  }

  const transaction = database.transaction(append);
  return (arrival) => transaction.immediate(arrival);
}

function clockProblems(at: number, before: PassRow | undefined): Problem[] {
  if (!before || at >= before.at) return [];
  return [{ code: 'clock-went-back', text: `${(before.at - at) / 1000} s before pass ${before.pass}` }];
}
