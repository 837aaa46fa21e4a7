import type { Pass } from '../roster/index.ts';

/**
 * A pass without its state, which is not to be held for each.  Written out, which is
 * many times as fast as taking it apart: there may be a hundred thousand.
 */
export function withoutState(pass: Pass): Omit<Pass, 'state'> {
  const { number, controller, key, at, recordedAt, trigger, outcome, error, source, problems, extra, outcomes } = pass;
  const facts = { number, controller, key, at, recordedAt, trigger, outcome, error, source, problems, extra, outcomes };
  return pass.firstKept ? { ...facts, firstKept: true } : facts;
}
