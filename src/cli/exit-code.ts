/** What each exit code means. README and `--help` print this table. */
export const exitCodes = {
  0: 'done',
  1: 'check: not settled; --exit-code: something moves, flaps or is stale',
  2: 'wrong usage, or an input or the outside world is at fault',
  3: 'the store is damaged',
  70: 'a fault of roster-history itself',
} as const;

/** The table of exit codes as text, a line each. */
export function exitCodeTable(): string {
  return Object.entries(exitCodes)
    .map(([code, meaning]) => `  ${code.padStart(2)}  ${meaning}`)
    .join('\n');
}
