import { writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readInput } from '../../../../src/formats/index.ts';
import { StoreError } from '../../../../src/history/index.ts';
import type { InputText } from '../../../../src/recorder/recorder.ts';
import { type EngineSettings, watchEngine } from '../../../../src/recorder/watch/engine/engine.ts';
import { connectionFault } from '../../../../src/recorder/watch/engine/engine-fault.ts';
import type { Feed } from '../../../../src/recorder/watch/feed.ts';
import { openTestFeed } from '../test-feed.ts';
import { type EngineServer, eventLine, openEngineServer } from './engine-server.ts';

const secret = 'kite-Marble-73';

/** Watches an engine until the test ends. It settles within a twentieth of a second, and a replacement within a fifth. */
async function watch({ socket }: { socket: string }, feed: Feed, rest: Partial<EngineSettings> = {}) {
  const limits = { settleMs: 50, longestMs: 5000, timeLimitMs: 2000, sizeLimitBytes: 1024 * 1024 };
  const source = await watchEngine({ engine: 'docker', socket, node: 'vm1', ...limits, ...rest }, feed);
  onTestFinished(() => source.close());
  return source;
}

/** The containers and host entries that a delivered list shows. */
function shown({ text }: InputText): Record<string, unknown> {
  const rows = JSON.parse(text ?? 'null') as { Name: string; HostConfig: { ExtraHosts: string[] } }[];
  return Object.fromEntries(rows.map(({ Name, HostConfig }) => [Name, HostConfig.ExtraHosts]));
}

/** What delivered events say. */
function actions({ text, format }: InputText): string[] {
  if (format !== 'docker-events') throw new Error(`expected events, found ${format}`);
  return (text ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { Action: string }).Action);
}

/** How the node of a delivered list is read. */
function reports({ text, circumstances, format }: InputText) {
  const read = readInput(text ?? '', circumstances, format);
  if (read.kind !== 'pass') throw new Error('expected a pass');
  return read.draft.reports.map((report) => ({
    node: report.node,
    outcome: report.outcome,
    error: 'error' in report ? report.error : null,
  }));
}

/** The paths that were asked for, without versions, instants and filters. */
const paths = ({ requests }: EngineServer) =>
  requests.map((path) => path.replace(/^\/v[\d.]+/, '').replace(/\?.*/, ''));

describe('at the start', () => {
  test('the events are asked for first, and then all containers', async () => {
    const engine = await openEngineServer();
    engine.create('edge', ['git.mesh.test:192.0.2.2']);
    engine.create('mail');
    const { feed, next, aways, notices } = openTestFeed();

    const source = await watch(engine, feed, { circumstances: { controller: 'hub' } });

    const list = await next();
    expect(source.label).toBe(`docker:${engine.socket}`);
    expect(list).toEqual({
      label: `docker:${engine.socket}`,
      text: expect.any(String),
      error: null,
      format: 'docker-inspect',
      circumstances: { controller: 'hub', node: 'vm1' },
    });
    expect(shown(list)).toEqual({ '/edge': ['git.mesh.test:192.0.2.2'], '/mail': [] });
    expect(paths(engine).slice(0, 3)).toEqual(['/version', '/events', '/containers/json']);
    expect([aways, notices]).toEqual([[], []]);
  });

  test('an engine without containers has none', async () => {
    const engine = await openEngineServer();
    const { feed, next } = openTestFeed();

    await watch(engine, feed);

    expect(reports(await next())).toEqual([{ node: 'vm1', outcome: 'planned', error: null }]);
  });

  test.each([
    ['an older engine is asked in its own version', { ApiVersion: '1.41', MinAPIVersion: '1.12' }, '/v1.41'],
    [
      'a newer engine is asked in ours, so that an update changes nothing',
      { ApiVersion: '1.52', MinAPIVersion: '1.24' },
      '/v1.44',
    ],
    [
      'an engine that has left ours behind is asked in its oldest',
      { ApiVersion: '1.90', MinAPIVersion: '1.60' },
      '/v1.60',
    ],
    ['an engine that does not tell its version is asked without one', {}, ''],
  ])('%s', async (_, version, prefix) => {
    const engine = await openEngineServer();
    engine.version = version;
    const { feed, next } = openTestFeed();

    await watch(engine, feed);

    await next();
    expect(engine.requests.at(-1)).toBe(`${prefix}/containers/json?all=1`);
  });

  test('an engine behind something that hides its version is asked without one', async () => {
    const engine = await openEngineServer();
    engine.answer = (path) => (path === '/version' ? { status: 403, body: 'Forbidden' } : undefined);
    const { feed, next } = openTestFeed();

    await watch(engine, feed);

    await next();
    expect(engine.requests.at(-1)).toBe('/containers/json?all=1');
  });
});

