/** The thresholds of a flap, counted in passes. */
export interface FlapRules {
  /** How long a value counts as held before: W. */
  readonly window: number;
  /** How many transitions within the window start a flap. */
  readonly transitions: number;
  /** How many of them must be reversions. */
  readonly reversions: number;
  /** How many quiet passes settle one at least: Q. */
  readonly quiet: number;
}

/** The documented defaults: A, B, A, B trips them at its third transition, a rolling A, B, C, D never does. */
export const defaultFlapRules: FlapRules = { window: 20, transitions: 3, reversions: 2, quiet: 5 };
