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

/** Rounds that take longer than this together are cut short, though not below three. */
const longestMs = 60_000;

/** Runs some works by turns, each round beginning with the next of them, and gives the costs of each. Slow works get fewer rounds. */
export async function byTurns(
  rounds: number,
  ...works: readonly ((round: number) => Cost | Promise<Cost>)[]
): Promise<readonly (readonly Cost[])[]> {
  const costs = works.map((): Cost[] => []);
  const start = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    if (round >= 3 && performance.now() - start > longestMs) break;
    for (let turn = 0; turn < works.length; turn += 1) {
      const index = (round + turn) % works.length;
      costs[index]?.push(await (works[index] as (typeof works)[number])(round));
    }
  }
  return costs;
}

/** Runs two works by turns, and gives the medians of what `by` takes of each run. */
export async function compare(
  rounds: number,
  work: (round: number) => Cost | Promise<Cost>,
  baseline: (round: number) => Cost | Promise<Cost>,
  by: keyof Cost,
): Promise<{ readonly value: number; readonly baseline: number }> {
  const [own = [], others = []] = await byTurns(rounds, work, baseline);
  return { value: median(own.map((cost) => cost[by])), baseline: median(others.map((cost) => cost[by])) };
}
