/** Why nothing was recorded: the recorder was not running, or a source of its could not be reached. */
export const recordingGapKinds = ['not-running', 'away'] as const;

/** One reason why nothing was recorded. */
export type RecordingGapKind = (typeof recordingGapKinds)[number];

/** A stretch of time of which the recorder knows that passes may be missing. Instants in milliseconds since the epoch. */
export interface RecordingGap {
  /** The controller of whose passes some may be missing; null where that may be any. */
  readonly controller: string | null;
  readonly kind: RecordingGapKind;
  readonly from: number;
  /** Null while it goes on. */
  readonly until: number | null;
  /** The source that was away, as the history calls it. */
  readonly source: string | null;
  /** Why, in words; may be empty. */
  readonly reason: string;
}

/** Passes that were recorded and are pruned: the history of their controller begins behind them. */
export interface PrunedPasses {
  readonly kind: 'pruned';
  /** The instants of the first of them and of the first pass that is kept, in milliseconds since the epoch. */
  readonly from: number;
  readonly until: number;
  /** What is said of them. */
  readonly text: string;
}

/** A stretch of time of which the history does not hold everything, or no more. */
export type HistoryGap = RecordingGap | PrunedPasses;
