import { readlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { supportsColor } from 'chalk';
import { runProgram } from './program.ts';

// a reader that has seen enough, such as head, is no fault
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

/** The zone that `/etc/localtime` links to, or UTC where the clock shows no other; else Intl is left to tell. */
function systemZone(): string | undefined {
  try {
    return /zoneinfo\/(.+)$/.exec(readlinkSync('/etc/localtime'))?.[1];
  } catch {
    return undefined;
  }
}

const run = runProgram(process.argv.slice(2), {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  now: Date.now,
  sleep: (ms, signal) => delay(ms, undefined, { signal }).catch(() => {}),
  env: process.env,
  systemZone,
  enterZone: (zone) => {
    process.env.TZ = zone;
  },
  onSignal: (signal, listener) => process.on(signal, listener),
  isRoot: process.getuid?.() === 0,
  home: homedir(),
  endNow: process.exit,
  // a pipe takes lines as long as they are, unless it says otherwise; a window may become another one while a command runs
  get width() {
    return process.stdout.isTTY ? process.stdout.columns : Number(process.env.COLUMNS) || null;
  },
  errorIsTerminal: process.stderr.isTTY === true,
  colour: !process.env.NO_COLOR && supportsColor !== false,
});

run.then((exitCode) => {
  process.exitCode = exitCode;
});
