import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Feed } from '../../../../src/recorder/watch/feed.ts';
import { type PolledUrlSettings, pollUrl } from '../../../../src/recorder/watch/urls/polled-url.ts';
import { openTestServer } from '../../../support/http-server.ts';
import { openTestFeed, type TestFeed } from '../test-feed.ts';

const document = '{"pass": "412", "nodes": []}';

async function polling(url: string, feed: Feed, parts: Partial<PolledUrlSettings> = {}) {
  const source = await pollUrl({ url, everyMs: 20, timeLimitMs: 5000, sizeLimitBytes: 10_000, ...parts }, feed);
  onTestFinished(() => source.close());
  return source;
}

/** A feed that says when it is told that its source is away. */
function openAwayFeed(): TestFeed & { away(): Promise<string> } {
  const { feed, ...rest } = openTestFeed();
  let tell = (_reason: string) => {};
  const told = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const away = (reason: string) => {
    feed.away(reason);
    tell(reason);
  };
  return { ...rest, feed: { ...feed, away }, away: () => told };
}

/** Why a URL that is answered so is away. */
async function reasonOf(
  answer: (response: ServerResponse) => void,
  parts: Partial<PolledUrlSettings> = {},
): Promise<string> {
  const { origin } = await openTestServer((_asked, response) => answer(response));
  const { feed, away } = openAwayFeed();
  await polling(`${origin}/`, feed, parts);
  return away();
}

