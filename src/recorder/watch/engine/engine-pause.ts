/** A wait that can be cut short from outside. */
export interface Pause {
  /** Resolves after so many milliseconds, or at the next cut. */
  wait(ms: number): Promise<void>;
  cut(): void;
}

/** The longest that a timer of Node's can be set to. */
const longestTimerMs = 2 ** 31 - 1;

/** Makes a pause of one waiter. */
export function openPause(): Pause {
  let wake = () => {};
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.min(ms, longestTimerMs));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    cut: () => wake(),
  };
}
