/** How much of a history is kept: what is beyond any of these limits goes, the oldest passes first. Null is no limit. */
export interface RetentionLimits {
  /** A pass goes when it is longer ago than this, both by its own time and by that of its recording. */
  readonly keepForMs: number | null;
  /** So many of the last passes of each controller are kept. */
  readonly keepPasses: number | null;
  /** The store's file with its write-ahead log, without the pages that are free. */
  readonly maxBytes: number | null;
}

/** What is kept where nothing else is said: a year, and a gibibyte. */
export const defaultRetention: RetentionLimits = {
  keepForMs: 365 * 24 * 3_600_000,
  keepPasses: null,
  maxBytes: 2 ** 30,
};

/** So many of the last passes of a controller stay whatever the limits: those that a flap is looked for in, and the one before them. */
export const leastKept = 21;
