import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
// only by its number is a whole group of processes ended
import { kill } from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { eventEnvironment } from './event-environment.ts';
import type { Sent } from './webhook.ts';

/** How much of the end of standard error is told. */
const longestTail = 1024;
/** What a process that the command left behind may still hold standard error open for. */
const drainMs = 200;

/**
 * Runs `/bin/sh -c command` in a process group of its own, with an event as JSON on standard input and its main fields as
 * `ROSTER_HISTORY_…` variables; nothing of the event is put into the command. At the time limit the group is killed. What it
 * prints is dropped, but for the end of standard error where it failed. Never rejects.
 */
export async function runNotifyCommand(
  command: string,
  event: object,
  env: Readonly<Record<string, string | undefined>>,
  timeLimitMs: number,
): Promise<Sent> {
  const child = await start(command, { ...env, ...eventEnvironment(event) });
  if (child instanceof Error) return { ok: false, error: `cannot be started: ${child.message}` };
  let tail = Buffer.alloc(0);
  child.stderr.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-longestTail);
  });
  const closed = once(child, 'close');
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    killGroup(child.pid as number);
  }, timeLimitMs);
  // a command need not read what it is given
  child.stdin.on('error', () => {}).end(`${JSON.stringify(event)}\n`);

  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  await Promise.race([closed, delay(drainMs)]);
  child.stdin.destroy();
  child.stderr.destroy();

  if (code === 0) return { ok: true };
  const said = tail.toString('utf8').trim();
  const why = isLate
    ? `killed after ${timeLimitMs / 1000} s`
    : code === null
      ? `ended by ${signal}`
      : `exit status ${code}`;
  return { ok: false, error: said === '' ? why : `${why}: ${said}` };
}

type Child = ChildProcessByStdio<Writable, null, Readable>;

async function start(command: string, env: Readonly<Record<string, string | undefined>>): Promise<Child | Error> {
  try {
    const child = spawn('/bin/sh', ['-c', command], { detached: true, env, stdio: ['pipe', 'ignore', 'pipe'] });
    await once(child, 'spawn');
    return child;
  } catch (fault) {
    return fault as Error;
  }
}

function killGroup(group: number): void {
  try {
    kill(-group, 'SIGKILL');
  } catch {
    // it has just ended
  }
}
