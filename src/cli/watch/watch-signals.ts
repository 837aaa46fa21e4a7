import { constants } from 'node:os';
import type { Surroundings } from '../surroundings.ts';

/** What a signal asks of a watch. */
export interface WatchSignals {
  /** Resolves to the first signal that ends the watch. From then on a second one ends the process at once. */
  readonly ended: Promise<EndingSignal>;
  /** Runs work for each SIGHUP, one after the other; for one that came before, too. */
  onReload(reload: () => Promise<void>): void;
  /** From now on SIGHUP does nothing. Resolves when the work for those that came is done. */
  stopReloading(): Promise<void>;
}

export type EndingSignal = 'SIGTERM' | 'SIGINT';

/** Listens to signals from now on: none of them ends the process by itself any more. `endsAtOnce` is told before one does. */
export function openWatchSignals(
  { onSignal, endNow }: Pick<Surroundings, 'onSignal' | 'endNow'>,
  endsAtOnce: (signal: EndingSignal) => void,
): WatchSignals {
  let reload: (() => Promise<void>) | null = null;
  let waiting = 0;
  let reloading: Promise<void> = Promise.resolve();
  let isEnding = false;

  const ended = new Promise<EndingSignal>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      onSignal(signal, () => {
        if (isEnding) {
          endsAtOnce(signal);
          endNow(128 + constants.signals[signal]);
        }
        isEnding = true;
        resolve(signal);
      });
    }
  });
  onSignal('SIGHUP', () => {
    waiting += 1;
    reloadWaiting();
  });

  function reloadWaiting(): void {
    if (reload === null || waiting === 0) return;
    // several that came at once ask for the same
    waiting = 0;
    reloading = reloading.then(reload);
  }

  return {
    ended,
    onReload(work) {
      reload = work;
      reloadWaiting();
    },
    stopReloading() {
      reload = null;
      return reloading;
    },
  };
}
