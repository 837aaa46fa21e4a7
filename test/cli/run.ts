import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import type { Surroundings } from '../../src/cli/surroundings.ts';

/** What a run of the program printed and how it ended. */
export interface Ran {
  readonly out: string;
  readonly err: string;
  readonly exitCode: number;
}

/** A folder of its own for one test, which goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roster-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the program in this process, with clock, zone, width and colour fixed. */
export async function run(args: readonly string[], given: Partial<Surroundings> = {}): Promise<Ran> {
  // the zone of the process that runs the tests must not matter
  vi.stubEnv('TZ', 'UTC');
  let out = '';
  let err = '';
  const exitCode = await runProgram(args, {
    write: (text) => {
      out += text;
    },
    writeError: (text) => {
      err += text;
    },
    now: () => Date.parse('2026-09-29T21:15:00Z'),
    // a command that waits has nothing to wait for, unless its test says what happens meanwhile
    sleep: async () => {},
    env: { TZ: 'Europe/Berlin' },
    systemZone: () => undefined,
    // the process that runs the tests keeps its zone: the zone is left to Intl
    enterZone: () => {},
    onSignal: () => {},
    endNow: () => {},
    isRoot: false,
    home: '/home/nobody',
    width: null,
    errorIsTerminal: false,
    colour: false,
    ...given,
  });
  return { out, err, exitCode };
}

/** A program whose store is one file in a folder of its own. */
export function storedProgram(given: Partial<Surroundings> = {}) {
  const folder = temporaryFolder();
  const store = join(folder, 'history.db');
  return {
    folder,
    store,
    run: (...args: string[]) => run(['--store', store, ...args], given),
    /** Runs and expects that it went well; gives what it printed. */
    async print(...args: string[]): Promise<string> {
      const { out, err, exitCode } = await run(['--store', store, ...args], given);
      if (exitCode !== 0) throw new Error(`exit ${exitCode}: ${err}`);
      return out;
    },
  };
}

/** The program with the evening of examples/incident recorded, and the clock at 23:15 of that evening. */
export async function incidentProgram(
  variant: 'swallowed' | 'reported' = 'swallowed',
  given: Partial<Surroundings> = {},
) {
  const program = storedProgram(given);
  await program.print('record', `examples/incident/${variant}`);
  return program;
}
