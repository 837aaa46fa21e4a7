const longestMs = 60_000;

/** How long to wait after so many failures in a row: 1, 2, 4, … seconds, a minute at most. */
export function backoffMs(failures: number): number {
  return Math.min(longestMs, 1000 * 2 ** Math.max(0, Math.min(failures, 16) - 1));
}
