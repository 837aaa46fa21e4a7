import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import type { History } from '../history/index.ts';

/** The key that secrets are digested with, and whether it took the place of one that was lost. */
export interface DigestKey {
  /** `hmac:` and 32 hex digits: the same for the same secret, and no way back to it. */
  digestSecret(secret: string): string;
  readonly replaced: boolean;
}

const setting = 'digest-key';

/**
 * Loads the key beside the store (`FILE.key`, 0600), and makes it at the first recording. Only its fingerprint is in the
 * store, so that a copy of the store alone tells nothing of any secret, and a lost key is noticed.
 */
export function openDigestKey(history: History): DigestKey {
  const key = readOrCreate(`${history.file}.key`);
  const fingerprint = createHash('sha256').update('roster-history digest key').update(key).digest('hex').slice(0, 32);
  const known = history.findSetting(setting);
  if (known !== fingerprint) history.writeSetting(setting, fingerprint);
  return {
    replaced: known !== null && known !== fingerprint,
    digestSecret: (secret) => `hmac:${createHmac('sha256', key).update(secret).digest('hex').slice(0, 32)}`,
  };
}

function readOrCreate(file: string): Buffer {
  for (;;) {
    try {
      return readFileSync(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    // written whole under another name first, so that a second recorder never reads half a key
    const draft = `${file}.${randomUUID()}`;
    writeFileSync(draft, randomBytes(32), { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
}
