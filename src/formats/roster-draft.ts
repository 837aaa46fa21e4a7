import type { PassDraft, Problem, Roster } from '../roster/index.ts';
import { type Circumstances, draftOf } from './format.ts';
import { blanksOf, readableReport, type Shortfall } from './shortfall.ts';

/** A roster that stands alone, and why names are known to be missing from it, where they are. */
export interface LoneRoster {
  readonly roster: Roster;
  readonly problems: readonly Problem[];
  readonly error: string | null;
}

/** The draft of a roster that stands alone: the mesh's, or that of the node that circumstances name. */
export function rosterDraft({ roster, problems, error }: LoneRoster, circumstances: Circumstances): PassDraft {
  const given: Shortfall | null = error === null ? null : { missing: 'names', error };
  const draft = draftOf(circumstances);
  const { node } = circumstances;
  if (node === undefined) {
    const shortfall = given ?? blanksOf(roster.list);
    return { ...draft, ...(shortfall ? { outcome: 'partial', ...shortfall } : {}), problems, roster };
  }
  const declaration = { address: null, containers: null, roster, extra: {} };
  return {
    ...draft,
    reports: [readableReport(node, declaration, given)],
    problems: problems.map((problem) => ({ ...problem, node })),
    lone: true,
  };
}
