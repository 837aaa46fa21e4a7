import type { Pass } from '../roster/index.ts';

/** The passes of a window, which can be gone through more than once, and the pass before them. */
export interface PassSource {
  readonly baseline: Pass | null;
  passes(): Iterable<Pass>;
}
