import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreError } from '../../../../src/history/index.ts';
import { type CommandSettings, watchCommand } from '../../../../src/recorder/watch/commands/command.ts';
import { temporaryFolder } from '../../../support/temporary-store.ts';
import { openTestFeed, type TestFeed } from '../test-feed.ts';

const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };

/** A command that is run once, unless it is said how often, until the test ends. */
async function running(command: string, given: Partial<CommandSettings> & { feed?: TestFeed } = {}) {
  const { feed = openTestFeed(), ...settings } = given;
  const source = await watchCommand(
    { command, everyMs: 3_600_000, timeLimitMs: 10_000, sizeLimitBytes: 1000, killGraceMs: 200, env, ...settings },
    feed.feed,
  );
  onTestFinished(() => source.close());
  return { ...feed, source };
}

/** The processes whose command line is or holds the words. */
function processesOf(words: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      } catch {
        // it has ended meanwhile
        return '';
      }
    })
    .filter((line) => line.includes(words));
}

/** A command that sleeps long enough to be found by its arguments if it is left over. */
let sleepers = 100_000 + (Date.now() % 100_000);
function sleeper(): string {
  sleepers += 1;
  return `sleep ${sleepers}`;
}

describe('a command', () => {
  test('is handed over with its output, its exit status and what it says of itself', async () => {
    const { next, source } = await running('echo "{}"; echo careful >&2', {
      circumstances: { node: 'g14' },
      format: 'mesh',
    });

    expect(await next()).toEqual({
      label: 'exec:echo "{}"; echo careful >&2',
      text: '{}\n',
      error: null,
      exitStatus: 0,
      standardError: 'careful\n',
      circumstances: { node: 'g14' },
      format: 'mesh',
    });
    expect(source.label).toBe('exec:echo "{}"; echo careful >&2');
  });

  test.each([
    ['echo "{}"; echo refused >&2; exit 7', { text: '{}\n', exitStatus: 7, standardError: 'refused\n' }],
    ['exit 1', { text: '', exitStatus: 1, standardError: '' }],
    ['kill -KILL $$', { text: '', exitStatus: 137 }],
    ['no-such-command-here', { text: '', exitStatus: 127, standardError: expect.stringContaining('not found') }],
    ["printf '\\377\\376{\\000}\\000'", { text: '{}', exitStatus: 0 }],
  ])('%j that fails, or prints something else, is evidence', async (command, source) => {
    const { next, aways } = await running(command);

    expect(await next()).toMatchObject({ error: null, ...source });
    expect(aways).toEqual([]);
  });

  test('has no input, and no other environment than it is given', async () => {
    const { next } = await running('cat; env | grep -v -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD=', {
      env: { ...env, TOKEN: 'a b' },
    });

    expect((await next()).text?.trim().split('\n').sort()).toEqual([`PATH=${env.PATH}`, 'TOKEN=a b']);
  });

  test('that cannot be started is away', async () => {
    const { aways } = await running(`true ${'x'.repeat(3_000_000)}`);

    await expect.poll(() => aways).toEqual([expect.stringMatching(/^the command cannot be started: .*E2BIG/)]);
  });

  test('is run again at the interval, after the store was at fault too', async () => {
    const told = openTestFeed();
    let faults = 1;
    const deliver: TestFeed['feed']['deliver'] = async (input) => {
      if (faults > 0) {
        faults -= 1;
        throw new StoreError('the disk is full');
      }
      return told.feed.deliver(input);
    };
    const counter = join(temporaryFolder(), 'count');
    const { next } = await running(`echo x >> ${counter}; wc -l < ${counter}`, {
      everyMs: 50,
      feed: { ...told, feed: { ...told.feed, deliver } },
    });

    expect([(await next()).text, (await next()).text].map(Number)).toEqual([2, 3]);
  });

  test('that takes longer than the interval never runs twice at once', async () => {
    const lock = join(temporaryFolder(), 'lock');
    const { next } = await running(`mkdir ${lock} && sleep 0.15 && rmdir ${lock}`, { everyMs: 20 });

    expect([(await next()).exitStatus, (await next()).exitStatus, (await next()).exitStatus]).toEqual([0, 0, 0]);
  });
});

describe('a command that does not end', () => {
  test('is ended at the time limit with all that it started, and has failed', async () => {
    const child = sleeper();
    const { next } = await running(`echo "{}"; ${child} & ${child}; wait`, { timeLimitMs: 300 });

    expect(await next()).toMatchObject({
      text: null,
      error: 'the command was ended: it ran longer than the time limit of 0.3 s',
      exitStatus: 143,
    });
    expect(processesOf(child)).toEqual([]);
  });

  test('is killed where it does not listen', async () => {
    const child = sleeper();
    const { next } = await running(`trap '' TERM; ${child}; ${child}`, { timeLimitMs: 200 });

    expect(await next()).toMatchObject({ text: null, exitStatus: 137 });
    expect(processesOf(child)).toEqual([]);
  });

  test('and says that all is well when it is asked to end has failed all the same', async () => {
    const { next } = await running(`trap 'exit 0' TERM; sleep 5 & wait`, { timeLimitMs: 200 });

    expect(await next()).toMatchObject({ text: null, exitStatus: 124 });
  });

  test('and prints without end is ended at the size limit', async () => {
    const words = `yes without-end-${sleeper()}`;
    const { next } = await running(words);

    expect(await next()).toMatchObject({
      text: null,
      error: 'larger than the size limit: found more than 1000 bytes, expected at most 1000 bytes',
      hint: '--size-limit 4KiB',
    });
    expect(processesOf(words)).toEqual([]);
  });

  test('but leaves a child behind is whole when it has ended, and the child is ended', async () => {
    const child = sleeper();
    const { next } = await running(`${child} & echo "{}"`);

    expect(await next()).toMatchObject({ text: '{}\n', exitStatus: 0 });
    expect(processesOf(child)).toEqual([]);
  });

  test('but leaves a child behind in a session of its own is not waited for', async () => {
    const folder = temporaryFolder();
    const { next } = await running(`setsid sh -c 'echo $$ > ${folder}/pid; exec sleep 30' & sleep 0.1; echo "{}"`);
    onTestFinished(() => {
      if (existsSync(`${folder}/pid`)) process.kill(Number(readFileSync(`${folder}/pid`, 'utf8')));
    });

    expect(await next()).toMatchObject({ text: '{}\n', exitStatus: 0 });
  });

  test('is ended when the source is closed, and not handed over', async () => {
    const child = sleeper();
    const started = join(temporaryFolder(), 'started');
    const { source, deliveries } = await running(`trap '' TERM; ${child} & touch ${started}; ${child}; wait`);
    await expect.poll(() => existsSync(started)).toBe(true);

    await source.close();

    expect(processesOf(child)).toEqual([]);
    expect(deliveries).toEqual([]);
  });
});

test('output up to the size limit is whole, however it comes', async () => {
  const { next } = await running('head -c 300000 /dev/zero | tr "\\0" x', { sizeLimitBytes: 300_000 });

  expect((await next()).text).toBe('x'.repeat(300_000));
});
