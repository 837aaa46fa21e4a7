import { explainPasses } from '../diff/index.ts';
import type { PassRecord, State } from '../roster/index.ts';
import type { Question } from './question.ts';
import { passesOf, resolveWindow } from './window.ts';

/** The last of all recorded passes after whose state a name, or a pattern of names, was held; null where it never was. Reads every pass. */
export function findLastSeen(name: string, question: Question, isHeld: (state: State) => boolean): PassRecord | null {
  const { range } = resolveWindow({}, question, Number.MAX_SAFE_INTEGER);
  if (range === null) return null;
  const { passes, baseline } = passesOf(range, question);
  let held = false;
  let seen: PassRecord | null = null;
  for (const { explained, state } of explainPasses(passes, baseline, { name })) {
    // nothing that matches the pattern comes or goes without a move
    if (explained.difference === null || explained.difference.moves.length > 0) held = isHeld(state);
    if (held) seen = explained.pass;
  }
  return seen;
}
