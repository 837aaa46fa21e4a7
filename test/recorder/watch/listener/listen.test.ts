import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Feed } from '../../../../src/recorder/watch/feed.ts';
import { listenForPasses } from '../../../../src/recorder/watch/listener/listen.ts';
import { curl } from '../../../support/curl.ts';
import { bearer, connected, document, feedOf, json, listening, nothing, recording, token } from './test-listener.ts';

describe('a pass that is pushed', () => {
  test('is on the disk when it is answered with 201', async () => {
    const { push, passes } = await recording();

    const answer = await push(document('412'));

    expect(answer).toMatchObject({ status: 201, headers: { 'content-type': 'application/json' } });
    expect(answer.body.endsWith('\n')).toBe(true);
    expect(json(answer.body)).toEqual({
      recorded: [
        {
          kind: 'recorded',
          pass: 1,
          controller: 'default',
          key: '412',
          nodes: [{ node: 'g14', outcome: 'planned' }],
          problems: 0,
        },
      ],
    });
    expect(passes()).toHaveLength(1);
  });

  test('twice with the same id is recorded once, and answered with 200', async () => {
    const { push, passes } = await recording();
    await push(document('412'));

    const answer = await push(document('412'));

    expect(answer.status).toBe(200);
    expect(json(answer.body)).toMatchObject({ recorded: [{ kind: 'known', pass: 1, key: '412' }] });
    expect(passes()).toHaveLength(1);
  });

  test('may be a lone declaration, of which the query and the headers say the rest', async () => {
    const { ask, passes } = await recording({ circumstances: { controller: 'mesh', node: 'other' } });

    const answer = await ask('/?pass=412&at=@1790714400', [
      ...bearer,
      '-H',
      'Roster-History-Node: g14',
      '-d',
      '{"containers": []}',
    ]);

    expect(answer.status).toBe(201);
    expect(passes('mesh')).toMatchObject([
      {
        key: '412',
        at: 1_790_714_400_000,
        source: expect.stringMatching(/^unix:.*push\.sock$/),
        outcomes: [{ node: 'g14' }],
      },
    ]);
  });

  test('may be gzipped, and so long that curl asks whether to send it', async () => {
    const { push, passes } = await recording({ sizeLimitBytes: 2_000_000 });
    const long = JSON.stringify({ pass: '1', note: 'a b '.repeat(300_000), nodes: [] });
    const zipped = gzipSync(long);

    const plain = await push(long);
    const decoded = await recording({ sizeLimitBytes: 2_000_000 }).then(({ ask }) =>
      ask('/passes', [...bearer, '-H', 'Content-Encoding: gzip', '--data-binary', '@-'], zipped),
    );

    expect([plain.status, decoded.status]).toEqual([201, 201]);
    expect(passes()[0]?.extra).toEqual({ note: 'a b '.repeat(300_000) });
  });

  test('that cannot be read is answered with where and why, and with what was recorded of it', async () => {
    const { push, passes } = await recording();
    const unknown = await push('{"pass": "411", "nodes": [');
    await push(document('412'));

    const answer = await push('{"pass": "413", "nodes": [', { query: '?node=g14' });

    expect(answer.status).toBe(400);
    expect(json(answer.body)).toEqual({
      error: 'the JSON ends in the middle: the file is half written or cut off',
      line: 1,
      column: 27,
      hint: 'record it again when it is whole; the last declaration stands',
      recorded: [{ kind: 'unreadable', pass: 2 }],
    });
    expect(json(unknown.body)).toMatchObject({ recorded: [{ kind: 'unreadable', pass: null }] });
    expect(passes()[1]?.outcomes).toMatchObject([{ node: 'g14', outcome: 'unreadable' }]);
  });

  test('that says that its plan failed is taken, though there is nothing to read', async () => {
    const { push, passes } = await recording();
    await push(document('412'));

    const answer = await push('', { query: '?node=g14&exit-status=1&error=timed+out' });

    expect(answer.status).toBe(201);
    expect(json(answer.body)).toEqual({
      error: 'exit status 1: timed out',
      recorded: [{ kind: 'unreadable', pass: 2 }],
    });
    expect(passes()[1]?.outcomes).toMatchObject([
      { node: 'g14', outcome: 'failed', error: 'exit status 1: timed out' },
    ]);
  });

  test('that tells of what happened is news the first time', async () => {
    const { push } = await recording();
    const event = JSON.stringify({
      status: 'create',
      Type: 'container',
      Action: 'create',
      Actor: { ID: 'f'.repeat(64), Attributes: { name: 'db', image: 'busybox' } },
      time: 1_772_359_000,
      timeNano: 1_772_359_000_000_000_000,
    });

    const [first, second] = [
      await push(`${event}\n`, { query: '?node=g14' }),
      await push(event, { query: '?node=g14' }),
    ];

    expect([first.status, second.status]).toEqual([201, 200]);
    expect(json(first.body)).toEqual({ recorded: [{ kind: 'observed', observations: 1, added: 1, problems: 0 }] });
    expect(json(second.body)).toEqual({ recorded: [{ kind: 'observed', observations: 1, added: 0, problems: 0 }] });
  });

  test('at the same time as others gets the answer that is its own', async () => {
    const { push, passes } = await recording();
    const keys = ['1', '2', '3', '4', '5'];

    const answers = await Promise.all(keys.map((key) => push(document(key))));

    expect(answers.map(({ body }) => (json(body) as { recorded: { key: string }[] }).recorded[0]?.key)).toEqual(keys);
    expect(passes()).toHaveLength(5);
  });
});

