import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';

/** A process of a test: what it printed so far, line by line, and how it ends. */
export interface Spawned {
  readonly process: ChildProcess;
  readonly lines: readonly string[];
  /** Resolves when that many lines were printed, or the process has ended. */
  printed(count: number): Promise<void>;
  /** Resolves to all that it printed, and throws where it ended with another exit code than 0. */
  ended(): Promise<readonly string[]>;
}

/** Bundles one of the programs in this folder, so that plain Node runs it. Gives its file, which is to be removed with {@link removeProgram}. */
export async function buildProgram(name: string): Promise<string> {
  // inside the package, where its migrations and the packages it needs are found
  const file = `node_modules/.cache/roster-history-test/${name}-${randomUUID()}.mjs`;
  await build({
    entryPoints: [`test/support/${name}.ts`],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return file;
}

/** Removes what {@link buildProgram} built. */
export function removeProgram(file: string): void {
  rmSync(file, { force: true });
}

/** Runs a built program. It is killed when the test ends. */
export function run(file: string, args: readonly string[], input?: Uint8Array): Spawned {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines: string[] = [];
  let errors = '';
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdin.on('error', () => {}).end(input);
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  return {
    process: child,
    lines,
    async printed(count) {
      while (lines.length < count && child.exitCode === null) await Promise.race([once(child.stdout, 'data'), closed]);
    },
    async ended() {
      const [code, signal] = await closed;
      if (code !== 0) throw new Error(`ended with ${code ?? signal}: ${errors}`);
      return lines;
    },
  };
}
