import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';

const program = resolve(import.meta.dirname, '../../dist/main.cjs');

/** A line of `watch --json`. */
export interface WatchLine {
  readonly event: string;
  readonly [key: string]: unknown;
}

/** The built program that watches, as a process of its own until the test ends. */
export interface WatchProgram {
  /** What it said so far, or of one kind of event. */
  said(event?: string): WatchLine[];
  /** Resolves to the lines of a kind of event when there are so many. */
  saying(event: string, count?: number): Promise<WatchLine[]>;
  signal(signal: NodeJS.Signals): void;
  /** How it ended: its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  errors(): string;
}

/** A folder of its own for one test, which goes when the test ends. Its name is short, for a socket's path may not be long. */
export function watchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rh-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs `watch --json` on a store, and resolves when it says that it watches. */
export async function startWatch(
  store: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<WatchProgram> {
  const child = spawn(process.execPath, [program, 'watch', ...args, '--json', '--store', store], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent', TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal) as Promise<number | NodeJS.Signals>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });

  const said = (event?: string) =>
    out
      .join('')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as WatchLine)
      .filter((line) => event === undefined || line.event === event);
  async function saying(event: string, count = 1): Promise<WatchLine[]> {
    await expect
      .poll(() => said(event).length, {
        timeout: 20_000,
        interval: 20,
        message: `"${event}" ${count} times, found ${out.join('')}${err.join('')}`,
      })
      .toBeGreaterThanOrEqual(count);
    return said(event);
  }
  await saying('watching');
  return { said, saying, signal: (signal) => child.kill(signal), ended, errors: () => err.join('') };
}

/** What a command of the program answers as JSON. */
export async function ask<T>(store: string, ...args: readonly string[]): Promise<T> {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', TZ: 'UTC' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json', '--store', store], {
    env,
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stdout) as T;
}

/** A TCP port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
