import type { Database } from 'better-sqlite3';
import { foldProblems, type PassDraft, type Problem, type Roster, rosterInForce } from '../roster/index.ts';
import { addText, type ContentId, type Contents } from './contents.ts';
import { addRoster } from './declaration-content.ts';
import { type MeshState, standingFrom } from './mesh-state.ts';
import { addJoinFacts } from './pass-facts.ts';
import { type Arrival, type Placement, placementOf } from './placement.ts';
import type { StandingBefore, StoreReader } from './read.ts';
import { type JoinRow, joinChecksum, joinColumns, parameters } from './rows.ts';
import { storeReport } from './store-report.ts';
import type { StoredReport } from './stored-report.ts';
import { wellFormed } from './well-formed.ts';
import { wholeOrUndone } from './whole-or-undone.ts';
import { openBindingWriter } from './write-bindings.ts';
import { openPassWriter } from './write-pass.ts';

/** What became of an arrival: a pass of its own, a part of an earlier one, or no news. `roster` says that the mesh's roster joined. */
export type Appended =
  | { readonly kind: 'recorded'; readonly number: number }
  | { readonly kind: 'joined'; readonly number: number; readonly nodes: readonly string[]; readonly roster: boolean }
  | { readonly kind: 'known'; readonly number: number };

/** Makes the function that appends an arrival in one transaction. Where that throws, the reader forgets what it read. */
export function openAppender(
  database: Database,
  contents: Contents,
  reader: StoreReader,
): (arrival: Arrival) => Appended {
  const writer = openPassWriter(database, contents);
  const withBindings = openBindingWriter(database, contents, reader.bindings, reader.damage);
  const insertJoin = database.prepare(`INSERT INTO joins (${joinColumns}) VALUES (${parameters(joinColumns)})`);

  /** The roster that a pass gives and the one in force after it, which rests on the one before. */
  function rosterContents({ roster: given, missing }: PassDraft, last: ContentId | null) {
    if (given === null) return { roster: last, rosterGiven: null };
    const before = last === null ? null : reader.nouns.roster(last);
    const inForce = rosterInForce(before, given, missing) as Roster;
    return { roster: addRoster(contents, inForce, last), rosterGiven: addRoster(contents, given, last) };
  }

  function appendNew({ draft, recordedAt, source }: Arrival, problems: readonly Problem[]): number {
    const { controller, key, outcome, error, lone, extra } = draft;
    const pass = writer.nextNumber();
    const before = reader.standingBefore(controller, pass);
    const at = draft.at ?? recordedAt;
    const { nodes } = standingFrom(before.state);
    for (const one of draft.reports) {
      const report = storeReport(contents, reader.nouns, one, before.state.nodes.get(one.node));
      nodes.set(one.node, { report, reported: true });
    }
    const state: MeshState = { ...rosterContents(draft, before.state.roster), nodes };
    const all = foldProblems([...draft.problems, ...problems, ...clockProblems(at, before)]);
    const facts = { outcome, error, lone, problems: all, extra };
    const row = { pass, controller, key, at, recordedAt, trigger: triggerColumn(draft), source, state, ...facts };
    writer.write(row, before.pass?.row ?? null);
    return pass;
  }

  /** The first pass after another one that says something of a node; the one that comes next where none does. */
  function untilPass(controller: string, node: string, pass: number): number {
    const end = reader.findLatest(controller) ?? pass;
    for (const row of reader.rows(controller, pass + 1, end)) {
      if (reader.records.find(row)?.state.nodes.get(node)?.reported) return row.pass;
    }
    return writer.nextNumber();
  }

  function join({ draft, recordedAt, source }: Arrival, placement: Extract<Placement, { kind: 'join' }>): Appended {
    const { controller, at } = draft;
    const { pass } = placement.pass.row;
    const isLatest = reader.findLatest(controller) === pass;
    const sourceId = source === null ? null : addText(contents, 'source', source);
    const common = { pass, controller, at, recorded_at: recordedAt, source: sourceId };
    // what concerns the draft as a whole goes with the first row
    let whole = { trigger: triggerColumn(draft), problems: foldProblems(draft.problems), extra: draft.extra };
    const insert = (node: string, report: StoredReport | null, roster: ReturnType<typeof rosterContents>): void => {
      const { trigger, problems, extra } = whole;
      const facts = addJoinFacts(contents, { report, ...roster, problems, extra });
      const until_pass = node === '' || isLatest ? pass + 1 : untilPass(controller, node, pass);
      const row: Omit<JoinRow, 'checksum'> = { ...common, node, trigger, until_pass, facts };
      insertJoin.run({ ...row, checksum: joinChecksum(row, contents.digestOf) });
      whole = { trigger: null, problems: [], extra: {} };
    };
    const reports = placement.reports.map((report) => ({
      node: report.node,
      // whoever did not report in the pass stands there as before it
      report: storeReport(contents, reader.nouns, report, placement.pass.state.nodes.get(report.node)),
    }));
    if (placement.roster) insert('', null, rosterContents(draft, placement.pass.state.roster));
    for (const { node, report } of reports) insert(node, report, { roster: null, rosterGiven: null });
    return { kind: 'joined', number: pass, nodes: reports.map(({ node }) => node), roster: placement.roster };
  }

  function append(given: Arrival): Appended {
    const arrival = wellFormed(given);
    const placement = placementOf(arrival, reader, contents);
    if (placement.kind === 'known') return { kind: 'known', number: placement.pass.row.pass };
    if (placement.kind === 'join') return join(arrival, placement);
    return { kind: 'recorded', number: appendNew(arrival, placement.problems) };
  }

  return wholeOrUndone(database, reader.forget, (arrival: Arrival) =>
    withBindings(arrival.bindings, () => append(arrival)),
  );
}

function triggerColumn({ trigger }: PassDraft): string | null {
  return trigger === null ? null : JSON.stringify(trigger);
}

/** The problem that a pass is before the one recorded before it. */
export function clockProblems(at: number, { pass }: StandingBefore): Problem[] {
  if (pass === null || at >= pass.row.at) return [];
  return [{ code: 'clock-went-back', text: `${(pass.row.at - at) / 1000} s before pass ${pass.row.pass}` }];
}
