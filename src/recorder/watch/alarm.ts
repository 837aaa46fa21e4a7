/** Ends a wait early when something happens. */
export interface Alarm {
  /** Ends the present wait, or the next one where none is under way. */
  ring(): void;
  /** Resolves after `atMostMs`, or when it rings, but not before `atLeastMs` have gone by. */
  wait(atLeastMs: number, atMostMs: number): Promise<void>;
  /** Ends every wait at once from now on. */
  stop(): void;
}

/** Opens an alarm that has not rung. */
export function openAlarm(): Alarm {
  let hasRung = false;
  let isStopped = false;
  let wake: (() => void) | null = null;

  function sleep(ms: number, isOver: () => boolean): Promise<void> {
    if (isOver()) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        wake = null;
        resolve();
      };
      const timer = setTimeout(end, ms);
      wake = () => {
        if (isOver()) end();
      };
    });
  }

  return {
    ring() {
      hasRung = true;
      wake?.();
    },
    async wait(atLeastMs, atMostMs) {
      await sleep(atLeastMs, () => isStopped);
      await sleep(atMostMs - atLeastMs, () => isStopped || hasRung);
      hasRung = false;
    },
    stop() {
      isStopped = true;
      wake?.();
    },
  };
}
