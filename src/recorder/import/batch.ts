import { setImmediate } from 'node:timers/promises';
import type { History } from '../../history/index.ts';

/** Does work in transactions of many pieces: an import is not acknowledged piece by piece, and the disk is slow to say that it has written. */
export interface Batch {
  /**
   * Does a piece of work later, in order. `weight` is the characters of text that it keeps in memory until then.
   * Resolves at once, or, where a transaction is due, when it is on the disk and whatever waited for it has had its turn.
   */
  add(work: () => void, weight: number): Promise<void>;
  /** Does what is left. */
  finish(): void;
}

const mostPieces = 500;
const heaviest = 16_000_000;

/** Makes a batch on a store. Where a piece throws, those of its transaction are undone, and those before are on the disk. */
export function openBatch(history: History): Batch {
  let pieces: (() => void)[] = [];
  let total = 0;

  function finish(): void {
    const work = pieces;
    pieces = [];
    total = 0;
    if (work.length === 0) return;
    history.together(() => {
      for (const piece of work) piece();
    });
  }

  return {
    async add(work, weight) {
      pieces.push(work);
      total += weight;
      if (pieces.length < mostPieces && total < heaviest) return;
      finish();
      await setImmediate();
    },
    finish,
  };
}
