import { canonicalJson, type Json, type JsonObject, type Problem } from '../roster/index.ts';
import { addText, type ContentId, type Contents } from './contents.ts';
import { decodedReport, encodedReport, type StoredReport } from './stored-report.ts';

/** How a pass fared, as the store keeps it; passes that fared alike name one such content. */
export interface PassFacts {
  readonly outcome: 'planned' | 'partial' | 'unreadable' | 'failed';
  readonly error: string | null;
  readonly lone: boolean;
  readonly problems: readonly Problem[];
  readonly extra: JsonObject;
}

/** What joined a pass, as the store keeps it: a node's report, or, where that is null, the mesh's roster. */
export interface JoinFacts {
  readonly report: StoredReport | null;
  /** The mesh's roster in force after the pass then, and the one that joined. */
  readonly roster: ContentId | null;
  readonly rosterGiven: ContentId | null;
  readonly problems: readonly Problem[];
  readonly extra: JsonObject;
}

/** Adds the facts of a pass. `base` is something that they are much like. */
export function addPassFacts(contents: Contents, facts: PassFacts, base: ContentId | null): ContentId {
  const { outcome, error, lone, problems, extra } = facts;
  return addText(contents, 'pass', canonicalJson([outcome, error, lone, problems as unknown as Json, extra]), base);
}

/** Reads back what {@link addPassFacts} stored. */
export function decodePassFacts(text: string): PassFacts {
  const [outcome, error, lone, problems, extra] = JSON.parse(text);
  return { outcome, error, lone, problems, extra };
}

/** Adds what joined a pass, whose contents are there already. */
export function addJoinFacts(contents: Contents, facts: JoinFacts): ContentId {
  const { report, roster, rosterGiven, problems, extra } = facts;
  const text = [report && encodedReport(report), roster, rosterGiven, problems as unknown as Json, extra];
  return addText(contents, 'join', canonicalJson(text));
}

/** Reads back what {@link addJoinFacts} stored. */
export function decodeJoinFacts(text: string): JoinFacts {
  const [report, roster, rosterGiven, problems, extra] = JSON.parse(text);
  return { report: report && decodedReport(report), roster, rosterGiven, problems, extra };
}
