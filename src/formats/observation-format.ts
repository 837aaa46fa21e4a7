import type { Observation, Problem } from '../roster/index.ts';
import type { Circumstances } from './format.ts';

/** What really happened to containers, as one input tells it. */
export interface ReadObservations {
  readonly observations: readonly Observation[];
  readonly problems: readonly Problem[];
}

/** One input shape that tells what really happened, and not what was declared. */
export interface ObservationFormat {
  readonly name: string;
  readonly summary: string;
  recognises(text: string): boolean;
  /** Throws {@link UnreadableInput}. */
  read(text: string, circumstances: Circumstances): ReadObservations;
}
