import { StoreError } from '../history/index.ts';
import { escapeControls } from '../report/index.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';

/** Tells a user what went wrong, and gives the exit code that it has. */
export function reportFault(error: unknown, { writeError, env }: Surroundings): number {
  if (error instanceof UserError || error instanceof StoreError) {
    writeError(faultLines(error.message, error.hint));
    return error instanceof StoreError && error.damaged ? 3 : 2;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  writeError(
    faultLines(`a fault of roster-history itself: ${error instanceof Error ? error.message : String(error)}`, null),
  );
  if (env.DEBUG) writeError(`${stack.split('\n').map(escapeControls).join('\n')}\n`);
  else writeError('hint: DEBUG=1 shows where; please report it\n');
  return 70;
}

/** A message and its hint, fit for a terminal. */
export function faultLines(message: string, hint: string | null): string {
  return `roster-history: ${escapeControls(message)}\n${hint === null ? '' : `hint: ${escapeControls(hint)}\n`}`;
}
