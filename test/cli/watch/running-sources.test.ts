import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openRunningSources } from '../../../src/cli/watch/running-sources.ts';
import { planWatch } from '../../../src/cli/watch/watch-plan.ts';
import type { WatchOptions } from '../../../src/cli/watch-command.ts';
import { openGapKeeper, openWatchLoop, type WatchEvent } from '../../../src/recorder/watch/index.ts';
import { curl } from '../../support/curl.ts';
import { temporaryStore } from '../../support/temporary-store.ts';

/** Sources on a real loop and store, which are closed when the test ends. */
function sourcesAtWork() {
  const store = temporaryStore();
  const told: WatchEvent[] = [];
  const loop = openWatchLoop(store.history, {
    gaps: openGapKeeper(store.history, { recorder: 'watch', controller: null, now: Date.now }),
    quietGapMs: 0,
    now: Date.now,
    tell: (event) => void told.push(event),
    map: async (input) => input,
    wait: async () => {},
  });
  const sources = openRunningSources(loop, {}, { env: { PATH: process.env.PATH }, isRoot: false });
  onTestFinished(() => sources.close());
  const at = (name: string) => join(store.folder, name);
  return {
    ...store,
    sources,
    at,
    told,
    write: (name: string, document: unknown) => writeFileSync(at(name), JSON.stringify(document)),
    async follow(texts: readonly string[], options: WatchOptions = {}) {
      const env = { ROSTER_HISTORY_TOKEN: 'lantern' };
      return sources.follow((await planWatch(texts, options, { color: true }, { env })).sources);
    },
    recorded: () => told.filter(({ kind }) => kind === 'recorded').length,
    post: async (socket: string) => {
      const at = ['--unix-socket', socket, 'http://r/passes'];
      return (await curl(['--data-binary', '{"nodes": []}', ...at])).status;
    },
  };
}

describe('sources that run', () => {
  test('are of every kind', async () => {
    const { follow, sources, at, told, write } = sourcesAtWork();
    write('a.json', { nodes: [] });
    const texts = [
      at('a.json'),
      'exec:echo "{}"; exit 1',
      'http://127.0.0.1:1/r.json',
      `unix:${at('s')}`,
      '127.0.0.1:0',
    ];

    const changes = await follow([...texts, `docker:${at('none.sock')}`], { node: 'ace' });

    expect(changes).toMatchObject({ unchanged: 0, stopped: [] });
    expect(sources.labels()).toEqual([
      ...texts.slice(0, 4),
      expect.stringMatching(/^127\.0\.0\.1:[1-9]\d+$/),
      `docker:${at('none.sock')}`,
    ]);
    const away = () => told.flatMap((event) => (event.kind === 'away' ? [event.source] : []));
    await expect.poll(() => away().sort(), { timeout: 10_000 }).toEqual([`docker:${at('none.sock')}`, texts[2]]);
  });

  test('are called without what may be a secret, and an engine by its socket', async () => {
    const { follow, sources } = sourcesAtWork();

    await follow(['http://mesh:kite@127.0.0.1:1/r.json?node=ace&token=kite', 'docker:']);

    expect(sources.labels()).toEqual(['http://127.0.0.1:1/r.json?node=ace&token', 'docker:/var/run/docker.sock']);
  });

  test('and are planned still go on undisturbed; others are stopped and started', async () => {
    const { follow, sources, at, write, recorded, post } = sourcesAtWork();
    write('a.json', { nodes: [] });
    write('b.json', { nodes: [] });
    await follow([at('a.json'), `unix:${at('s')}`]);
    await expect.poll(recorded, { timeout: 10_000 }).toBe(1);

    expect(await follow([at('b.json'), `unix:${at('s')}`])).toEqual({
      unchanged: 1,
      started: [at('b.json')],
      stopped: [at('a.json')],
    });

    await expect.poll(recorded, { timeout: 10_000 }).toBe(2);
    expect(await post(at('s'))).toBe(201);
    expect(sources.labels()).toEqual([`unix:${at('s')}`, at('b.json')]);
  });

  test('may go on at the same address in another way', async () => {
    const { follow, at, post } = sourcesAtWork();
    await follow([`unix:${at('s')}`]);

    expect(await follow([`unix:${at('s')}`], { sizeLimit: '8' })).toMatchObject({ unchanged: 0 });

    expect(await post(at('s'))).toBe(413);
  });

  test('stay as they were where one of the new ones cannot start', async () => {
    const { follow, sources, at, write, post, recorded } = sourcesAtWork();
    write('a.json', { nodes: [] });
    await follow([at('a.json'), `unix:${at('s')}`]);
    await expect.poll(recorded, { timeout: 10_000 }).toBe(1);

    const texts = [`unix:${at('t')}`, `unix:${at('s')}`, `unix:${at('none/x')}`];
    await expect(follow(texts, { sizeLimit: '8' })).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('the folder of the socket'),
    });

    expect(sources.labels()).toEqual([at('a.json'), `unix:${at('s')}`]);
    expect(existsSync(at('t'))).toBe(false);
    expect(await post(at('s'))).toBe(201);
  });

  test('that is away and is planned no more is given up', async () => {
    const { follow, told, at } = sourcesAtWork();
    await follow(['http://127.0.0.1:1/r.json']);
    await expect.poll(() => told.map(({ kind }) => kind), { timeout: 10_000 }).toEqual(['away']);

    await follow([`unix:${at('s')}`]);

    expect(told.at(-1)).toEqual({ kind: 'given-up', source: 'http://127.0.0.1:1/r.json' });
  });
});
