import { createHash } from 'node:crypto';
import { redactionPolicy } from '../../src/recorder/redact-policy.ts';

/** A digest in the form of a real one, without a key: what a test expects for a secret. */
export function plainDigest(secret: string): string {
  return `hmac:${createHash('sha256').update(secret).digest('hex').slice(0, 32)}`;
}

/** A policy of such digests, which shows nothing unless told otherwise. */
export const plainPolicy = redactionPolicy(plainDigest);
