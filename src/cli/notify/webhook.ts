import type { Dispatcher } from 'undici';

/** Where a notification is posted. */
export interface WebhookSettings {
  /** http or https. User info becomes an `Authorization` header. */
  readonly url: string;
  /** Of one try, redirects included. */
  readonly timeLimitMs: number;
  /** Resolves after so many milliseconds, or sooner where nothing is to be waited for any more. */
  wait(ms: number): Promise<void>;
}

/** What became of a notification. */
export type Sent = { readonly ok: true } | { readonly ok: false; readonly error: string };

const pausesMs = [1000, 4000];
const mostRedirects = 3;

/**
 * Posts a body as JSON; any 2xx is success. Tries three times where another try may help, and never rejects. The error names the
 * host alone: the path of a webhook is a secret.
 */
export async function postWebhook(settings: WebhookSettings, body: object): Promise<Sent> {
  if (!URL.canParse(settings.url)) return { ok: false, error: 'the webhook is no URL' };
  const url = new URL(settings.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, error: `the webhook begins with "${url.protocol}": expected http: or https:` };
  }
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'user-agent': 'roster-history', ...takeAuthorization(url) };
  const { Agent } = await import('undici');
  const agent = new Agent();
  try {
    for (let tries = 0; ; tries += 1) {
      const fault = await postOnce(url, { headers, body: text, dispatcher: agent, timeLimitMs: settings.timeLimitMs });
      if (fault === null) return { ok: true };
      const pauseMs = pausesMs[tries];
      if (fault.isFinal || pauseMs === undefined) {
        return { ok: false, error: fault.words.includes(url.host) ? fault.words : `${url.host}: ${fault.words}` };
      }
      await settings.wait(pauseMs);
    }
  } finally {
    await agent.destroy();
  }
}

interface PostFault {
  readonly words: string;
  /** Whether another try would come out the same. */
  readonly isFinal: boolean;
}

interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly dispatcher: Dispatcher;
  readonly timeLimitMs: number;
}

async function postOnce(target: URL, { timeLimitMs, ...posted }: Posted): Promise<PostFault | null> {
  const { request } = await import('undici');
  const signal = AbortSignal.timeout(timeLimitMs);
  try {
    let url = target;
    for (let redirected = 0; redirected <= mostRedirects; redirected += 1) {
      const { statusCode, headers, body } = await request(url, { method: 'POST', signal, ...posted });
      body.on('error', () => {}).destroy();
      if (statusCode >= 200 && statusCode < 300) return null;
      const { location } = headers;
      // of the redirects, these two alone ask for the same POST
      const isMoved = (statusCode === 307 || statusCode === 308) && typeof location === 'string';
      if (!isMoved) return { words: `HTTP ${statusCode}`, isFinal: !mayPass(statusCode) };
      if (!URL.canParse(location, url.href)) return { words: 'redirected to what is no URL', isFinal: true };
      url = new URL(location, url);
      if (url.origin !== target.origin) {
        return { words: `HTTP ${statusCode} leads to ${url.origin}, which is not followed`, isFinal: true };
      }
    }
    return { words: `redirected more than ${mostRedirects} times`, isFinal: true };
  } catch (fault) {
    const { message, errors } = fault as Error & { errors?: readonly Error[] };
    const words = signal.aborted ? `no answer within ${timeLimitMs / 1000} s` : message || errors?.[0]?.message;
    return { words: words ?? 'no connection', isFinal: false };
  }
}

/** Whether a status may be another one soon. */
function mayPass(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

/** Takes the user info out of a URL. */
function takeAuthorization(url: URL): { authorization?: string } {
  const { username, password } = url;
  if (username === '' && password === '') return {};
  url.username = '';
  url.password = '';
  return { authorization: `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
