import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type History, StoreError } from '../history/index.ts';

/** The key that secrets are digested with, and whether it took the place of one that was lost. */
export interface DigestKey {
  /** `hmac:` and 32 hex digits: the same for the same secret, and no way back to it. */
  digestSecret(secret: string): string;
  /** Whether the store holds digests of another key, and no pass says so yet. */
  isReplaced(): boolean;
  /** To be called when a pass is recorded that says whether the key was replaced: from then on it is the store's key. */
  confirm(): void;
}

const setting = 'digest-key';
const keyBytes = 32;

/**
 * Loads the key beside the store (`FILE.key`, 0600), and makes it at the first recording. Only its fingerprint is in the
 * store, so that a copy of the store alone tells nothing of any secret, and a lost key is noticed.
 */
export function openDigestKey(history: History): DigestKey {
  const key = readOrCreate(`${history.file}.key`);
  const fingerprint = createHash('sha256').update('roster-history digest key').update(key).digest('hex').slice(0, 32);
  let known = history.findSetting(setting);
  return {
    digestSecret: remembering((secret) => {
      return `hmac:${createHmac('sha256', key).update(bytesOf(secret)).digest('hex').slice(0, 32)}`;
    }),
    isReplaced: () => known !== null && known !== fingerprint,
    confirm() {
      if (known === fingerprint) return;
      history.writeSetting(setting, fingerprint);
      known = fingerprint;
    },
  };
}

/** So many of the secrets that come again with every pass are not digested again, as long as they are no longer than that. */
const mostRemembered = 20_000;
const longestRemembered = 200;

function remembering(digestSecret: (secret: string) => string): (secret: string) => string {
  const known = new Map<string, string>();
  return (secret) => {
    if (secret.length > longestRemembered) return digestSecret(secret);
    let digest = known.get(secret);
    if (digest === undefined) {
      digest = digestSecret(secret);
      if (known.size >= mostRemembered) known.clear();
      known.set(secret, digest);
    }
    return digest;
  };
}

/** UTF-8 has no place for a lone half of a surrogate pair: all of them would be one secret. */
function bytesOf(secret: string): Buffer {
  return Buffer.from(/\p{Cs}/u.test(secret) ? JSON.stringify(secret) : secret);
}

function readOrCreate(file: string): Buffer {
  try {
    for (;;) {
      const key = findKey(file);
      if (key) return key;
      create(file);
    }
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    if (/^(ENOSPC|EDQUOT)$/.test((cause as NodeJS.ErrnoException).code ?? '')) {
      throw new StoreError(`"${file}": the disk is full: nothing was recorded yet`, {
        hint: 'make room, then record again',
        cause,
      });
    }
    throw new StoreError(`"${file}": ${(cause as Error).message.replace(/^[A-Z]+: /, '')}`, {
      hint: 'the key of the secrets lies beside the store: check the owner and the mode of both',
      cause,
    });
  }
}

function findKey(file: string): Buffer | null {
  try {
    const key = readFileSync(file);
    if (key.length === keyBytes) return key;
    throw new StoreError(`"${file}" is no key: found ${key.length} bytes, expected ${keyBytes}`, {
      hint: 'put it back from a backup, or remove it: a new one is made, and each secret then looks changed once',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Written whole under another name first, so that a second recorder never reads half a key. Whoever links first made it. */
function create(file: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeDurably(draft, randomBytes(keyBytes));
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function writeDurably(file: string, bytes: Buffer): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
