import type { Database } from 'better-sqlite3';
import {
  canonicalJson,
  encodeRoster,
  foldProblems,
  type Json,
  type JsonObject,
  type Missing,
  type PassDraft,
  type Problem,
  type Roster,
  rosterInForce,
} from '../roster/index.ts';
import { addText, type ContentId, type Contents } from './contents.ts';
import { findHorizonRow } from './horizon.ts';
import { type Arrival, type Placement, placementOf } from './placement.ts';
import type { StoreReader } from './read.ts';
import { openReportRows } from './report-rows.ts';
import { type JoinRow, joinRowDigest, type PassRow, passRowDigest, rosterAfter } from './rows.ts';
import { wellFormed } from './well-formed.ts';

/** What became of an arrival: a pass of its own, a part of an earlier one, or no news. `roster` says that the mesh's roster joined. */
export type Appended =
  | { readonly kind: 'recorded'; readonly number: number }
  | { readonly kind: 'joined'; readonly number: number; readonly nodes: readonly string[]; readonly roster: boolean }
  | { readonly kind: 'known'; readonly number: number };

/** The columns of the table of passes. */
export const passColumns =
  'pass, controller, key, at, recorded_at, trigger, outcome, error, lone, source, nodes, roster, roster_given, problems, extra, digest';
const joinColumns = 'pass, node, at, recorded_at, trigger, source, roster, roster_given, problems, extra, digest';

/**
 * Makes the function that appends an arrival in one immediate transaction: begun as a writer, it can wait for another
 * writer, which a transaction that began as a reader cannot.
 */
export function openAppender(
  database: Database,
  contents: Contents,
  reader: StoreReader,
): (arrival: Arrival) => Appended {
  const reports = openReportRows(database, contents, reader);
  const insertPass = database.prepare(`INSERT INTO passes (${passColumns}) VALUES (${parameters(passColumns)})`);
  const insertJoin = database.prepare(`INSERT INTO joins (${joinColumns}) VALUES (${parameters(joinColumns)})`);
  const nextNumber = database.prepare('SELECT coalesce(max(pass), 0) + 1 FROM passes').pluck();

  function problemsContent(problems: readonly Problem[]): ContentId | null {
    const folded = foldProblems(problems);
    return folded.length === 0 ? null : addText(contents, 'problems', canonicalJson(folded as unknown as Json));
  }

  function extraContent(extra: JsonObject): ContentId | null {
    return Object.keys(extra).length === 0 ? null : addText(contents, 'extra', canonicalJson(extra));
  }

  function addRoster(roster: Roster): ContentId {
    return contents.add('roster', roster.digest, () => encodeRoster(roster.list.entries, roster.owners));
  }

  /** The roster that a pass gives and the one in force after it, which rests on the one before. */
  function rosterContents(given: Roster | null, missing: Missing | null, last: ContentId | null) {
    if (given === null) return { roster: last, roster_given: null };
    const roster = rosterInForce(last === null ? null : reader.nouns.roster(last), given, missing) as Roster;
    return { roster: addRoster(roster), roster_given: addRoster(given) };
  }

  function passBefore(controller: string, number: number): PassRow | null {
    const before = reader.findBefore(controller, number, 1);
    return before === null ? null : reader.findPassRow(before);
  }

  /** The roster in force after a pass; where the pass was pruned, the one that was kept of it. */
  function rosterBefore(controller: string, before: PassRow | null): ContentId | null {
    if (before !== null) return rosterAfter(before, reader.joinsOf(before.pass));
    return findHorizonRow(database, controller)?.roster ?? null;
  }

  function appendNew({ draft, recordedAt, source }: Arrival, problems: readonly Problem[]): number {
    const number = nextNumber.get() as number;
    const before = passBefore(draft.controller, number);
    const at = draft.at ?? recordedAt;
    const nodes = draft.reports.map(({ node }) => node).sort();
    const placed = draft.reports.map((report) => reports.place(draft.controller, number, report));
    const contentOf = new Map(placed.map(({ node, content }) => [node, content]));
    const row: Omit<PassRow, 'digest'> = {
      pass: number,
      controller: draft.controller,
      key: draft.key,
      at,
      recorded_at: recordedAt,
      trigger: triggerColumn(draft),
      outcome: draft.outcome,
      error: draft.error,
      lone: draft.lone ? 1 : 0,
      source,
      nodes: addText(contents, 'nodes', canonicalJson(nodes)),
      ...rosterContents(draft.roster, draft.missing, rosterBefore(draft.controller, before)),
      problems: problemsContent([...draft.problems, ...problems, ...clockProblems(at, before)]),
      extra: extraContent(draft.extra),
    };
    const digests = nodes.map((node) => contents.digestOf(contentOf.get(node) as ContentId));
    insertPass.run({ ...row, digest: Buffer.from(passRowDigest(row, digests, contents.digestOf), 'hex') });
    for (const one of placed) reports.insert(draft.controller, number, one, true);
    return number;
  }

  function join({ draft, recordedAt, source }: Arrival, placement: Extract<Placement, { kind: 'join' }>): Appended {
    const number = placement.pass.pass;
    const placed = placement.reports.map((report) => reports.place(draft.controller, number, report));
    const common = { pass: number, at: draft.at, recorded_at: recordedAt, source };
    // what concerns the draft as a whole goes with the first row
    let whole: Pick<JoinRow, 'trigger' | 'problems' | 'extra'> = {
      trigger: triggerColumn(draft),
      problems: problemsContent(draft.problems),
      extra: extraContent(draft.extra),
    };
    const insert = (part: Pick<JoinRow, 'node' | 'roster' | 'roster_given'>, report: ContentId | null): void => {
      const row = { ...common, ...whole, ...part };
      const digest = joinRowDigest(row, report === null ? null : contents.digestOf(report), contents.digestOf);
      insertJoin.run({ ...row, digest: Buffer.from(digest, 'hex') });
      whole = { trigger: null, problems: null, extra: null };
    };
    if (placement.roster) {
      const last = rosterBefore(draft.controller, passBefore(draft.controller, number));
      insert({ node: '', ...rosterContents(draft.roster, draft.missing, last) }, null);
    }
    for (const one of placed) {
      reports.insert(draft.controller, number, one, false);
      insert({ node: one.node, roster: null, roster_given: null }, one.content);
    }
    return { kind: 'joined', number, nodes: placed.map(({ node }) => node), roster: placement.roster };
  }

  function append(given: Arrival): Appended {
    const arrival = wellFormed(given);
    const placement = placementOf(arrival, reader, contents);
    if (placement.kind === 'known') return { kind: 'known', number: placement.pass.pass };
    if (placement.kind === 'join') return join(arrival, placement);
    return { kind: 'recorded', number: appendNew(arrival, placement.problems) };
  }

  const transaction = database.transaction(append);
  return (arrival) => transaction.immediate(arrival);
}

/** The named parameters of columns. */
export function parameters(columns: string): string {
  return columns.replaceAll(/\w+/g, ':$&');
}

function triggerColumn({ trigger }: PassDraft): string | null {
  return trigger === null ? null : JSON.stringify(trigger);
}

/** The problem that a pass is before the one recorded before it. */
export function clockProblems(at: number, before: PassRow | null): Problem[] {
  if (before === null || at >= before.at) return [];
  return [{ code: 'clock-went-back', text: `${(before.at - at) / 1000} s before pass ${before.pass}` }];
}
