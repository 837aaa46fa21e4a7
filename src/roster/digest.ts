import { createHash } from 'node:crypto';

/** A SHA-256 in lower-case hex, 64 characters. */
export type Digest = string & { readonly brand: 'Digest' };

/** The SHA-256 of a text (as UTF-8) or of bytes. */
export function digestOf(content: string | Uint8Array): Digest {
  return createHash('sha256').update(content).digest('hex') as Digest;
}
