import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { StoreError } from '../../../../src/history/index.ts';
import { bearer, connected, document, feedOf, json, listening, nothing } from './test-listener.ts';

describe('a push is refused', () => {
  test('without the token and with a wrong one', async () => {
    const { push } = await listening(nothing);

    const [none, wrong] = [
      await push(document('1'), { args: [] }),
      await push(document('1'), { args: ['-H', 'Authorization: Bearer no'] }),
    ];

    expect([none, wrong].map(({ status, headers }) => [status, headers['www-authenticate']])).toEqual([
      [401, 'Bearer realm="roster-history"'],
      [401, 'Bearer realm="roster-history", error="invalid_token"'],
    ]);
    expect(json(none.body)).toMatchObject({ error: 'a token is needed' });
    expect(json(wrong.body)).toMatchObject({ error: 'the token is wrong' });
  });

  test('with a parameter that is not known', async () => {
    const { push } = await listening(nothing);

    const answer = await push(document('1'), { query: '?nod=g14' });

    expect(answer.status).toBe(400);
    expect(json(answer.body)).toEqual({
      error: 'no parameter "nod": expected node, pass, controller, at, trigger, format, exit-status, error',
    });
  });

  test('at another route, or with another method', async () => {
    const { ask } = await listening(nothing);

    const [route, method, health] = [
      await ask('/pass', [...bearer, '-d', '{}']),
      await ask('/passes', bearer),
      await ask('/healthz', ['-X', 'DELETE']),
    ];

    const routes = ['POST /passes', 'GET /healthz'];
    expect([route.status, json(route.body)]).toEqual([404, { error: 'no route "/pass"', routes }]);
    expect([method.status, method.headers.allow, json(method.body)]).toEqual([
      405,
      'POST',
      { error: 'GET is not for "/passes": expected POST', routes },
    ]);
    expect([health.status, health.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test.each([
    ['with its length, before it is sent', []],
    ['with its length, while it is sent', ['-H', 'Expect:']],
    ['in chunks', ['-H', 'Transfer-Encoding: chunked', '-H', 'Expect:']],
  ])('over the size limit: %s', async (_how, args) => {
    const { push } = await listening(nothing);

    const answer = await push('x'.repeat(3_000_000), { args: [...bearer, ...args] });

    expect([answer.status, answer.headers.connection, answer.exitStatus]).toEqual([413, 'close', 0]);
    expect(json(answer.body)).toEqual({
      error: 'the body is larger than the size limit: found more than 98 KiB, expected at most 98 KiB',
      hint: '--size-limit 391KiB',
      recorded: [],
    });
  });

  test('as a form of several parts, in the middle of which the document would be', async () => {
    const { ask } = await listening(nothing);

    const answer = await ask('/passes', [...bearer, '--form', 'file=<-'], document('1'));

    expect([answer.status, json(answer.body)]).toEqual([
      415,
      {
        error: 'the body is a form of several parts: expected the document itself',
        hint: 'curl --data-binary @FILE …',
        recorded: [],
      },
    ]);
  });

  test('where a small body holds a large document', async () => {
    const { ask } = await listening(nothing);

    const args = [...bearer, '-H', 'Content-Encoding: gzip', '--data-binary', '@-'];
    const answer = await ask('/passes', args, gzipSync(Buffer.alloc(20_000_000)));

    expect(answer.status).toBe(413);
  });

  test('where its body stalls, and the connection is closed', async () => {
    const { path } = await listening(nothing, { idleMs: 50, token: null });
    const socket = connected(path, 'POST /passes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"pa');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });

    await once(socket, 'close');

    expect(text.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout');
    expect(text).toContain('{"error":"the body stalled: nothing came for 50 ms, after 4 bytes","recorded":[]}\n');
  });

  test('while the store cannot take it, so that it is sent again', async () => {
    let failing = true;
    const feed = feedOf(async () => {
      if (failing) throw new StoreError('the disk is full', { hint: 'make room' });
      return [];
    });
    const { push } = await listening(feed);

    const refused = await push(document('1'));
    failing = false;

    expect([refused.status, refused.headers['retry-after'], json(refused.body)]).toEqual([
      503,
      '5',
      { error: 'the disk is full', hint: 'make room' },
    ]);
    expect((await push(document('1'))).status).toBe(200);
  });

  test('for a fault of ours, which is told and does not end the listener', async () => {
    const feed = feedOf(async () => Promise.reject(new TypeError('x is not a function')));
    const { push, ask } = await listening(feed);

    const answer = await push(document('1'));

    expect([answer.status, json(answer.body)]).toEqual([500, { error: 'x is not a function' }]);
    expect(feed.notices).toEqual(['a push could not be answered: x is not a function']);
    expect((await ask('/healthz', [])).status).toBe(200);
  });

  test.each([
    ['a host that is none', 'GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['what is no HTTP', 'hello\r\n\r\n'],
  ])('for %s', async (_what, text) => {
    const { path, ask } = await listening(nothing);
    const socket = connected(path, text);

    const [first] = (await once(socket, 'data')) as [string];

    expect(first).toMatch(/^HTTP\/1\.1 400 /);
    expect((await ask('/healthz', [])).status).toBe(200);
  });
});
