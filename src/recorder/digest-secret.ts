/** Turns a secret into its keyed digest. */
export type DigestSecret = (secret: string) => string;

/** Stands for the colon of a digest while a text is searched, so that no pattern takes it for one of the text. */
const sealMark = '\ue0ff';
const digested = /^hmac[:\ue0ff][0-9a-f]{32}$/;
const digests = /hmac:([0-9a-f]{32})/g;
const sealed = /hmac\ue0ff([0-9a-f]{32})/g;

/** The digest of a secret; what is a digest already, or empty, stays. */
export function digestOnce(secret: string, digestSecret: DigestSecret): string {
  return secret === '' || digested.test(secret) ? secret : digestSecret(secret);
}

/** A text with each digest in it sealed. */
export function sealDigests(text: string): string {
  return text.includes('hmac:') ? text.replace(digests, `hmac${sealMark}$1`) : text;
}

/** A text with each digest in it as it is written. */
export function unsealDigests(text: string): string {
  return text.includes(sealMark) ? text.replace(sealed, 'hmac:$1') : text;
}
