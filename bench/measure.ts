import { performance } from 'node:perf_hooks';

/** The wall and CPU time of one run, in milliseconds. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

/** The cost of work in this process. */
export function costOf(work: () => unknown): Cost {
  const cpu = process.cpuUsage();
  const start = performance.now();
  work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / 1000 };
}

/** The middle value; the upper one of two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Runs two works by turns, the first of each pair swapped each time, and gives the medians of what `by` takes of each run. */
export function compare(
  rounds: number,
  work: (round: number) => Cost,
  baseline: (round: number) => Cost,
  by: keyof Cost,
): { readonly value: number; readonly baseline: number } {
  const costs: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) costs[0].push(work(round)[by]);
    costs[1].push(baseline(round)[by]);
    if (round % 2 === 1) costs[0].push(work(round)[by]);
  }
  return { value: median(costs[0]), baseline: median(costs[1]) };
}
