import type { PassDraft, Problem, Report } from '../roster/index.ts';
import type { Contents } from './contents.ts';
import type { StoreReader } from './read.ts';
import { delivers } from './report-content.ts';
import { type JoinRow, type PassRow, rosterGivenIn } from './rows.ts';

/** A pass that has arrived: its draft, when, where from, and how long lone declarations gather. */
export interface Arrival {
  readonly draft: PassDraft;
  /** Milliseconds since the epoch. */
  readonly recordedAt: number;
  readonly source: string | null;
  readonly quietGapMs: number;
}

/** What to do with an arrival, by what is known under its id or gathers at this moment. */
export type Placement =
  | { readonly kind: 'new'; readonly problems: readonly Problem[] }
  | { readonly kind: 'join'; readonly pass: PassRow; readonly reports: readonly Report[]; readonly roster: boolean }
  | { readonly kind: 'known'; readonly pass: PassRow };

/** What a draft has in common with the pass that is known under its id. */
type Verdict = 'known' | 'joins' | 'retried' | 'differs';

/** Decides what becomes of an arrival. Writes nothing. */
export function placementOf(
  { draft, recordedAt, quietGapMs }: Arrival,
  reader: StoreReader,
  contents: Contents,
): Placement {
  if (draft.key !== null) {
    const number = reader.findKey(draft.controller, draft.key);
    const pass = number === null ? null : reader.findPassRow(number);
    return pass === null ? { kind: 'new', problems: [] } : placementUnderKey(draft, pass, reader, contents);
  }
  const number = reader.findLatest(draft.controller);
  const latest = number === null ? null : reader.findPassRow(number);
  return latest !== null && gathers(draft, recordedAt, quietGapMs, latest, reader)
    ? { kind: 'join', pass: latest, reports: draft.reports, roster: false }
    : { kind: 'new', problems: [] };
}

/** Whether a lone declaration without an id belongs to the pass that is gathering: recent, of the same kind, its node not seen yet. */
function gathers(
  draft: PassDraft,
  recordedAt: number,
  quietGapMs: number,
  latest: PassRow,
  reader: StoreReader,
): boolean {
  if (!draft.lone || latest.lone === 0 || latest.key !== null) return false;
  const joins = reader.joinsOf(latest.pass);
  const named = reader.namedIn(latest, joins);
  if (draft.reports.some(({ node }) => named.has(node))) return false;
  const near = (a: number, b: number) => Math.abs(a - b) <= quietGapMs;
  const lastArrival = Math.max(latest.recorded_at, ...joins.map(({ recorded_at }) => recorded_at));
  const lastAt = Math.max(latest.at, ...joins.map(({ at, recorded_at }) => at ?? recorded_at));
  return near(recordedAt, lastArrival) && (draft.at === null || near(draft.at, lastAt));
}

function placementUnderKey(draft: PassDraft, pass: PassRow, reader: StoreReader, contents: Contents): Placement {
  const joins = reader.joinsOf(pass.pass);
  const named = reader.namedIn(pass, joins);
  const roster = rosterVerdict(draft, pass, joins, contents);
  const reports = draft.reports.map((report) =>
    named.has(report.node) ? reportVerdict(draft.controller, pass, report, reader, contents) : 'joins',
  );
  const verdicts: readonly Verdict[] = [passVerdict(draft, pass), roster, ...reports];
  if (verdicts.some((verdict) => verdict === 'differs' || verdict === 'retried')) {
    // what could not be read is no content: neither it nor a second try says that the id was used again
    const reused = verdicts.includes('differs') && draft.outcome !== 'unreadable' && pass.outcome !== 'unreadable';
    return { kind: 'new', problems: reused ? [{ code: 'pass-id-reused', text: draft.key as string }] : [] };
  }
  if (!verdicts.includes('joins')) return { kind: 'known', pass };
  const joining = draft.reports.filter((_, index) => reports[index] === 'joins');
  return { kind: 'join', pass, reports: joining, roster: roster === 'joins' };
}

/** A lone declaration says nothing of its pass as a whole. */
function passVerdict(draft: PassDraft, pass: PassRow): Verdict {
  return draft.lone || draft.outcome === pass.outcome ? 'known' : 'retried';
}

function rosterVerdict({ roster }: PassDraft, pass: PassRow, joins: readonly JoinRow[], contents: Contents): Verdict {
  if (roster === null) return 'known';
  const given = rosterGivenIn(pass, joins);
  if (given === null) return 'joins';
  return contents.digestOf(given) === roster.digest ? 'known' : 'differs';
}

function reportVerdict(
  controller: string,
  pass: PassRow,
  report: Report,
  reader: StoreReader,
  contents: Contents,
): Verdict {
  const known = reader.findReport(controller, report.node, pass.pass)?.report;
  if (known && delivers(known, report, contents.digestOf)) return 'known';
  return known?.outcome === 'unreadable' || report.outcome === 'unreadable' ? 'retried' : 'differs';
}
