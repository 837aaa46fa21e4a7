import crypto from 'node:crypto';

/** A SHA-256 in lower-case hex, 64 characters. */
export type Digest = string & { readonly brand: 'Digest' };

/** There since Node 20.12, and three times as fast where contents are small. */
const hashAtOnce: typeof crypto.hash | undefined = crypto.hash;

/** The SHA-256 of a text (as UTF-8) or of bytes. */
export function digestOf(content: string | Uint8Array): Digest {
  if (hashAtOnce) return hashAtOnce('sha256', content, 'hex') as Digest;
  return crypto.createHash('sha256').update(content).digest('hex') as Digest;
}