describe('events', () => {
  test('a replacement is handed over as its events, and then as one whole state', async () => {
    const engine = await openEngineServer();
    engine.create('edge', ['git.mesh.test:192.0.2.2']);
    const { feed, next } = openTestFeed();
    await watch(engine, feed);
    await next();

    engine.send(eventLine('die', 'edge'));
    engine.destroy('edge');
    await new Promise((resolve) => setTimeout(resolve, 100));
    engine.create('edge', ['git.mesh.test:192.0.2.9']);

    const events = await next();
    expect(actions(events)).toEqual(['die', 'destroy', 'create']);
    expect(events).toMatchObject({ label: `docker:${engine.socket}`, circumstances: { node: 'vm1' } });
    expect(shown(await next())).toEqual({ '/edge': ['git.mesh.test:192.0.2.9'] });
  });

  test('a state that did not change is handed over again', async () => {
    const engine = await openEngineServer();
    engine.create('edge');
    const { feed, next } = openTestFeed();
    await watch(engine, feed);
    const first = await next();

    engine.send(eventLine('die', 'edge') + eventLine('start', 'edge'));

    expect(actions(await next())).toEqual(['die', 'start']);
    expect(await next()).toEqual(first);
  });

  test('that are torn are read whole, and what is no event is said once', async () => {
    const engine = await openEngineServer();
    const { feed, next, notices } = openTestFeed();
    await watch(engine, feed);
    await next();

    for (const byte of Buffer.from(`${eventLine('start', 'café')}<html>\n${eventLine('die', 'café')}torn\n`)) {
      engine.send(Uint8Array.of(byte));
    }

    expect(actions(await next())).toEqual(['start', 'die']);
    await next();
    expect(notices).toEqual([
      'docker told of an event in words that cannot be read; its containers are listed all the same',
    ]);
  });

  test('of no interest are not asked for, and lead to nothing where they are told', async () => {
    const engine = await openEngineServer();
    engine.create('edge');
    const { feed, next, deliveries } = openTestFeed();
    await watch(engine, feed);
    await next();

    engine.send(eventLine('exec_start: sh', 'edge') + eventLine('health_status: healthy', 'edge'));
    engine.send(eventLine('start', 'edge'));

    expect(actions(await next())).toEqual(['start']);
    await next();
    expect(deliveries).toHaveLength(3);
    const asked = new URL(`http://engine${engine.requests[1]}`).searchParams.get('filters') ?? '';
    expect(JSON.parse(asked)).toEqual({
      type: ['container'],
      event: ['create', 'start', 'die', 'died', 'destroy', 'remove', 'rename', 'update'],
    });
  });

  test('a container that is destroyed while the others are inspected is waited for', async () => {
    const engine = await openEngineServer();
    engine.create('edge', ['git.mesh.test:192.0.2.2']);
    engine.create('mail');
    const { feed, next } = openTestFeed();
    await watch(engine, feed);
    await next();
    let isReplaced = false;
    engine.answer = (path) => {
      if (!path.endsWith('1/json') || isReplaced) return undefined;
      isReplaced = true;
      engine.destroy('edge');
      setTimeout(() => engine.create('edge', ['git.mesh.test:192.0.2.9']), 60);
      return undefined;
    };

    engine.send(eventLine('start', 'mail'));

    expect(actions(await next())).toEqual(['start']);
    expect(actions(await next())).toEqual(['destroy', 'create']);
    expect(shown(await next())).toEqual({ '/edge': ['git.mesh.test:192.0.2.9'], '/mail': [] });
  });
});

