import { namesCredential } from '../../credential-words.ts';
import { SourceError } from '../source-error.ts';

/** A URL that is polled. */
export interface PolledAddress {
  /** Without user info and fragment. */
  readonly url: URL;
  /** The user info as an `Authorization` header (RFC 7617); null where there is none. */
  readonly authorization: string | null;
  /** The URL without what may be a secret: user info, and values of the query that are long or named like one. */
  readonly label: string;
}

/** A value of a query up to this length is shown; a longer one may be a token, and so may a key of twice that without a value. */
const longestShown = 12;

/** Reads a URL to poll. Throws {@link SourceError}, which does not quote it: a URL may hold a password. */
export function parsePolledUrl(text: string): PolledAddress {
  const hint = 'https://controller.example/roster.json';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new SourceError('a URL to poll cannot be read: expected http or https, a host and a path', { hint });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new SourceError(`a URL to poll begins with "${url.protocol}": expected http: or https:`, { hint });
  }
  const { username, password } = url;
  const authorization =
    username === '' && password === '' ? null : `Basic ${base64(`${decoded(username)}:${decoded(password)}`)}`;
  url.username = '';
  url.password = '';
  url.hash = '';
  return { url, authorization, label: urlLabel(url.href) };
}

/** A URL without user info and fragment, and without values of its query that may be secrets. */
export function urlLabel(text: string): string {
  const { origin, pathname, searchParams } = new URL(text);
  const shown = [...searchParams].map(([key, value]) => parameterLabel(key, value));
  return `${origin}${pathname}${shown.length === 0 ? '' : `?${shown.join('&')}`}`;
}

/** The key alone where the value may be a secret: what stood in its place would be taken for one. */
function parameterLabel(key: string, value: string): string {
  if (value === '' && key.length > 2 * longestShown) return '…';
  return value.length > longestShown || namesCredential(key) ? key : `${key}=${value}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
