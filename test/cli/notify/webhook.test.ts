import { describe, expect, test } from 'vitest';
import { postWebhook } from '../../../src/cli/notify/webhook.ts';
import { openTestServer } from '../../support/http-server.ts';

const event = { event: 'flap', names: ['git.novox.example'] };

/** Posts to a URL without waiting; gives what came of it and how long it would have waited. */
async function posted(url: string, timeLimitMs = 5000) {
  const waits: number[] = [];
  const sent = await postWebhook({ url, timeLimitMs, wait: async (ms) => void waits.push(ms) }, event);
  return { sent, waits };
}

describe('a webhook', () => {
  test('is posted the event as JSON, with its user info as a header', async () => {
    const { origin, asked } = await openTestServer((_asked, response) => response.writeHead(204).end());

    const { sent, waits } = await posted(`${origin.replace('//', '//mesh:kite%20Marble@')}/hook?a=1`);

    expect([sent, waits]).toEqual([{ ok: true }, []]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      method: 'POST',
      path: '/hook?a=1',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('mesh:kite Marble').toString('base64')}`,
      },
      body: JSON.stringify(event),
    });
  });

  test('that fails for a while is tried three times, ever later', async () => {
    const server = await openTestServer((_asked, response, index) => response.writeHead(index < 2 ? 503 : 200).end());

    expect(await posted(server.origin)).toEqual({ sent: { ok: true }, waits: [1000, 4000] });
    expect(server.asked).toHaveLength(3);
  });

  test('that goes on failing is given up, and the error does not tell its path', async () => {
    const { origin, asked } = await openTestServer((_asked, response) => response.writeHead(500).end());

    const { sent } = await posted(`${origin}/services/kite-Marble-73`);

    expect(sent).toEqual({ ok: false, error: `${new URL(origin).host}: HTTP 500` });
    expect(asked).toHaveLength(3);
  });

  test('that refuses the event is not asked again', async () => {
    const { origin, asked } = await openTestServer((_asked, response) => response.writeHead(404).end());

    expect((await posted(origin)).sent).toEqual({ ok: false, error: `${new URL(origin).host}: HTTP 404` });
    expect(asked).toHaveLength(1);
  });

  test('that moved inside its origin is followed with the same event', async () => {
    const { origin, asked } = await openTestServer(({ path }, response) => {
      if (path === '/b') response.end();
      else response.writeHead(308, { location: '/b' }).end();
    });

    expect((await posted(`${origin}/a`)).sent).toEqual({ ok: true });
    expect(asked.map(({ path, body }) => [path, body])).toEqual([
      ['/a', JSON.stringify(event)],
      ['/b', JSON.stringify(event)],
    ]);
  });

  test('that moved to another origin, or in a circle, or to what is no POST, is not', async () => {
    const other = await openTestServer((_asked, response) => response.end());
    const moved = async (status: number, location: string) => {
      const { origin } = await openTestServer((_asked, response) => response.writeHead(status, { location }).end());
      const { sent } = await posted(origin);
      return sent.ok ? 'sent' : sent.error.replace(`${new URL(origin).host}: `, '');
    };

    expect(await moved(307, `${other.origin}/b`)).toBe(`HTTP 307 leads to ${other.origin}, which is not followed`);
    expect(await moved(307, '/again')).toBe('redirected more than 3 times');
    expect(await moved(302, '/b')).toBe('HTTP 302');
    expect(await moved(307, 'http://[')).toBe('redirected to what is no URL');
    expect(other.asked).toEqual([]);
  });

  test('where nobody listens, or nobody answers, is an error and never throws', async () => {
    const silent = await openTestServer(() => {});

    expect((await posted('http://127.0.0.1:1/')).sent).toEqual({
      ok: false,
      error: 'connect ECONNREFUSED 127.0.0.1:1',
    });
    expect((await posted(silent.origin, 30)).sent).toEqual({
      ok: false,
      error: `${new URL(silent.origin).host}: no answer within 0.03 s`,
    });
  });

  test.each([
    ['nowhere', 'the webhook is no URL'],
    ['ftp://192.0.2.1/', 'the webhook begins with "ftp:": expected http: or https:'],
  ])('cannot be %s', async (url, error) => {
    expect((await posted(url)).sent).toEqual({ ok: false, error });
  });
});
