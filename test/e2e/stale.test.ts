import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { busyboxImage, type DockerEngine, findEngineObstacle, startEngine } from './docker-engine.ts';

const program = resolve(import.meta.dirname, '../../dist/main.cjs');
const session = 'kite-Marble-73-session';
const before = ['git.mesh.test:192.0.2.2', 'id.mesh.test:192.0.2.3'];
const after = ['git.mesh.test:192.0.2.9', 'id.mesh.test:192.0.2.3'];

interface Ran {
  readonly out: string;
  readonly err: string;
  readonly exitCode: number;
}

function tell(part: string, obstacle: string | null): string {
  if (obstacle === null) return part;
  process.stderr.write(`${part}: skipped, ${obstacle}\n`);
  return `${part} (skipped: ${obstacle})`;
}

const obstacle = findEngineObstacle();

describe.skipIf(obstacle !== null)(tell('what a real docker engine runs, against what was declared', obstacle), () => {
  let engine: DockerEngine;
  let dir: string;

  const run = (args: readonly string[], input = ''): Promise<Ran> =>
    new Promise((done) => {
      const env = { PATH: process.env.PATH, HOME: dir, TZ: 'UTC' };
      const store = ['--store', join(dir, 'history.db')];
      const child = execFile(process.execPath, [program, ...args, ...store], { env }, (error, out, err) =>
        done({ out, err, exitCode: typeof error?.code === 'number' ? error.code : 0 }),
      );
      child.stdin?.end(input);
    });
  const start = async (name: string, hosts: readonly string[]) => {
    const added = hosts.flatMap((entry) => ['--add-host', entry]);
    const flags = ['--name', name, '--network', 'none', '--env', `SESSION_SECRET=${session}`, ...added];
    await engine.docker(['run', '--detach', ...flags, busyboxImage, 'sleep', '86400']);
  };
  const declare = async (pass: number, hosts: readonly string[]) => {
    const containers = ['web', 'worker'].map((name) => ({ module: 'shop', name, hosts }));
    const nodes = [
      { node: 'vm1', outcome: 'planned', containers },
      { node: 'vm2', outcome: 'planned', containers: [{ module: 'shop', name: 'mail', hosts }] },
    ];
    const file = join(dir, `pass-${pass}.json`);
    writeFileSync(file, JSON.stringify({ controller: 'mesh', pass: String(pass), nodes }));
    expect(await run(['record', file])).toMatchObject({ exitCode: 0 });
  };

  beforeAll(async () => {
    engine = await startEngine(mkdtempSync('/tmp/rh-'));
    dir = mkdtempSync('/tmp/rh-');
    await engine.importBusybox();
    await declare(1, before);
    for (const name of ['web', 'worker']) await start(name, before);
    await declare(2, before);
  });

  afterAll(async () => {
    if (dir !== undefined) rmSync(dir, { recursive: true, force: true });
    await engine?.stop();
  });

  it('nothing is stale while each container has what is declared', async () => {
    const { out, exitCode } = await run(['stale', `docker:${engine.socket}`, '--exit-code']);

    expect(out).toMatch(/^nothing is stale: 2 containers hold what is declared as of pass 2 of mesh, [^\n]*\n$/);
    expect(exitCode).toBe(0);
  });

  it('finds exactly the container that was left alone when a name moved, however it is asked', async () => {
    await declare(3, after);
    await declare(4, after);
    await engine.docker(['rm', '--force', 'web']);
    await start('web', after);
    const ids = (await engine.docker(['ps', '--quiet'])).trim().split('\n');
    const inspected = await engine.docker(['inspect', ...ids]);

    const asked = await run(['stale', `docker:${engine.socket}`, '--exit-code', '--json']);
    const piped = await run(['stale', '-', '--exit-code', '--json'], inspected);
    const shown = await run(['stale', `docker:${engine.socket}`]);

    for (const { out, exitCode } of [asked, piped]) {
      const answer = JSON.parse(out);
      expect(exitCode).toBe(1);
      expect(answer).toMatchObject({
        format: 'roster-history/stale@1',
        complete: true,
        compared: { declared: { controller: 'mesh', pass: 4 }, running: [{ node: 'vm1', nodeBy: 'matched' }] },
        notDeclared: [],
        notRunning: [],
      });
      expect(answer.stale).toEqual([
        {
          node: 'vm1',
          container: 'shop/worker',
          names: [
            expect.objectContaining({
              name: 'git.mesh.test',
              kind: 'moved',
              holds: ['192.0.2.2'],
              declared: ['192.0.2.9'],
              since: { pass: 3, at: expect.any(String) },
              passes: 2,
            }),
          ],
        },
      ]);
    }
    expect(shown.exitCode).toBe(0);
    expect(shown.out).toContain(
      'git.mesh.test  1 container still holds 192.0.2.2; declared 192.0.2.9\n    since pass 3, ',
    );
    expect([asked, piped, shown].map(({ out, err }) => out + err).join('')).not.toContain(session);
  });

  it('an engine that is not there is told with what to do', async () => {
    const { err, exitCode } = await run(['stale', `docker:${dir}/nowhere.sock`]);

    expect(err).toContain(`no socket "${dir}/nowhere.sock"`);
    expect(err).toContain('hint: ');
    expect(exitCode).toBe(2);
  });
});
