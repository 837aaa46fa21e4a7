import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { SizeExceeded } from '../../size-limit.ts';
import { type SourceText, textOf } from '../../source-file.ts';
import { endGroup } from './command-group.ts';
import { openTail } from './command-tail.ts';

/** What is run, and within which limits. */
export interface CommandLine {
  /** For `/bin/sh -c`. */
  readonly command: string;
  /** The whole environment of the command. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeLimitMs: number;
  /** Of what it prints to standard output. */
  readonly sizeLimitBytes: number;
  /** How long its processes may take to end when they are asked to; 2000 unless said otherwise. */
  readonly killGraceMs?: number;
}

/** How a run of a command came out. */
export type Ran =
  /** It ran, and may have failed: with what status, what it printed, or why that is not to be had. */
  | { readonly kind: 'ended'; readonly source: Omit<SourceText, 'label'> }
  /** It could not be started, for this reason. */
  | { readonly kind: 'not-started'; readonly reason: string }
  /** It was stopped because nobody waits for it any more. */
  | { readonly kind: 'stopped' };

/** Why a run was ended before it ended itself. */
type Cut = 'time' | 'size' | 'stop';

const defaultKillGraceMs = 2000;
/** What a process outside the group may still hold the pipes open for. */
const drainMs = 500;
/** A timer that is set to more goes off at once. */
export const longestTimerMs = 2 ** 31 - 1;
/** As timeout(1) says it of a command that, asked to end, ended well. */
const timeLimitStatus = 124;

/** Runs a command in a process group of its own, without input, until it and all that it started in that group have ended. */
export async function runCommand(line: CommandLine, stop: AbortSignal): Promise<Ran> {
  const { command, env, timeLimitMs, sizeLimitBytes, killGraceMs = defaultKillGraceMs } = line;
  if (stop.aborted) return { kind: 'stopped' };
  const child = await start(command, env);
  if (child instanceof Error) return { kind: 'not-started', reason: `the command cannot be started: ${child.message}` };
  const group = child.pid as number;
  let cut: Cut | null = null;
  let ending: Promise<void> | null = null;
  const cutOff = (why: Cut) => {
    cut ??= why;
    ending ??= endGroup(group, killGraceMs);
  };
  const onStop = () => cutOff('stop');
  const timer = setTimeout(cutOff, Math.min(timeLimitMs, longestTimerMs), 'time');
  stop.addEventListener('abort', onStop);
  const printed = collect(child, sizeLimitBytes, () => cutOff('size'));

  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  stop.removeEventListener('abort', onStop);
  await (ending ?? endGroup(group, killGraceMs));
  await printed.end();

  const exitStatus = code ?? 128 + constants.signals[signal as NodeJS.Signals];
  const standardError = printed.standardError();
  switch (cut as Cut | null) {
    case 'stop':
      return { kind: 'stopped' };
    case 'size': {
      const { message, hint } = new SizeExceeded(null, sizeLimitBytes);
      return { kind: 'ended', source: { text: null, error: message, hint, standardError } };
    }
    case 'time': {
      const error = `the command was ended: it ran longer than the time limit of ${timeLimitMs / 1000} s`;
      return { kind: 'ended', source: { text: null, error, exitStatus: exitStatus || timeLimitStatus, standardError } };
    }
    case null:
      return { kind: 'ended', source: { ...textOf(printed.output()), error: null, exitStatus, standardError } };
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

async function start(command: string, env: CommandLine['env']): Promise<Child | Error> {
  try {
    const child = spawn('/bin/sh', ['-c', command], { detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
    await once(child, 'spawn');
    return child;
  } catch (error) {
    return error as Error;
  }
}

/** What a command prints, and how much of it is kept. */
interface Printed {
  /** Resolves when all of it was read. A process outside the group that holds the pipes open is not waited for. */
  end(): Promise<void>;
  output(): Buffer;
  standardError(): string;
}

function collect(child: Child, sizeLimitBytes: number, onTooMuch: () => void): Printed {
  const chunks: Buffer[] = [];
  const tail = openTail();
  let length = 0;
  let isClosed = false;
  const closed = once(child, 'close').then(() => {
    isClosed = true;
  });
  child.stderr.on('data', tail.add);
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= sizeLimitBytes) chunks.push(chunk);
    else onTooMuch();
  });

  return {
    async end() {
      for (let before = -1; !isClosed && length > before; ) {
        before = length;
        // where everything stood still for longer, what lies in the pipe is read in the turn behind the timer
        await Promise.race([closed, sleep(drainMs).then(() => turn())]);
      }
      child.stdout.destroy();
      child.stderr.destroy();
    },
    output: () => Buffer.concat(chunks),
    standardError: () => tail.text(),
  };
}