describe('a list', () => {
  test('lacks what vanished before it was inspected, which is no fault', async () => {
    const engine = await openEngineServer();
    engine.create('edge');
    engine.create('job');
    engine.answer = (path) => (path.endsWith('2/json') ? { status: 404, body: '{}' } : undefined);
    const { feed, next } = openTestFeed();

    await watch(engine, feed);

    const list = await next();
    expect(shown(list)).toEqual({ '/edge': [] });
    expect(reports(list)).toEqual([{ node: 'vm1', outcome: 'planned', error: null }]);
  });

  test('with containers that could not be inspected removes nothing, and is tried again', async () => {
    const engine = await openEngineServer();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) engine.create(name);
    const answers: Record<string, string> = { 2: '{"message":"SESSION=kite-Marble-73"}', 3: 'torn{', 4: '[]', 5: '{}' };
    engine.answer = (path) => {
      const body = answers[/([1-9])\/json$/.exec(path)?.[1] ?? ''];
      return body === undefined ? undefined : { status: body.startsWith('{') ? 500 : 200, body };
    };
    const { feed, next } = openTestFeed();
    await watch(engine, feed);

    const list = await next();
    engine.answer = () => undefined;
    const whole = await next();

    expect(Object.keys(shown(list))).toEqual(['/a', '/f']);
    const words =
      /^4 of 6 containers could not be inspected: "b": answered with 500; "c": .* gave no JSON; "d": no JSON object; 1 more$/;
    expect(list.circumstances).toEqual({ node: 'vm1', exitStatus: 1, standardError: expect.stringMatching(words) });
    expect(reports(list)).toMatchObject([{ outcome: 'partial' }]);
    expect(Object.keys(shown(whole))).toHaveLength(6);
    expect(reports(whole)).toMatchObject([{ outcome: 'planned' }]);
  });

  test('that is refused is handed over as what could not be read, with what the engine said', async () => {
    const engine = await openEngineServer();
    engine.answer = (path) =>
      path.includes('/containers/') ? { status: 500, body: '{"message":"layer store is locked"}' } : undefined;
    const { feed, next, aways } = openTestFeed();

    await watch(engine, feed);

    expect(await next()).toEqual({
      label: `docker:${engine.socket}`,
      text: null,
      error: '/v1.41/containers/json was answered with 500: layer store is locked',
      circumstances: { node: 'vm1' },
    });
    expect(aways).toEqual([]);
  });

  test.each([
    ['{"a":1}', '/v1.41/containers/json gave no list'],
    ['[{"Names":["/edge"]}]', 'the list holds something that is no container: expected objects with "Id"'],
    ['[{"Id":"1"', '/v1.41/containers/json gave no JSON'],
  ])('that reads %s is not taken for an empty one', async (body, error) => {
    const engine = await openEngineServer();
    engine.answer = (path) => (path.includes('/containers/') ? { status: 200, body } : undefined);
    const { feed, next } = openTestFeed();

    await watch(engine, feed);

    expect(await next()).toMatchObject({ text: null, error });
  });

  test('larger than the limit is not taken', async () => {
    const engine = await openEngineServer();
    for (const name of ['a', 'b', 'c']) engine.create(name, ['git.mesh.test:192.0.2.2']);
    const { feed, next } = openTestFeed();

    await watch(engine, feed, { sizeLimitBytes: 600 });

    expect(await next()).toMatchObject({
      text: null,
      error: 'the inspections of 3 containers are larger than the limit of 600 bytes',
    });
  });

  test('with a container that is not inspected in time goes without it', async () => {
    const engine = await openEngineServer();
    engine.create('edge');
    engine.create('mail');
    engine.answer = (path) => (path.endsWith('1/json') ? 'never' : undefined);
    const { feed, next } = openTestFeed();

    await watch(engine, feed, { timeLimitMs: 200 });

    const list = await next();
    expect(Object.keys(shown(list))).toEqual(['/mail']);
    expect(list.circumstances?.standardError).toBe(
      `1 of 2 containers could not be inspected: "edge": no answer in time at "${engine.socket}"`,
    );
  });
});

