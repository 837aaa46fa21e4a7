import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/cli/config.ts';

const readme = readFileSync('README.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'roster-history-readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The blocks of the README that are shell commands, without those that set up a machine or need an engine. */
const shellBlocks = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, text]) => text as string);
const ownCommands = shellBlocks.filter((text) => text.startsWith('roster-history'));

/** The lines of the blocks that need a controller beside them. */
const watchLines = [...readme.matchAll(/```sh watch\n(.*?)```/gs)].flatMap(([, text]) =>
  (text as string).trimEnd().split('\n'),
);

/** The environment in which `roster-history` is the built program, with a store of its own. */
function environment(store = 'history.db'): NodeJS.ProcessEnv {
  writeProgram('roster-history', `exec '${process.execPath}' '${resolve('dist/main.cjs')}' "$@"`);
  return {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    ROSTER_HISTORY_STORE: join(folder, store),
  };
}

function writeProgram(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

function runInShell(script: string) {
  return spawnSync('sh', ['-e', '-c', script], { env: environment(), encoding: 'utf8' });
}

/** A folder with what the README's commands beside a controller find on its reader's machine, and their lines as they read there. */
async function besideController() {
  const at = (name: string) => join(folder, 'beside', name);
  for (const name of ['mesh/declarations', 'run']) mkdirSync(at(name), { recursive: true });
  const declaration = JSON.stringify({
    node: 'novox',
    containers: [{ name: 'web', hosts: ['db.mesh.example:192.0.2.1'] }],
  });
  for (const name of ['declaration.json', 'mesh/declarations/novox.json']) writeFileSync(at(name), declaration);
  copyFileSync('examples/incident/swallowed/1-2231.json', at('pass.json'));
  writeFileSync(at('token'), 'lantern\n', { mode: 0o600 });
  // what curl says besides the answer is its status
  writeFileSync(at('.curlrc'), 'silent\nwrite-out = "%{http_code}"\n');
  writeProgram('meshctl', `cat '${at('declaration.json')}'`);
  const [metricsPort, port] = [await freePort(), await freePort()];
  return {
    env: { ...environment('beside.db'), HOME: at(''), DOCKER_HOST: `unix://${at('docker.sock')}` },
    cwd: at(''),
    lines: watchLines.map((text) =>
      text
        .replaceAll('/var/lib/mesh', at('mesh'))
        .replaceAll('/run/roster-history', at('run'))
        .replaceAll('9912', String(metricsPort))
        .replaceAll('8910', String(port)),
    ),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

describe('the README', () => {
  test('has commands that run, one after the other, on a store of their own', () => {
    expect(ownCommands.length).toBeGreaterThanOrEqual(2);
    for (const script of ownCommands) {
      const { status, stderr } = runInShell(script);

      expect({ script, status, stderr: stderr.replace(/^the last pass recorded.*\n/, '') }).toEqual({
        script,
        status: 0,
        stderr: '',
      });
    }
  });

  test('has commands that run beside a controller until they are told to end, and take what it posts', async () => {
    const { lines, env, cwd } = await besideController();
    const watches = lines.filter((text) => text.startsWith('roster-history watch'));
    const posts = lines.filter((text) => text.startsWith('curl'));
    expect([watches.length, posts.length]).toEqual([4, 3]);
    const running = watches.map((command) => {
      const child = spawn('sh', ['-c', `exec ${command}`], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      const told = { command, text: '' };
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          told.text += text;
        });
      return { child, told, ended: once(child, 'close') };
    });
    for (const { told } of running) await expect.poll(() => told.text, { timeout: 15_000 }).toContain(' watching ');

    for (const command of posts) {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { env, cwd, encoding: 'utf8' });
      expect({ command, status, stderr, code: stdout.slice(-3) }).toEqual({
        command,
        status: 0,
        stderr: '',
        code: '201',
      });
    }
    for (const { told } of running) await expect.poll(() => told.text, { timeout: 15_000 }).toMatch(/ pass \d/);

    for (const { child, told, ended } of running) {
      child.kill('SIGTERM');
      expect({ told, ended: await ended }).toEqual({ told, ended: [0, null] });
    }
  });

  test('shows a whole config that is one', () => {
    const [, config] = /```yaml config\n(.*?)```/s.exec(readme) ?? [];
    const file = join(folder, 'config.yaml');
    writeFileSync(file, config as string);

    const { sources, mappings, binds, retention, ...rest } = readConfig(file);

    expect(sources.map(({ source }) => source)).toEqual([
      '/var/lib/mesh/declarations',
      'exec:meshctl declaration novox --json',
    ]);
    expect([...mappings.keys()]).toEqual(['catalogue']);
    expect([...binds]).toEqual([['gitea.server', ['db.internal', '*.g14.example']]]);
    expect(retention).toEqual({ keepForMs: 31_536_000_000, keepPasses: 100_000, maxBytes: 1_073_741_824 });
    expect(rest).toEqual({
      controller: 'mesh',
      controlPlane: ['postgres.server', 'distribution.store'],
      show: ['LOG_LEVEL', '*.TZ'],
      notify: { exec: 'logger -t roster-history "$ROSTER_HISTORY_SUMMARY"', webhook: 'https://hooks.example/mesh' },
      metrics: '127.0.0.1:9912',
    });
  });

  test('lists every command, and every format of JSON', () => {
    const { stdout } = spawnSync(process.execPath, ['dist/main.cjs', 'help'], { encoding: 'utf8' });
    const [, listed = ''] = /\nCommands:\n(.*?)\n\n/s.exec(stdout) ?? [];
    const commands = [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name).filter((name) => name !== 'help');

    expect(commands.length).toBeGreaterThan(10);
    for (const name of commands) {
      expect(readme).toMatch(new RegExp(`^\\| \`${name}\\b`, 'm'));
      if (name !== 'watch' && name !== 'map') expect(readme).toContain(`${name}@1`);
    }
  });

  test('names scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

    for (const [, name] of readme.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
  });

  test('shows what the demo prints', () => {
    const { stdout } = spawnSync(process.execPath, ['scripts/demo.mjs'], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' },
    });
    const [, shown] = /<!-- demo -->\n```text\n(.*?)```/s.exec(readme) ?? [];

    expect(shown).toBeTruthy();
    expect(stdout).toContain(shown);
  });

  test('names only files that there are', () => {
    for (const [, target] of readme.matchAll(/\]\(([^)#]+)\)/g))
      expect(() => readFileSync(target as string)).not.toThrow();
  });
});
