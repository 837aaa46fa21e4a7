import type { HistoryGap, Pass } from '../roster/index.ts';

/** The passes of a window, which can be gone through more than once, the pass before them, and the gaps among them. */
export interface PassSource {
  readonly baseline: Pass | null;
  /** The gaps that the recorder told of; none where they are not given. */
  readonly recordingGaps?: readonly HistoryGap[];
  passes(): Iterable<Pass>;
}
