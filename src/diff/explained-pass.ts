import type { Pass } from '../roster/index.ts';
import type { StateDifference } from './state-difference.ts';

/** One pass with what it did. `difference` is null where there is no pass before it to compare it with. */
export interface ExplainedPass {
  readonly pass: Omit<Pass, 'state'>;
  readonly difference: StateDifference | null;
  /** How many containers each node has after the pass. */
  readonly sizes: ReadonlyMap<string, number>;
}
