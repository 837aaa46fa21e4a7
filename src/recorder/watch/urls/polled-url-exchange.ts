import { STATUS_CODES } from 'node:http';
import type { Dispatcher } from 'undici';
import { decodeBody, readBody } from '../bounded-body.ts';

/** What is asked for. */
export interface Question {
  /** Without user info. */
  readonly url: URL;
  /** Names in lower case. They are for the origin of the URL alone. */
  readonly headers: Readonly<Record<string, string>>;
  readonly validators: Validators;
  readonly sizeLimitBytes: number;
}

/** What a server gave to recognise a document by, as the headers that ask whether there is another (RFC 9110 §13.1). */
export type Validators = { readonly 'if-none-match'?: string; readonly 'if-modified-since'?: string };

/** What an exchange gave. */
export type Answered =
  | {
      readonly kind: 'document';
      readonly bytes: Buffer;
      readonly validators: Validators;
      /** Whether the server says that there are more pages. */
      readonly hasNext: boolean;
    }
  | { readonly kind: 'unchanged' };

/** An exchange that gave no document: why, in words without secrets. */
export class ExchangeFault extends Error {
  override readonly name = 'ExchangeFault';
}

const mostRedirects = 5;
const redirects: readonly number[] = [301, 302, 303, 307, 308];
const longestWords = 120;
const ours = { accept: 'application/json, text/plain;q=0.9, */*;q=0.8', 'accept-encoding': 'gzip, br, deflate' };

/**
 * Asks for a document, redirects followed. Throws {@link ExchangeFault} where the answer is none, a BodyFault where its body
 * cannot be had, and what undici throws where there is no answer.
 */
export async function fetchDocument(
  question: Question,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Answered> {
  const { request } = await import('undici');
  let { url } = question;
  for (let redirected = 0; ; redirected += 1) {
    const own = url.origin === question.url.origin ? question.headers : {};
    const headers = { ...ours, 'user-agent': 'roster-history', ...question.validators, ...own };
    const answer = await request(url, { headers, dispatcher, signal });
    // what is not read to its end is given up
    answer.body.on('error', () => {});
    try {
      const { location } = answer.headers;
      if (!redirects.includes(answer.statusCode) || typeof location !== 'string')
        return await readAnswer(answer, question);
      if (redirected === mostRedirects) throw new ExchangeFault(`redirected more than ${mostRedirects} times`);
      url = redirectedTo(location, url);
    } finally {
      answer.body.destroy();
    }
  }
}

async function readAnswer(answer: Dispatcher.ResponseData, { sizeLimitBytes }: Question): Promise<Answered> {
  const { statusCode, headers, body } = answer;
  if (statusCode === 304) return { kind: 'unchanged' };
  if (statusCode < 200 || statusCode > 299) throw new ExchangeFault(await statusWords(answer));
  const raw = await readBody(body, { limitBytes: sizeLimitBytes });
  const { etag, 'last-modified': lastModified } = headers;
  return {
    kind: 'document',
    bytes: await decodeBody(raw, textOf(headers['content-encoding']), sizeLimitBytes),
    validators: {
      ...(typeof etag === 'string' ? { 'if-none-match': etag } : {}),
      ...(typeof lastModified === 'string' ? { 'if-modified-since': lastModified } : {}),
    },
    hasNext: namesNext(textOf(headers.link)),
  };
}

/** `HTTP 503 Service Unavailable: first words of the body`. A page of HTML says nothing in its first words. */
async function statusWords({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<string> {
  const status = `HTTP ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim();
  if (headers['content-encoding'] !== undefined || textOf(headers['content-type']).includes('html')) return status;
  let words = '';
  for await (const chunk of body) {
    words += (chunk as Buffer).toString('utf8');
    if (words.length > longestWords) break;
  }
  words = words.replace(/\s+/g, ' ').trim();
  if (words.length > longestWords) words = `${words.slice(0, longestWords)}…`;
  return words === '' ? status : `${status}: ${words}`;
}

function redirectedTo(location: string, before: URL): URL {
  if (!URL.canParse(location, before.href)) throw new ExchangeFault('redirected to what is no URL');
  const url = new URL(location, before);
  url.username = '';
  url.password = '';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && before.protocol === 'http:')) {
    throw new ExchangeFault(`redirected from ${before.protocol} to ${url.protocol}, which is not followed`);
  }
  return url;
}

/** Whether a `Link` header has a link with the relation `next` (RFC 8288 §3). */
function namesNext(link: string): boolean {
  const parameters = link.replace(/<[^>]*>/g, '');
  return /;\s*rel\s*=\s*(?:next\b|"(?:[^"]*\s)?next(?:\s[^"]*)?")/i.test(parameters);
}

function textOf(header: string | string[] | undefined): string {
  return [header ?? []].flat().join(', ');
}
