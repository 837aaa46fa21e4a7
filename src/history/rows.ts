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

/** A row of the table of joins. */
export interface JoinRow {
  readonly pass: number;
  readonly node: string;
  readonly recorded_at: number;
  readonly source: string | null;
  readonly problems: ContentId | null;
  readonly digest: Buffer;
}

const passFacts = [
  'pass',
  'controller',
  'key',
  'at',
  'recorded_at',
  'trigger',
  'outcome',
  'error',
  'lone',
  'source',
] as const;
const passContents = ['nodes', 'roster', 'roster_given', 'problems', 'extra'] as const;

/** The digest of a pass's own facts, the contents that it names by their digests. */
export function passRowDigest(row: Omit<PassRow, 'digest'>, digestAt: (content: ContentId) => Digest): Digest {
  return digestOf(
    canonicalJson([...passFacts.map((name) => row[name]), ...passContents.map((name) => at(row[name], digestAt))]),
  );
}

/** The digest of a report row. */
export function reportRowDigest(row: Omit<ReportRow, 'digest'>, digestAt: (content: ContentId) => Digest): Digest {
  return digestOf(canonicalJson([row.controller, row.node, row.pass, digestAt(row.report)]));
}

/** The digest of a join row. */
export function joinRowDigest(row: Omit<JoinRow, 'digest'>, digestAt: (content: ContentId) => Digest): Digest {
  return digestOf(canonicalJson([row.pass, row.node, row.recorded_at, row.source, at(row.problems, digestAt)]));
}

function at(content: ContentId | null, digestAt: (content: ContentId) => Digest): Json {
  return content === null ? null : digestAt(content);
}
