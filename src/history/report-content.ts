import { canonicalJson, type Digest, digestOf, type Missing, type Outcome, type Report } from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';
import { declarationDigest } from './declaration-content.ts';

/** A report as the store keeps it: what was delivered, and the declaration in force after it. */
export interface StoredReport {
  readonly outcome: Outcome;
  readonly error: string | null;
  readonly missing: Missing | null;
  readonly delivered: ContentId | null;
  readonly inForce: ContentId | null;
}

/** The canonical bytes of a report: contents by id in what is stored, by digest in what is digested. */
export function encodeReport(report: StoredReport, reference: (content: ContentId) => string | number): string {
  const { outcome, error, missing, delivered, inForce } = report;
  const at = (content: ContentId | null) => (content === null ? null : reference(content));
  return canonicalJson([outcome, error, missing, at(delivered), at(inForce)]);
}

/** Reads back what {@link encodeReport} stored. */
export function decodeReport(text: string): StoredReport {
  const [outcome, error, missing, delivered, inForce] = JSON.parse(text) as [
    Outcome,
    string | null,
    Missing | null,
    ContentId | null,
    ContentId | null,
  ];
  return { outcome, error, missing, delivered, inForce };
}

/** The digest of a report. */
export function reportDigest(report: StoredReport, digestAt: (content: ContentId) => Digest): Digest {
  return digestOf(encodeReport(report, digestAt));
}

/** Adds a report whose contents are there already. */
export function addReport(contents: Contents, report: StoredReport): ContentId {
  return contents.add('report', reportDigest(report, contents.digestOf), () =>
    encodeReport(report, (content) => content),
  );
}

/** Whether a stored report delivered what another one delivers. What is in force may differ, since it also rests on what came before. */
export function delivers(stored: StoredReport, report: Report, digestAt: (content: ContentId) => Digest): boolean {
  const error = report.outcome === 'planned' ? null : report.error;
  const missing = report.outcome === 'partial' ? report.missing : null;
  if (stored.outcome !== report.outcome || stored.error !== error || stored.missing !== missing) return false;
  const delivered = 'declaration' in report ? declarationDigest(report.declaration) : null;
  return (stored.delivered === null ? null : digestAt(stored.delivered)) === delivered;
}
