import { type DigestSecret, digestOnce } from './digest-secret.ts';
import { replaceMatches } from './replace-matches.ts';

/** What follows `://`, up to the next one or the end of the word. */
const afterScheme = /:\/\/(?!:\/\/)(?=[^\s"<>])([^\s"<>:]*(?::(?!\/\/)[^\s"<>:]*)*)/g;
const authorityEnding = /[/?#\u2026]|$/;
/** A port behind the colon of a host, and not the start of a password. */
const port = /^\d{1,5}(?=$|[/?#,;:)\]}'\\\u2026])/;
/** A user's name up to this length is kept; a longer one, as forges take tokens for users, is a secret. */
const longestUser = 12;

/**
 * A text with the user info of each URL in it (RFC 3986 §3.2.1) replaced by digests: the password, and a name that is long
 * enough to be a token. A password may hold what should have been escaped, such as `/` or `@`. Takes linear time.
 */
export function redactUserInfo(text: string, digestSecret: DigestSecret): string {
  if (!text.includes('://')) return text;
  return replaceMatches(text, afterScheme, ([, rest = '']) => {
    return rest.includes('@') || rest.includes(':') ? `://${redactAuthority(rest, digestSecret)}` : null;
  });
}

function redactAuthority(rest: string, digestSecret: DigestSecret): string {
  const authorityEnd = rest.search(authorityEnding);
  const at = rest.lastIndexOf('@');
  const colon = rest.indexOf(':');
  const named = colon >= 0 && colon < authorityEnd && !rest.startsWith('[') && (at < 0 || colon < at);
  if (named) {
    const behind = rest.slice(colon + 1);
    if (port.test(behind)) return rest;
    // without an "@" it is no port either: a URL that was cut off in the middle
    const end = at < 0 ? authorityEnd : at;
    const user = digestLong(rest.slice(0, colon), at < 0 ? Number.POSITIVE_INFINITY : longestUser, digestSecret);
    return `${user}:${digestOnce(rest.slice(colon + 1, end), digestSecret)}${rest.slice(end)}`;
  }
  if (at < 0 || at > authorityEnd) return rest;
  return digestLong(rest.slice(0, at), longestUser, digestSecret) + rest.slice(at);
}

function digestLong(user: string, longest: number, digestSecret: DigestSecret): string {
  return user.length > longest ? digestOnce(user, digestSecret) : user;
}
