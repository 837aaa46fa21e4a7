import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { PruneStep } from '../history/index.ts';

/** Another process that writes is asked again after this. */
const busyMs = 100;
/** So long at most steps are done one after the other, before everything else that is due has its turn. */
const stretchMs = 10;

/**
 * Does steps, and lets everything else that is due happen in between, for `restMs` at least. Gives what they give in the
 * end; null where it was stopped before.
 */
export async function runSteps<T>(
  steps: Generator<PruneStep, T>,
  isStopped: () => boolean,
  restMs = 0,
): Promise<T | null> {
  // the first step is followed by a turn, so that whoever interrupts at once is heard
  let began = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (value === 'worked' && performance.now() - began < stretchMs) continue;
    if (value === 'waiting') await delay(busyMs);
    else if (restMs > 0) await delay(restMs);
    else await turn();
    if (isStopped()) return null;
    began = performance.now();
  }
}
