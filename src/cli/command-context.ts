import type { Surroundings } from './surroundings.ts';

/** What a command does with the process around it: it gives its exit code through `exit`. */
export interface CommandContext {
  readonly surroundings: Surroundings;
  exit(code: number): void;
}