describe('a listener', () => {
  test('answers that it is well, to anybody', async () => {
    const { ask } = await listening(nothing);

    const [asked, head] = [await ask('/healthz', []), await ask('/healthz', ['-I'])];

    expect([asked.status, json(asked.body), head.status]).toEqual([200, { ok: true }, 200]);
  });

  test('outlives who hangs up in the middle', async () => {
    const { path, push } = await listening(nothing);
    const head = `POST /passes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Length: 9\r\n\r\n{`;
    for (const text of [head, head.replace('Bearer', 'Basic')]) {
      const socket = connected(path, text);
      await once(socket, 'connect');
      await new Promise((resolve) => setImmediate(resolve));
      socket.destroy();
    }

    expect((await push(document('1'))).status).toBe(200);
  });

  test('takes nothing new when it closes, answers what it has taken, and lets go of who is idle', async () => {
    let release = () => {};
    const taken = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = () => {};
    const began = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { source, path, push, ask } = await listening(
      feedOf(async () => {
        begun();
        await taken;
        return [];
      }),
    );
    const idle = once(connected(path, ''), 'close');
    const running = push(document('1'));
    await began;

    const closed = source.close();
    const late = await ask('/healthz', []);
    release();

    expect((await running).status).toBe(200);
    await Promise.all([closed, idle]);
    expect(late.exitStatus).toBe(7);
  });

  test('on a port needs a token', async () => {
    const settings = { sizeLimitBytes: 10, idleMs: 10 };
    const at = { kind: 'tcp', host: '127.0.0.1', port: 0 } as const;

    await expect(listenForPasses({ ...settings, at, token: null }, nothing)).rejects.toMatchObject({
      name: 'SourceError',
      message: 'listening on "127.0.0.1:0" needs a token: anybody on this machine can connect to a port',
    });
    await expect(listenForPasses({ ...settings, at, token: '' }, nothing)).rejects.toThrow('the token is empty');
  });

  test('on a port says where it listens, and warns where others can reach it', async () => {
    const feeds = [feedOf(async () => []), feedOf(async () => [])];
    const [own, open] = await Promise.all(
      ['127.0.0.1', '0.0.0.0'].map((host, index) =>
        listening(feeds[index] as Feed, { at: { kind: 'tcp', host, port: 0 } }),
      ),
    );

    const answer = await curl([...bearer, '-d', document('1'), `${own?.source.address}/passes`]);

    expect(answer.status).toBe(200);
    expect(own?.source.label).toMatch(/^127\.0\.0\.1:[1-9]\d*$/);
    expect(feeds.map(({ notices }) => notices)).toEqual([
      [],
      [`${open?.source.address} can be reached from other machines, and the token crosses the network unencrypted`],
    ]);
  });
});
