/** Turns a secret into its keyed digest. */
export type DigestSecret = (secret: string) => string;

const digested = /^hmac:[0-9a-f]{32}$/;

/** The digest of a secret; what is a digest already, or empty, stays. */
export function digestOnce(secret: string, digestSecret: DigestSecret): string {
  return secret === '' || digested.test(secret) ? secret : digestSecret(secret);
}
