import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import type { Cost } from './measure.ts';

/** What a process costs that does nothing. */
export function emptyProcessCost(): Cost {
  return processCost(['-e', '0']);
}

/** What one command of the built program costs as a whole process, its output thrown away. Throws where it fails. */
export function commandCost(store: string, ...args: string[]): Cost {
  return processCost(['dist/main.cjs', '--store', store, ...args]);
}

/** The most memory that one command of the built program has, in bytes. */
export function commandPeakBytes(store: string, ...args: string[]): number {
  const tell = `import { writeSync } from 'node:fs';
    process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));`;
  const { output } = run([
    '--import',
    `data:text/javascript,${encodeURIComponent(tell)}`,
    'dist/main.cjs',
    '--store',
    store,
    ...args,
  ]);
  return Number(output[3]) * 1024;
}

function processCost(args: readonly string[]): Cost {
  const start = performance.now();
  run(args);
  return { wall: performance.now() - start, cpu: Number.NaN };
}

function run(args: readonly string[]) {
  const child = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  if (child.status !== 0) {
    throw new Error(`node ${args.join(' ')}: ${child.signal ?? `exit ${child.status}`}: ${child.stderr}`);
  }
  return child;
}
