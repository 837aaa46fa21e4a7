import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether an `Authorization` header bears the token (RFC 6750 §2.1). Takes the same time whatever the header holds, and
 * digests both so that not even the token's length shows.
 */
export function bearsToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^bearer +(\S+)\s*$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(digestOf(given), digestOf(token)) && given !== '';
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