describe('an engine that is away', () => {
  test('is waited for, and said once', async () => {
    const engine = await openEngineServer({ closed: true });
    const { feed, next, aways } = openTestFeed();
    await watch(engine, feed);
    await expect.poll(() => aways).toHaveLength(1);

    engine.create('edge');
    await engine.open();

    expect(shown(await next())).toEqual({ '/edge': [] });
    expect(aways).toEqual([
      `no socket "${engine.socket}": start docker (systemctl start docker), or name another socket as docker:/path/to/docker.sock`,
    ]);
  });

  test('and comes back is asked for what it told since the last event, and listed again', async () => {
    const engine = await openEngineServer();
    engine.create('edge');
    const { feed, next } = openTestFeed();
    await watch(engine, feed);
    await next();
    const at = (Math.floor(Date.now() / 1000) + 5) * 1000;
    engine.send(eventLine('start', 'edge', at));
    await next();
    await next();

    await engine.close();
    engine.create('mail');
    await engine.open();

    expect(Object.keys(shown(await next()))).toEqual(['/edge', '/mail']);
    const since = engine.requests
      .filter((path) => path.includes('/events?'))
      .map((path) => /since=([\d.]+)/.exec(path)?.[1]);
    expect(since.at(-1)).toBe(`${at / 1000}.000`);
  });

  test('is told what happened before, and only then that it is away', async () => {
    const engine = await openEngineServer();
    engine.create('edge');
    const told: string[] = [];
    const { feed, next } = openTestFeed();
    await watch(
      engine,
      {
        ...feed,
        async deliver(input) {
          told.push(input.format ?? '');
          return feed.deliver(input);
        },
        away: () => void told.push('away'),
      },
      { settleMs: 1000 },
    );
    await next();
    await engine.heard();

    engine.send(eventLine('die', 'edge'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await engine.close();

    await expect.poll(() => told.includes('away'), { timeout: 10_000 }).toBe(true);
    expect(told).toEqual(['docker-inspect', 'docker-events', 'away']);
  });

  test('and comes back without containers has removed none of them until that is certain', async () => {
    const engine = await openEngineServer();
    engine.create('edge');
    const { feed, next } = openTestFeed();
    await watch(engine, feed);
    await next();

    await engine.close();
    engine.destroy('edge');
    await engine.open();
    const doubted = await next();
    engine.create('edge');

    expect(reports(doubted)).toEqual([
      {
        node: 'vm1',
        outcome: 'partial',
        error: 'exit status 1: docker was away and lists no container, where it listed 1 before',
      },
    ]);
    expect(actions(await next())).toEqual(['create']);
    expect(reports(await next())).toMatchObject([{ outcome: 'planned' }]);
  });

  test('because it refuses to tell its events is said as it was refused', async () => {
    const engine = await openEngineServer();
    engine.answer = (path) =>
      path.includes('/events') ? { status: 403, body: '{"message":"no events for you"}' } : undefined;
    const { feed, aways } = openTestFeed();

    await watch(engine, feed);

    await expect.poll(() => aways).toEqual(['/v1.41/events was answered with 403: no events for you']);
  });

  test('because it hangs is said so', async () => {
    const engine = await openEngineServer();
    engine.answer = (path) => (path.includes('/containers/') ? 'never' : undefined);
    const { feed, aways } = openTestFeed();

    await watch(engine, feed, { timeLimitMs: 100 });

    await expect.poll(() => aways).toEqual([`no answer in time at "${engine.socket}"`]);
  });

  test('while its containers are inspected shows none of them', async () => {
    const engine = await openEngineServer();
    engine.create('edge');
    engine.create('mail');
    engine.answer = (path) => (path.endsWith('2/json') ? 'torn' : undefined);
    const { feed, next, aways, deliveries } = openTestFeed();

    await watch(engine, feed);

    await expect.poll(() => aways).toEqual([`docker broke off the connection at "${engine.socket}"`]);
    expect(deliveries).toEqual([]);
    engine.answer = () => undefined;
    expect(Object.keys(shown(await next()))).toEqual(['/edge', '/mail']);
  });

  test('because the socket is a file is said so', async () => {
    const engine = await openEngineServer({ closed: true });
    writeFileSync(engine.socket, '');
    const { feed, aways } = openTestFeed();

    await watch(engine, feed, { engine: 'podman' });

    await expect
      .poll(() => aways)
      .toEqual([`nobody listens at "${engine.socket}": start podman (systemctl [--user] start podman.socket)`]);
  });

  test('because one may not speak with it says how one may', () => {
    const denied = Object.assign(new Error('connect EACCES /d.sock'), { code: 'EACCES' });

    expect(connectionFault('docker', '/d.sock', denied).message).toBe(
      'permission denied at "/d.sock": run as a member of the group docker (usermod -aG docker USER), or as root',
    );
    expect(connectionFault('podman', '/p.sock', denied).message).toBe(
      'permission denied at "/p.sock": run as the user whose podman it is, or as root',
    );
  });
});

describe('closing', () => {
  test('hands over what happened, and what came of it', async () => {
    const engine = await openEngineServer();
    const { feed, next, deliveries } = openTestFeed();
    const source = await watch(engine, feed, { settleMs: 60_000, longestMs: 60_000 });
    await engine.heard();
    engine.create('edge');
    await expect.poll(() => engine.listeners.size).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));

    await source.close();

    expect(actions(await next())).toEqual(['create']);
    expect(shown(await next())).toEqual({ '/edge': [] });
    expect(deliveries).toHaveLength(2);
  });

  test('shows no half of a replacement', async () => {
    const engine = await openEngineServer();
    engine.create('edge');
    const { feed, next, deliveries } = openTestFeed();
    const source = await watch(engine, feed, { settleMs: 300 });
    await next();
    engine.destroy('edge');
    await new Promise((resolve) => setTimeout(resolve, 50));

    await source.close();

    expect(actions(await next())).toEqual(['destroy']);
    expect(deliveries).toHaveLength(2);
  });

  test('does not wait for an engine that is away', async () => {
    const engine = await openEngineServer({ closed: true });
    const { feed, aways, deliveries } = openTestFeed();
    const source = await watch(engine, feed);
    await expect.poll(() => aways).toHaveLength(1);

    await source.close();

    expect(deliveries).toEqual([]);
  });
});

test('what could not be stored is handed over again', async () => {
  const engine = await openEngineServer();
  engine.create('edge');
  const { feed, next, notices } = openTestFeed();
  let isFull = false;
  const full: Feed = {
    ...feed,
    deliver: (input) => (isFull ? Promise.reject(new StoreError('the disk is full')) : feed.deliver(input)),
  };
  await watch(engine, full);
  await next();

  isFull = true;
  engine.send(eventLine('start', 'edge'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  isFull = false;

  expect(actions(await next())).toEqual(['start']);
  expect(shown(await next())).toEqual({ '/edge': [] });
  expect(notices).toEqual([]);
});

test('no secret is in what is said', async () => {
  const engine = await openEngineServer();
  engine.create('edge');
  const { feed, next, aways, notices } = openTestFeed();
  await watch(engine, feed);
  await next();

  engine.send(`${eventLine('start', 'edge').slice(0, -5)}\n`);
  await next();
  engine.answer = () => ({ status: 500, body: `SESSION=${secret}` });
  await engine.close();
  await engine.open();

  await expect.poll(() => aways, { timeout: 3000 }).toHaveLength(1);
  expect(notices).toHaveLength(1);
  expect([...aways, ...notices].join('\n')).not.toContain(secret);
});
