import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenOnSocketFile } from '../../../../src/recorder/watch/listener/listener-socket-file.ts';
import type { SourceError } from '../../../../src/recorder/watch/source-error.ts';
import { run } from '../../../support/spawn.ts';
import { temporaryFolder } from '../../../support/temporary-store.ts';

function server(): Server {
  const one = createServer();
  onTestFinished(() => void one.close());
  return one;
}

/** What somebody is told who cannot listen at a path. */
async function faultOf(path: string): Promise<unknown> {
  return listenOnSocketFile(server(), path).then(
    () => 'no fault',
    ({ name, message, hint }: SourceError) => ({ name, message, hint }),
  );
}

describe('a socket file', () => {
  test('is open to its owner alone from the moment it is there, and goes with its server', async () => {
    const path = join(temporaryFolder(), 'push.sock');
    const one = server();
    const before = process.umask();

    const listening = listenOnSocketFile(one, path);
    while (!existsSync(path)) await Promise.resolve();
    const { mode } = statSync(path);
    await listening;

    expect([(mode & 0o777).toString(8), process.umask()]).toEqual(['600', before]);
    one.close();
    expect(existsSync(path)).toBe(false);
  });

  test('that somebody left behind is replaced', async () => {
    const path = join(temporaryFolder(), 'push.sock');
    const script = join(temporaryFolder(), 'listen.cjs');
    writeFileSync(script, 'require("node:net").createServer().listen(process.argv[2], () => console.log("listening"))');
    const killed = run(script, [path]);
    await killed.printed(1);
    killed.process.kill('SIGKILL');
    await once(killed.process, 'close');
    const left = statSync(path);

    await listenOnSocketFile(server(), path);

    expect(left.isSocket()).toBe(true);
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  });

  test('that somebody listens on is left alone', async () => {
    const path = join(temporaryFolder(), 'push.sock');
    const first = server();
    await listenOnSocketFile(first, path);
    let heard = 0;
    first.on('connection', (socket) => {
      heard += 1;
      socket.destroy();
    });

    expect(await faultOf(path)).toEqual({
      name: 'SourceError',
      message: `somebody listens on "${path}" already: it is left alone`,
      hint: `fuser ${path}`,
    });
    expect([heard, existsSync(path)]).toEqual([1, true]);
  });

  test('that is another file is left alone', async () => {
    const path = join(temporaryFolder(), 'hosts');
    writeFileSync(path, 'mine');

    expect(await faultOf(path)).toEqual({
      name: 'SourceError',
      message: `"${path}" is there and is no socket: it is left alone`,
      hint: 'name another path, or remove it',
    });
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });

  test('cannot be in a folder that is not there, or that cannot be written, or have a long name', async () => {
    const folder = temporaryFolder();
    const long = join(folder, 'x'.repeat(100));

    expect(await faultOf(join(folder, 'none', 'push.sock'))).toEqual({
      name: 'SourceError',
      message: `the folder of the socket "${join(folder, 'none', 'push.sock')}" is not there`,
      hint: `mkdir -p ${join(folder, 'none')}`,
    });
    expect(await faultOf(long)).toEqual({
      name: 'SourceError',
      message: `the path "${long}" is too long for a socket: found ${Buffer.byteLength(long)} bytes, expected at most 107`,
      hint: 'unix:/run/roster-history.sock',
    });
    expect(await faultOf('/proc/push.sock')).toMatchObject({ name: 'SourceError' });
  });
});
