import type { Report } from '../roster/index.ts';
import type { Arrival } from './placement.ts';

/**
 * An arrival whose values are what the store gives back. Times are whole milliseconds. A lone half of a surrogate pair,
 * which JSON may spell and UTF-8 cannot, becomes U+FFFD in what is stored as text of its own; inside contents JSON carries
 * it. A node that is named twice goes by its last report.
 */
export function wellFormed(arrival: Arrival): Arrival {
  const { draft, source } = arrival;
  return {
    ...arrival,
    recordedAt: Math.trunc(arrival.recordedAt),
    source: source === null ? null : wellFormedText(source),
    draft: {
      ...draft,
      controller: wellFormedText(draft.controller),
      key: draft.key === null ? null : wellFormedText(draft.key),
      at: draft.at === null ? null : Math.trunc(draft.at),
      error: draft.error === null ? null : wellFormedText(draft.error),
      reports: lastOfEach(draft.reports.map((report) => ({ ...report, node: wellFormedText(report.node) }))),
    },
  };
}

function lastOfEach(reports: readonly Report[]): readonly Report[] {
  return [...new Map(reports.map((report) => [report.node, report])).values()];
}

/** A text without lone halves of surrogate pairs. */
export function wellFormedText(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