describe('a URL that is polled', () => {
  test('is asked at once and again and again, and each answer is delivered', async () => {
    const { origin, asked } = await openTestServer((_asked, response, index) => response.end(String(index)));
    const { feed, next } = openTestFeed();

    const source = await polling(`${origin}/roster?node=g14`, feed, {
      circumstances: { node: 'g14' },
      format: 'hosts',
    });
    const label = `${origin}/roster?node=g14`;

    expect(source.label).toBe(label);
    for (const text of ['0', '1', '2']) {
      expect(await next()).toEqual({ label, text, error: null, circumstances: { node: 'g14' }, format: 'hosts' });
    }
    expect(asked[0]).toMatchObject({ method: 'GET', path: '/roster?node=g14' });
  });

  test('is never asked twice at a time, and never before its time', async () => {
    let [running, most] = [0, 0];
    const startedAt: number[] = [];
    const { origin } = await openTestServer((_asked, response) => {
      running += 1;
      most = Math.max(most, running);
      startedAt.push(performance.now());
      setTimeout(() => {
        running -= 1;
        response.end('1');
      }, 60);
    });
    const { feed, next } = openTestFeed();

    await polling(origin, feed, { everyMs: 100 });
    for (let count = 0; count < 3; count += 1) await next();

    expect(most).toBe(1);
    expect((startedAt[2] as number) - (startedAt[0] as number)).toBeGreaterThanOrEqual(180);
  });

  test('that answers that nothing changed delivers the document again', async () => {
    const date = 'Tue, 29 Sep 2026 20:40:00 GMT';
    const { origin, asked } = await openTestServer(({ headers }, response) => {
      if (headers['if-none-match'] === '"a"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"a"', 'last-modified': date }).end(document);
    });
    const { feed, next } = openTestFeed();

    await polling(origin, feed);
    const [first, second] = [await next(), await next()];

    expect(second).toEqual(first);
    expect(first.text).toBe(document);
    expect(asked.slice(0, 2).map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']])).toEqual([
      [undefined, undefined],
      ['"a"', date],
    ]);
  });

  test('may answer with nothing', async () => {
    const { origin } = await openTestServer((_asked, response) => response.writeHead(204).end());
    const { feed, next } = openTestFeed();

    await polling(origin, feed);

    expect(await next()).toMatchObject({ text: '', error: null });
  });

  test.each([
    ['gzip', gzipSync(document)],
    ['br', brotliCompressSync(document)],
    ['deflate', deflateSync(document)],
  ])('may answer in %s', async (encoding, bytes) => {
    const { origin } = await openTestServer(({ headers }, response) => {
      const accepted = headers['accept-encoding']?.includes(encoding);
      response.writeHead(200, { 'content-encoding': encoding }).end(accepted ? bytes : '');
    });
    const { feed, next } = openTestFeed();

    await polling(origin, feed);

    expect((await next()).text).toBe(document);
  });

  test.each([
    ['</roster?page=2>; rel="next"', true],
    ['</roster?page=0>; rel="prev", </roster?page=2>; title="a, b"; rel=next', true],
    ['</a>; rel="last next"', true],
    ['</roster?rel=next>; rel="prev"', false],
    ['</a>; rel="next-steps"', false],
  ])('with the link %s is one page of several: %s', async (link, isPage) => {
    const { origin } = await openTestServer((_asked, response) => response.writeHead(200, { link }).end(document));
    const { feed, next } = openTestFeed();

    await polling(origin, feed, { circumstances: { node: 'g14' } });

    const page = { exitStatus: 1, standardError: 'a page of several: Link rel="next"' };
    expect((await next()).circumstances).toEqual({ node: 'g14', ...(isPage ? page : {}) });
  });

  test('is sent its own headers and its user info, which no label shows', async () => {
    const { origin, asked } = await openTestServer((_asked, response) => response.end(document));
    const { feed, next } = openTestFeed();

    const url = origin.replace('//', '//mesh:kite-Marble-73@');
    const { label } = await polling(`${url}/`, feed, { headers: { Accept: 'text/plain', 'X-Token': 'kite' } });
    await next();

    expect(label).toBe(`${origin}/`);
    expect(asked[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('mesh:kite-Marble-73').toString('base64')}`,
      accept: 'text/plain',
      'x-token': 'kite',
    });
  });

  test('is not asked any more once it is closed, and a request under way is given up', async () => {
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const { origin } = await openTestServer(() => hear());
    const { feed, deliveries, aways } = openTestFeed();
    const source = await polling(origin, feed);
    await heard;

    await source.close();

    expect([deliveries, aways]).toEqual([[], []]);
  });
});

describe('a redirect', () => {
  test('is followed, with the headers of its own origin', async () => {
    const { origin, asked } = await openTestServer(({ path }, response) => {
      if (path === '/b') response.end(document);
      else response.writeHead(302, { location: '/b' }).end('moved');
    });
    const { feed, next } = openTestFeed();

    await polling(`${origin}/a`, feed, { headers: { 'X-Token': 'kite' } });

    expect(await next()).toMatchObject({ label: `${origin}/a`, text: document });
    expect(asked.slice(0, 2).map(({ path, headers }) => [path, headers['x-token']])).toEqual([
      ['/a', 'kite'],
      ['/b', 'kite'],
    ]);
  });

  test('to another origin is followed without them', async () => {
    const other = await openTestServer((_asked, response) => response.end(document));
    const { origin } = await openTestServer((_asked, response) =>
      response.writeHead(307, { location: `${other.origin}/b` }).end(),
    );
    const { feed, next } = openTestFeed();

    await polling(origin.replace('//', '//mesh:kite@'), feed, { headers: { 'X-Token': 'kite' } });
    await next();

    const { authorization, 'x-token': token } = other.asked[0]?.headers ?? {};
    expect([authorization, token]).toEqual([undefined, undefined]);
  });

  test('is followed five times at most, and only to HTTP', async () => {
    const redirecting = (location: string) => reasonOf((response) => response.writeHead(301, { location }).end());

    expect(await redirecting('/again')).toBe('redirected more than 5 times');
    expect(await redirecting('file:///etc/passwd')).toBe('redirected from http: to file:, which is not followed');
    expect(await redirecting('http://[')).toBe('redirected to what is no URL');
  });
});

describe('a URL is away', () => {
  test('while it answers with an error, and comes back with the next answer', async () => {
    let failing = true;
    const { origin } = await openTestServer((_asked, response) => {
      if (failing) response.writeHead(503).end('store\n  unreachable');
      else response.end(document);
    });
    const { feed, away, deliveries, next } = openAwayFeed();

    await polling(origin, feed);
    const reason = await away();
    failing = false;

    expect(reason).toBe('HTTP 503 Service Unavailable: store unreachable');
    expect(deliveries).toEqual([]);
    expect((await next()).text).toBe(document);
  });

  test('with the first words of what it says, unless that is a page', async () => {
    const long = await reasonOf((response) => response.writeHead(500).end('no '.repeat(100_000)));
    const page = await reasonOf((response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<!DOCTYPE html>'),
    );

    expect(long).toBe(`HTTP 500 Internal Server Error: ${'no '.repeat(40)}…`);
    expect(page).toBe('HTTP 404 Not Found');
  });

  test('when nobody listens', async () => {
    const { feed, away } = openAwayFeed();

    await polling('http://127.0.0.1:1/', feed);

    expect(await away()).toBe('connect ECONNREFUSED 127.0.0.1:1');
  });

  test('when it takes longer than the time limit, to begin or to end', async () => {
    expect(await reasonOf(() => {}, { timeLimitMs: 50 })).toBe('no whole answer within 0.05 s');
    expect(await reasonOf((response) => response.write('{'), { timeLimitMs: 300 })).toBe(
      'no whole answer within 0.3 s',
    );
  });

  test('when it breaks off in the middle', async () => {
    const reason = await reasonOf((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setImmediate(() => response.destroy());
    });

    expect(reason).toBe('the body broke off in the middle');
  });

  test('when its document is over the size limit, decoded', async () => {
    const words =
      'the body is larger than the size limit: found more than 10 KiB, expected at most 10 KiB (--size-limit 40KiB)';

    expect(await reasonOf((response) => response.end('x'.repeat(100_000)))).toBe(words);
    expect(
      await reasonOf((response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
      ),
    ).toBe(words);
  });

  test('when it says that nothing changed and was not asked', async () => {
    expect(await reasonOf((response) => response.writeHead(304).end())).toBe(
      'HTTP 304 Not Modified, though no document was asked about',
    );
  });
});

test('a delivery that fails is told, and the next poll delivers again', async () => {
  const { origin } = await openTestServer((_asked, response) => response.end(document));
  const { feed, notices, next } = openTestFeed();
  let failed = false;
  const failing: Feed = {
    ...feed,
    deliver: (input) => {
      if (failed) return feed.deliver(input);
      failed = true;
      return Promise.reject(new Error('the disk is full'));
    },
  };

  await polling(origin, failing);

  expect((await next()).text).toBe(document);
  expect(notices).toEqual(['what was polled could not be recorded: the disk is full']);
});
