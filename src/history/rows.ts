import { canonicalJson, type Digest, digestOf, type Json } from '../roster/index.ts';
import type { ContentId } from './contents.ts';

/** A row of the table of passes. */
export interface PassRow {
  readonly pass: number;
  readonly controller: string;
  readonly key: string | null;
  readonly at: number;
  readonly recorded_at: number;
  readonly trigger: string | null;
  readonly outcome: 'planned' | 'partial' | 'unreadable' | 'failed';
  readonly error: string | null;
  readonly lone: 0 | 1;
  readonly source: string | null;
  readonly nodes: ContentId;
  readonly roster: ContentId | null;
  readonly roster_given: ContentId | null;
  readonly problems: ContentId | null;
  readonly extra: ContentId | null;
  readonly digest: Buffer;
}

/** A row of the table of reports. */
export interface ReportRow {
  readonly controller: string;
  readonly node: string;
  readonly pass: number;
  readonly report: ContentId;
  readonly digest: Buffer;
}

/** A row of the table of joins. The node is empty where it is the mesh's roster that joined. */
export interface JoinRow {
  readonly pass: number;
  readonly node: string;
  readonly at: number | null;
  readonly recorded_at: number;
  readonly trigger: string | null;
  readonly source: string | null;
  readonly roster: ContentId | null;
  readonly roster_given: ContentId | null;
  readonly problems: ContentId | null;
  readonly extra: ContentId | null;
  readonly digest: Buffer;
}

type DigestAt = (content: ContentId) => Digest;

/** The digest of a pass's own facts, the contents that it names by their digests, and those of the reports of its nodes. */
export function passRowDigest(row: Omit<PassRow, 'digest'>, reports: readonly Digest[], digestAt: DigestAt): Digest {
  return digestOf(
    canonicalJson([
      row.pass,
      row.controller,
      row.key,
      row.at,
      row.recorded_at,
      row.trigger,
      row.outcome,
      row.error,
      row.lone,
      row.source,
      digestAt(row.nodes),
      ...[row.roster, row.roster_given, row.problems, row.extra].map((content) => digestOrNull(content, digestAt)),
      reports,
    ]),
  );
}

/** The digest of a report row. */
export function reportRowDigest(row: Omit<ReportRow, 'digest'>, digestAt: DigestAt): Digest {
  return digestOf(canonicalJson([row.controller, row.node, row.pass, digestAt(row.report)]));
}

/** The digest of a join row and of the report that joined; null where it is a roster that did. */
export function joinRowDigest(row: Omit<JoinRow, 'digest'>, report: Digest | null, digestAt: DigestAt): Digest {
  return digestOf(
    canonicalJson([
      row.pass,
      row.node,
      row.at,
      row.recorded_at,
      row.trigger,
      row.source,
      ...[row.roster, row.roster_given, row.problems, row.extra].map((content) => digestOrNull(content, digestAt)),
      report,
    ]),
  );
}

/** The roster in force after a pass and all that joined it. */
export function rosterAfter(row: PassRow, joins: readonly JoinRow[]): ContentId | null {
  return joins.find(({ roster_given }) => roster_given !== null)?.roster ?? row.roster;
}

/** The roster that a pass gave, or that joined it. */
export function rosterGivenIn(row: PassRow, joins: readonly JoinRow[]): ContentId | null {
  return row.roster_given ?? joins.find(({ roster_given }) => roster_given !== null)?.roster_given ?? null;
}

function digestOrNull(content: ContentId | null, digestAt: DigestAt): Json {
  return content === null ? null : digestAt(content);
}
