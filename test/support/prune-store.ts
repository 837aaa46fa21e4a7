import { openPruner, type Pruned, type PruneSettings } from '../../src/history/index.ts';

/** No limit at all, for a test that names the one it is about. */
export const unlimited = { keepForMs: null, keepPasses: null, maxBytes: null };

/** Prunes a store from the first step to the last, and gives what was removed. */
export function pruneStore(file: string, settings: PruneSettings): Pruned {
  const pruner = openPruner(file);
  try {
    return lastOf(pruner.prune(settings));
  } finally {
    pruner.close();
  }
}

/** What steps give in the end. */
export function lastOf<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
