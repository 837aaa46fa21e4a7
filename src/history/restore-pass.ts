import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, type Problem } from '../roster/index.ts';
import { clockProblems } from './append.ts';
import type { ContentId, Contents } from './contents.ts';
import type { DeclarationRef } from './declaration-content.ts';
import { TranscriptError } from './find-content.ts';
import { namedIn, standingFrom } from './mesh-state.ts';
import type { StandingBefore, StoreReader } from './read.ts';
import type { PassRow } from './rows.ts';
import { isSameDeclaration, type StoredReport } from './stored-report.ts';
import type { TranscriptPass, TranscriptReport, TranscriptRoster } from './transcript.ts';
import { wellFormedText } from './well-formed.ts';
import { openPassWriter } from './write-pass.ts';

/** What became of a pass of a transcript. */
export interface RestoredPass {
  readonly kind: 'recorded' | 'known';
  readonly number: number;
}

/** Finds what passes name in a store by its digest in the transcript. Each throws {@link TranscriptError} where there is none. */
export interface FindNamed {
  roster(digest: Digest): ContentId;
  declaration(digest: Digest): DeclarationRef;
}

/** What a transcript has told of a controller so far. */
interface Told {
  readonly reports: Map<string, TranscriptReport>;
  roster: TranscriptRoster;
}

/**
 * Makes the function that takes the passes of one transcript into a store. A pass is known where the store holds one that
 * was recorded at the same instant with the same facts; two of a transcript that are alike are two in the store too.
 */
export function openPassRestorer(
  database: Database,
  contents: Contents,
  reader: StoreReader,
  find: FindNamed,
): (part: TranscriptPass) => RestoredPass {
  const told = new Map<string, Told>();
  const taken = new Set<number>();
  const writer = openPassWriter(database, contents);
  const alike = database.prepare<unknown[], PassRow>(
    `SELECT * FROM passes WHERE controller = :controller AND at = :at AND lag = :lag AND key IS :key ORDER BY pass`,
  );

  function findKnown(part: TranscriptPass, reports: readonly TranscriptReport[], given: Digest | null): number | null {
    const { controller, at, recordedAt, key } = part;
    const found = alike
      .all({ controller, at, lag: recordedAt - at, key })
      .find((row) => !taken.has(row.pass) && isSame(row, part, reports, given));
    return found?.pass ?? null;
  }

  function isSame(
    row: PassRow,
    part: TranscriptPass,
    reports: readonly TranscriptReport[],
    given: Digest | null,
  ): boolean {
    const recorded = reader.findRecorded(row.pass);
    if (recorded === null) return false;
    const { facts, state } = recorded;
    if (facts.outcome !== part.outcome || facts.error !== part.error || facts.lone !== part.lone) return false;
    if ((state.rosterGiven === null ? null : contents.digestOf(state.rosterGiven)) !== given) return false;
    const { source, trigger } = reader.records.record(row, recorded);
    if (source !== part.source || canonicalJson(trigger) !== canonicalJson(part.trigger)) return false;
    return namedIn(state).length === reports.length && reports.every(delivered);

    function delivered({ node, outcome, error, missing, delivered: digest }: TranscriptReport): boolean {
      const found = state.nodes.get(node);
      if (!found?.reported) return false;
      const known = found.report;
      if (known.outcome !== outcome || known.error !== error || known.missing !== missing) return false;
      return isSameDeclaration(known.delivered, digest === null ? null : find.declaration(digest));
    }
  }

  function write(part: TranscriptPass, reports: readonly TranscriptReport[], roster: TranscriptRoster): number {
    const { controller, key, at, recordedAt, outcome, error, lone, source, extra } = part;
    const number = writer.nextNumber(part.number);
    const before = reader.standingBefore(controller, number);
    const { nodes } = standingFrom(before.state);
    const reportOf = (report: TranscriptReport): StoredReport => {
      const declaration = (digest: Digest | null) => digest && find.declaration(digest);
      const { outcome, error, missing, delivered, inForce } = report;
      return { outcome, error, missing, delivered: declaration(delivered), inForce: declaration(inForce) };
    };
    for (const one of part.standing) nodes.set(one.node, { report: reportOf(one), reported: false });
    for (const one of reports) nodes.set(one.node, { report: reportOf(one), reported: true });
    const inForce = roster.inForce && find.roster(roster.inForce);
    const state = { roster: inForce, rosterGiven: roster.given && find.roster(roster.given), nodes };
    const trigger = part.trigger === null ? null : JSON.stringify(part.trigger);
    const facts = { outcome, error, lone, problems: withClock(part, before), extra };
    const row = { pass: number, controller, key, at, recordedAt, trigger, source, state, ...facts };
    writer.write(row, before.pass?.row ?? null);
    return number;
  }

  return (given) => {
    const part = wellFormedPass(given);
    const before = told.get(part.controller) ?? { reports: new Map(), roster: { given: null, inForce: null } };
    told.set(part.controller, before);
    const roster = part.roster ?? before.roster;
    before.roster = roster;
    for (const report of [...part.reports, ...part.standing]) before.reports.set(report.node, report);
    const nodes = new Set([...part.reports.map(({ node }) => node), ...part.again]);
    const reports = [...nodes].sort().map((node) => {
      const report = before.reports.get(node);
      if (report === undefined) throw new TranscriptError(`no report of node "${node}" stands before it`);
      return report;
    });
    const known = findKnown(part, reports, roster.given);
    const number = known ?? write(part, reports, roster);
    taken.add(number);
    return { kind: known === null ? 'recorded' : 'known', number };
  };
}

/** The problems of a pass; that the clock went back is added where it did so only in the store that it comes into. */
function withClock({ at, problems }: TranscriptPass, before: StandingBefore): readonly Problem[] {
  if (problems.some(({ code }) => code === 'clock-went-back')) return problems;
  return [...problems, ...clockProblems(at, before)];
}

/** What a text column stores is well-formed, and digests are over what is stored. */
function wellFormedPass(part: TranscriptPass): TranscriptPass {
  const optional = (text: string | null) => (text === null ? null : wellFormedText(text));
  const named = (report: TranscriptReport) => ({ ...report, node: wellFormedText(report.node) });
  return {
    ...part,
    controller: wellFormedText(part.controller),
    key: optional(part.key),
    error: optional(part.error),
    source: optional(part.source),
    reports: part.reports.map(named),
    again: part.again.map(wellFormedText),
    standing: part.standing.map(named),
  };
}
