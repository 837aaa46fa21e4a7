import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { limitWords } from '../../../../src/recorder/watch/files/watched-limit.ts';
import { buildProgram, removeProgram } from '../../../support/spawn.ts';
import { temporaryFolder } from '../../../support/temporary-store.ts';

/** A user namespace has limits of its own, so that none of anybody else's is used up. */
const inNamespace = (limit: string) => ['-Ur', 'sh', '-c', `echo 0 > /proc/sys/user/${limit} && exec "$0" "$@"`];

function mayLimit(): boolean {
  try {
    execFileSync('unshare', [...inNamespace('max_inotify_watches'), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!mayLimit())('where the kernel has no more', () => {
  let program: string;
  beforeAll(async () => {
    program = await buildProgram('watching-process');
  });
  afterAll(() => removeProgram(program));

  test.each([
    ['max_inotify_watches', 'fs.inotify.max_user_watches'],
    ['max_inotify_instances', 'fs.inotify.max_user_instances'],
  ])('%s, it is said, and the next change is recorded', async (limit, setting) => {
    const path = join(temporaryFolder(), 'roster.json');
    writeFileSync(path, '{"a": 1}');
    const child = spawn('unshare', [...inNamespace(limit), process.execPath, program, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const lines = createInterface(child.stdout);
    const nextLine = async () => JSON.parse(String((await once(lines, 'line'))[0])) as Record<string, string>;

    const { notice } = await nextLine();
    expect(await nextLine()).toEqual({ text: '{"a": 1}' });
    writeFileSync(path, '{"a": 2}');
    expect(await nextLine()).toEqual({ text: '{"a": 2}' });

    expect(notice).toMatch(/^watches are exhausted: no inotify (watches|instances) are left for this user \(/);
    expect(notice).toMatch(new RegExp(`sudo sysctl ${setting}=\\d+\\); looking every 1000 ms instead$`));
  });
});

test('another fault is no limit', () => {
  const fault = Object.assign(new Error("EACCES: permission denied, watch '/a'"), { code: 'EACCES' });

  expect(limitWords(fault)).toBe("changes cannot be watched: EACCES: permission denied, watch '/a'");
});
