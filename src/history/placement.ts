import type { PassDraft, Problem, Report } from '../roster/index.ts';
import type { Contents } from './contents.ts';
import { isDeclaration } from './declaration-content.ts';
import type { RecordedPass } from './pass-records.ts';
import type { StoreReader } from './read.ts';
import { delivers } from './stored-report.ts';
import type { FoundBindings } from './write-bindings.ts';

/** A pass that has arrived: its draft, when, where from, and how long lone declarations gather. */
export interface Arrival {
  readonly draft: PassDraft;
  /** Milliseconds since the epoch. */
  readonly recordedAt: number;
  readonly source: string | null;
  readonly quietGapMs: number;
  /** What the containers of its declarations bind; absent where nobody searched them. */
  readonly bindings?: FoundBindings;
}

/** What to do with an arrival, by what is known under its id or gathers at this moment. */
export type Placement =
  | { readonly kind: 'new'; readonly problems: readonly Problem[] }
  | {
      readonly kind: 'join';
      readonly pass: RecordedPass;
      readonly reports: readonly Report[];
      readonly roster: boolean;
    }
  | { readonly kind: 'known'; readonly pass: RecordedPass };

/** What a draft has in common with the pass that is known under its id. */
type Verdict = 'known' | 'joins' | 'retried' | 'differs';

/** Decides what becomes of an arrival. Writes nothing. Nothing joins a pass that the disk did not keep. */
export function placementOf(
  { draft, recordedAt, quietGapMs }: Arrival,
  reader: StoreReader,
  contents: Contents,
): Placement {
  const number = draft.key === null ? reader.findLatest(draft.controller) : reader.findKey(draft.controller, draft.key);
  const pass = number === null || (draft.key === null && !draft.lone) ? null : reader.findRecorded(number);
  if (pass === null) return { kind: 'new', problems: [] };
  if (draft.key !== null) return placementUnderKey(draft, pass, contents);
  return gathers(draft, recordedAt, quietGapMs, pass)
    ? { kind: 'join', pass, reports: draft.reports, roster: false }
    : { kind: 'new', problems: [] };
}

/** Whether a lone declaration without an id belongs to the pass that is gathering: recent, of the same kind, its node not seen yet. */
function gathers(
  draft: PassDraft,
  recordedAt: number,
  quietGapMs: number,
  { row, facts, joins, state }: RecordedPass,
): boolean {
  if (!facts.lone || row.key !== null) return false;
  if (draft.reports.some(({ node }) => state.nodes.get(node)?.reported)) return false;
  const near = (a: number, b: number) => Math.abs(a - b) <= quietGapMs;
  const joinRows = joins.map((join) => join.row);
  const lastArrival = Math.max(row.at + row.lag, ...joinRows.map(({ recorded_at }) => recorded_at));
  const lastAt = Math.max(row.at, ...joinRows.map(({ at, recorded_at }) => at ?? recorded_at));
  return near(recordedAt, lastArrival) && (draft.at === null || near(draft.at, lastAt));
}

function placementUnderKey(draft: PassDraft, pass: RecordedPass, contents: Contents): Placement {
  const roster = rosterVerdict(draft, pass, contents);
  const reports = draft.reports.map((report) => reportVerdict(report, pass, contents));
  const verdicts: readonly Verdict[] = [passVerdict(draft, pass), roster, ...reports];
  if (verdicts.some((verdict) => verdict === 'differs' || verdict === 'retried')) {
    // what could not be read is no content: neither it nor a second try says that the id was used again
    const reused =
      verdicts.includes('differs') && draft.outcome !== 'unreadable' && pass.facts.outcome !== 'unreadable';
    return { kind: 'new', problems: reused ? [{ code: 'pass-id-reused', text: draft.key as string }] : [] };
  }
  if (!verdicts.includes('joins')) return { kind: 'known', pass };
  const joining = draft.reports.filter((_, index) => reports[index] === 'joins');
  return { kind: 'join', pass, reports: joining, roster: roster === 'joins' };
}

/** A lone declaration says nothing of its pass as a whole. */
function passVerdict(draft: PassDraft, { facts }: RecordedPass): Verdict {
  return draft.lone || draft.outcome === facts.outcome ? 'known' : 'retried';
}

function rosterVerdict({ roster }: PassDraft, { state }: RecordedPass, contents: Contents): Verdict {
  if (roster === null) return 'known';
  if (state.rosterGiven === null) return 'joins';
  return contents.digestOf(state.rosterGiven) === roster.digest ? 'known' : 'differs';
}

function reportVerdict(report: Report, { state }: RecordedPass, contents: Contents): Verdict {
  const found = state.nodes.get(report.node);
  if (!found?.reported) return 'joins';
  const known = found.report;
  if (delivers(known, report, (stored, { declaration }) => isDeclaration(contents, stored, declaration)))
    return 'known';
  return known.outcome === 'unreadable' || report.outcome === 'unreadable' ? 'retried' : 'differs';
}
