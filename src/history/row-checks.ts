import type { Digest } from '../roster/index.ts';
import { weightedCache } from './content-cache.ts';
import type { ContentId, Contents } from './contents.ts';
import { type JoinRow, joinRowDigest, type PassRow, passRowDigest, type ReportRow, reportRowDigest } from './rows.ts';
import { StoreError } from './store-error.ts';

/** Checks rows against the digests that were recorded with them. Each check throws {@link StoreError} where it fails. */
export interface RowChecks {
  report(row: ReportRow): void;
  /** A pass, what joined it, and that the reports of its nodes are those that it was recorded with. */
  pass(row: PassRow, nodes: unknown, joins: readonly JoinRow[], reportOf: (node: string) => Digest): void;
  /** The digest of a content. */
  digestAt(content: ContentId): Digest;
}

/** So many digests are kept at hand: the same few contents are named by pass after pass. */
const keptDigests = 10_000;

/** Opens the checks of a store. */
export function openRowChecks(contents: Contents): RowChecks {
  const kept = weightedCache<ContentId, Digest>(keptDigests);
  const digestAt = (content: ContentId) => kept.take(content, () => ({ value: contents.digestOf(content), weight: 1 }));

  function expectWhole(what: string, row: { readonly digest: Buffer }, digest: Digest): void {
    if (row.digest?.toString('hex') === digest) return;
    throw new StoreError(`${what} is not what was recorded`, {
      damaged: true,
      hint: 'roster-history verify says what is affected',
    });
  }

  return {
    digestAt,
    report(row) {
      expectWhole(`the report of ${row.node} in pass ${row.pass}`, row, reportRowDigest(row, digestAt));
    },
    pass(row, nodes, joins, reportOf) {
      expectWhole(`pass ${row.pass}`, row, passRowDigest(row, nodeNames(nodes).map(reportOf), digestAt));
      for (const join of joins) {
        const report = join.roster_given === null ? reportOf(join.node) : null;
        expectWhole(`what joined pass ${row.pass}`, join, joinRowDigest(join, report, digestAt));
      }
    },
  };
}

/** The list of the nodes of a pass. Throws {@link StoreError} where it is none: what a damaged row names may be anything. */
export function nodeNames(value: unknown): string[] {
  if (Array.isArray(value)) return value as string[];
  throw new StoreError('what it names is no list of nodes', { damaged: true });
}
