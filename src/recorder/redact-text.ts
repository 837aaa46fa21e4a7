import { sealDigests, unsealDigests } from './digest-secret.ts';
import { redactBlocks } from './redact-blocks.ts';
import { redactCommands } from './redact-commands.ts';
import { redactEncoded } from './redact-encoded.ts';
import { redactForms } from './redact-forms.ts';
import type { RedactionPolicy } from './redact-policy.ts';
import { redactSettings } from './redact-settings.ts';
import { redactUserInfo } from './redact-user-info.ts';

/** A word in which no credential can stand: short, and without what would set off one. */
const plain = /^[\w./-]{0,15}$/;

/** Whether a text is such a word: most texts are. */
export function isPlain(text: string): boolean {
  return text.length <= 15 && plain.test(text);
}

/** What every key, flag or program that a credential goes with has in it: most texts have none of it. */
const telling = new RegExp(
  [
    ...[
      'pass',
      'pwd',
      'secret',
      'token',
      'cred',
      'cookie',
      'sign',
      'htpasswd',
      'psk',
      'mnemonic',
      'connection',
      'auth',
    ],
    ...[
      'key',
      'salt',
      'seed',
      'nonce',
      'otp',
      'sid',
      'session',
      'env',
      'bearer',
      'basic',
      'sig=',
      'export',
      'set',
      '-e',
    ],
    ...[
      '@(?:tcp|udp|unix)',
      'jdbc:',
      '-u',
      '--',
      'identified',
      'mysql',
      'mariadb',
      '-cli',
      'ldap',
      'sh\\s',
      '--build-arg',
    ],
  ].join('|'),
  'i',
);

/** A text with more credentials than this is one secret as a whole: nobody reads it, and it would take long. */
const mostCredentials = 1000;

class TooManyCredentials extends Error {}

/** What a digest leaves of a text may be read in another way than the text was: it is searched until nothing more is found. */
const mostRounds = 6;

/** A text with each credential in it replaced by its digest. Takes linear time, and changes nothing the second time. */
export function redactText(text: string, policy: RedactionPolicy): string {
  if (isPlain(text)) return text;
  const { digestSecret, shows } = countingPolicy(policy);
  const sealing = { digestSecret: (secret: string) => sealDigests(digestSecret(unsealDigests(secret))), shows };
  try {
    let redacted = sealDigests(text);
    for (let round = 0, before = ''; redacted !== before && round < mostRounds; round += 1) {
      before = redacted;
      redacted = redactOnce(before, sealing, 0);
    }
    return unsealDigests(redacted);
  } catch (error) {
    if (!(error instanceof TooManyCredentials)) throw error;
    return policy.digestSecret(text);
  }
}

/** The policy for all that comes of one text, which throws where that has more credentials than are looked at: it is one secret then. */
export function countingPolicy(policy: RedactionPolicy): RedactionPolicy {
  let count = 0;
  const digestSecret = (secret: string) => {
    count += 1;
    if (count > mostCredentials) throw new TooManyCredentials();
    return policy.digestSecret(secret);
  };
  return { digestSecret, shows: policy.shows };
}

function redactOnce(text: string, policy: RedactionPolicy, depth: number): string {
  if (isPlain(text)) return text;
  const { digestSecret } = policy;
  let redacted = redactForms(redactUserInfo(text, digestSecret), digestSecret);
  if (telling.test(redacted)) {
    redacted = redactSettings(redactCommands(redactBlocks(redacted, policy), policy), policy);
  }
  return redactEncoded(redacted, digestSecret, (decoded, deeper) => redactOnce(decoded, policy, deeper), depth);
}
