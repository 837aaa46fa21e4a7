import type { Missing, Outcome, Report } from '../roster/index.ts';
import type { ContentId } from './contents.ts';
import type { DeclarationRef } from './declaration-content.ts';

/** A report as the store keeps it: what was delivered, and the declaration in force after it. */
export interface StoredReport {
  readonly outcome: Outcome;
  readonly error: string | null;
  readonly missing: Missing | null;
  readonly delivered: DeclarationRef | null;
  readonly inForce: DeclarationRef | null;
}

/** A declaration in a text: its content by id, and its hosts lists, by id or by what stands for it. */
type EncodedRef = readonly [content: ContentId, lists: readonly number[]];

/** A report as a part of a text. */
export type EncodedReport = readonly [
  outcome: Outcome,
  error: string | null,
  missing: Missing | null,
  delivered: EncodedRef | null,
  inForce: EncodedRef | null,
];

/** A report as a part of a text. `listOf` gives what stands for a hosts list. */
export function encodedReport(
  { outcome, error, missing, delivered, inForce }: StoredReport,
  listOf: (list: ContentId) => number = (list) => list,
): EncodedReport {
  const encoded = (ref: DeclarationRef | null): EncodedRef | null => ref && [ref.content, ref.lists.map(listOf)];
  return [outcome, error, missing, encoded(delivered), encoded(inForce)];
}

/** Reads back what {@link encodedReport} made. `list` gives a hosts list by what stands for it. */
export function decodedReport(
  [outcome, error, missing, delivered, inForce]: EncodedReport,
  list: (place: number) => ContentId = (place) => place as ContentId,
): StoredReport {
  const decoded = (declaration: EncodedRef | null): DeclarationRef | null =>
    declaration && { content: declaration[0], lists: declaration[1].map(list) };
  return { outcome, error, missing, delivered: decoded(delivered), inForce: decoded(inForce) };
}

/** Whether two references are to one declaration. */
export function isSameDeclaration(a: DeclarationRef | null, b: DeclarationRef | null): boolean {
  if (a === null || b === null) return a === b;
  return a.content === b.content && a.lists.length === b.lists.length && a.lists.every((id, at) => id === b.lists[at]);
}

/** Whether two reports are the same. */
export function isSameReport(a: StoredReport, b: StoredReport): boolean {
  const facts = (report: StoredReport) => JSON.stringify([report.outcome, report.error, report.missing]);
  return (
    a === b ||
    (isSameDeclaration(a.delivered, b.delivered) && isSameDeclaration(a.inForce, b.inForce) && facts(a) === facts(b))
  );
}

/** Whether a stored report delivered what another one delivers. What is in force may differ, since it also rests on what came before. */
export function delivers(
  stored: StoredReport,
  report: Report,
  isDelivered: (declaration: DeclarationRef, report: Extract<Report, { declaration: unknown }>) => boolean,
): boolean {
  const error = report.outcome === 'planned' ? null : report.error;
  const missing = report.outcome === 'partial' ? report.missing : null;
  if (stored.outcome !== report.outcome || stored.error !== error || stored.missing !== missing) return false;
  if (!('declaration' in report)) return stored.delivered === null;
  return stored.delivered !== null && isDelivered(stored.delivered, report);
}
