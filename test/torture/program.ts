import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Random } from '../mesh/seeded-random.ts';

/** How a run of the built program ended, and what it printed. */
export interface Ran {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

/** A run that goes on. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ran>;
  /** What it has printed so far. */
  out(): string;
  err(): string;
  /** Resolves when its output or its errors hold a text, or when it has ended. */
  printed(text: string): Promise<void>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<Ran>;
}

const program = resolve('dist/main.cjs');

/** Starts the built program, in UTC. */
export function startProgram(args: readonly string[], input?: string): Running {
  const began = performance.now();
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: '/nonexistent', TZ: 'UTC', NO_COLOR: '1' },
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.on('error', () => {}).end(input ?? '');
  const ended = once(child, 'close').then(([code]) => {
    return { code: code as number | null, out, err, ms: performance.now() - began };
  });
  return {
    process: child,
    ended,
    out: () => out,
    err: () => err,
    async printed(text) {
      const closed = ended.then(() => true);
      const data = () => Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]).then(() => false);
      while (!out.includes(text) && !err.includes(text)) if (await Promise.race([data(), closed])) return;
    },
    kill() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** Runs the built program to its end. */
export function runProgram(args: readonly string[], input?: string): Promise<Ran> {
  return startProgram(args, input).ended;
}

/** Makes what runs the built program and kills it at a random moment of its life, as long as that of one that lived and of those since. */
export function openKiller(random: Random, lived: Ran): (args: readonly string[]) => Promise<Ran> {
  let lifeMs = lived.ms;
  return async (args) => {
    const running = startProgram(args);
    const timer = setTimeout(() => void running.kill(), lifeMs * (0.1 + 1.1 * random.fraction()));
    const ran = await running.ended;
    clearTimeout(timer);
    // one that was not killed says how long a life is; one that always is may live longer
    lifeMs = ran.code === null ? lifeMs * 1.03 : (lifeMs + ran.ms) / 2;
    return ran;
  };
}
