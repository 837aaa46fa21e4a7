import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { watchFolder } from './watch-program.ts';

const program = resolve(import.meta.dirname, '../../dist/main.cjs');
const env = { PATH: process.env.PATH, HOME: '/nonexistent', TZ: 'UTC' };

/** A store that a process of its own records into: each letter is a pass, in which a name has the address of that letter. */
function meshStore() {
  const folder = watchFolder();
  const store = join(folder, 'history.db');
  let last = 0;
  return {
    folder,
    store,
    async record(values: string) {
      for (const value of values) {
        last += 1;
        const roster = { 'db.internal': `192.0.2.${value.charCodeAt(0) - 64}` };
        const file = join(folder, `${last}.json`);
        writeFileSync(file, JSON.stringify({ pass: last, at: new Date().toISOString(), roster }));
        await promisify(execFile)(process.execPath, [program, 'record', file, '--store', store], { env });
      }
    },
  };
}

/** A command of a shell in which `check` is the built program, on a store. */
function startScript(script: string, store: string, cwd: string) {
  const define = `check() { ${process.execPath} ${program} check --store ${store} "$@"; }\n`;
  const child = spawn('sh', ['-c', define + script], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal) as Promise<number | string>;
  return { child, said, ended };
}

describe('a script that waits for the mesh to settle', () => {
  test('goes on when it has, while another process records', async () => {
    const { folder, store, record } = meshStore();
    await record('ABABA');
    const { said, ended } = startScript('check --wait --every 50ms && touch migrated', store, folder);
    await expect.poll(() => said.err, { timeout: 20_000 }).toContain('waiting: not settled at ');

    await record('AAAA');
    expect(existsSync(join(folder, 'migrated'))).toBe(false);
    await record('A');

    expect(await ended).toBe(0);
    expect(said.out).toMatch(/^settled: 5 quiet passes since pass 5 at \d\d:\d\d:\d\d \(.*\); nothing flaps; .*\n$/);
    expect(existsSync(join(folder, 'migrated'))).toBe(true);
  });

  test('does not go on when the time limit ends', async () => {
    const { folder, store, record } = meshStore();
    await record('ABABA');

    const { said, ended } = startScript(
      'check --wait --time-limit 300ms --every 50ms && touch migrated',
      store,
      folder,
    );

    expect(await ended).toBe(1);
    expect(said.out).toMatch(/^still not settled after \d+ s at .*\nflapping {2}db\.internal flaps: 4 moves /);
    expect(existsSync(join(folder, 'migrated'))).toBe(false);
  });

  test('does not go on when it is told to end', async () => {
    const { folder, store, record } = meshStore();
    await record('ABABA');
    const { child, said, ended } = startScript(
      `exec ${process.execPath} ${program} check --wait --store ${store}`,
      store,
      folder,
    );
    await expect.poll(() => said.err, { timeout: 20_000 }).toContain('waiting: not settled at ');

    child.kill('SIGINT');

    expect(await ended).toBe(130);
    expect(said.out).toMatch(/^SIGINT: still not settled after /);
  });
});
