import type { Tally } from '../diff/index.ts';

/** `predicted 40, observed 40, unexplained 0, missing 0`. */
export function tallyWords({ predicted, observed, unexplained, missing }: Omit<Tally, 'pass'>): string {
  return `predicted ${predicted}, observed ${observed}, unexplained ${unexplained}, missing ${missing}`;
}

const byPass = new WeakMap<readonly Tally[], ReadonlyMap<number, Tally>>();

/** The tally of a pass, if anything was told of it. Indexed once for a list of tallies. */
export function tallyOf(tallies: readonly Tally[], pass: number): Tally | undefined {
  const index = byPass.get(tallies) ?? new Map(tallies.map((tally) => [tally.pass, tally]));
  byPass.set(tallies, index);
  return index.get(pass);
}

/** The sum of tallies. */
export function sumOfTallies(tallies: readonly Tally[]): Omit<Tally, 'pass'> {
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  return {
    predicted: sum(({ predicted }) => predicted),
    observed: sum(({ observed }) => observed),
    unexplained: sum(({ unexplained }) => unexplained),
    missing: sum(({ missing }) => missing),
  };
}
