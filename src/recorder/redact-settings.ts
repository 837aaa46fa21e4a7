import { credentialWord, looksRandom, shortCredentialWord, vagueCredentialWord } from './credential-words.ts';
import { redactMatches } from './redact-forms.ts';
import type { RedactionPolicy } from './redact-policy.ts';

/** A quoted value, also one that is quoted inside a quoted text, or else a word. The secret is the last group. */
export const settingValue = String.raw`(?:\\+["'](.*?)(?=\\["']|$)|"([^"\\]*(?:\\.[^"\\]*)*)|'([^']*)|([^\s"'&;]+(?:["']+[^\s"'&;,\])}]+)*))`;

const quote = String.raw`\\*["']?`;

/** Headers and the like, whose keys cannot be shown. */
const headers: readonly RegExp[] = [
  /\bauthorization\\*["']?\s*[=:]\s*\\*["']?(?:digest|aws4-hmac-sha256|negotiate|oauth) +([^\r\n]+)/gi,
  /\bauthorization\\*["']?\s*[=:]\s*\\*["']?(?:[a-z]+ +)?([^\s"'\\]+)/gi,
  /\bcookie\\*["']?\s*:\s*\\*["']?([^"'\\\r\n]+)/gi,
  /\b(?:bearer|basic)\s+([A-Za-z0-9._~+/=-]{8,})/gi,
  /[?&;](?:sig|x-amz-signature|x-amz-credential|x-goog-signature)=([^\s"'&;]+)/gi,
  // connection texts that are no URLs
  /:([^\s:@/"']+)(?=@(?:tcp|udp|unix)\()/g,
  /\bjdbc:oracle:\w{1,10}:[^\s:@/"']{0,200}\/([^\s:@/"']+)(?=@)/gi,
  // users and their passwords
  /(?<![^\s"'])(?:-u|--user|--proxy-user)\s+\\*["']?[^\s:"']+:(?!\d+(?![^\s"']))([^\s"']+)/g,
  /\blogin\s+\S{1,200}\s+password\s+(\S+)/g,
  /\bpassword\s+([^\s"']\S*)(?=\s+login\s)/g,
  /\b(?:identified\s+(?:with\s+\S{1,60}\s+)?by|with\s+password|set\s+password\s*=?)\s+'([^']+)/gi,
  /(?<![\w.-])(?:requirepass|masterauth)\s+(\S+)/g,
];

/** A key and its value. The key may begin before the match: looking for its beginning would not be linear. */
const settings: readonly RegExp[] = [
  new RegExp(String.raw`${credentialWord}${quote}\s*(?:=>|[=:])\s*${settingValue}`, 'gis'),
  new RegExp(String.raw`(?<![a-z])${shortCredentialWord}${quote}\s*=>?\s*${settingValue}`, 'gis'),
  new RegExp(String.raw`(?<![a-z])(?:pass|pwd|auth)\\*["']\s*:\s*${settingValue}`, 'gis'),
  new RegExp(String.raw`(?<![\w.-])--?[\w.-]*${credentialWord}\s+(?!--)${settingValue}`, 'gis'),
  new RegExp(String.raw`(?<![\w.-])--?(?:[\w.-]*[._-])?${shortCredentialWord}\s+(?!--)${settingValue}`, 'gis'),
  // name and value as two members, attributes or lines
  new RegExp(String.raw`${credentialWord}\\*["'][\s,]*\\*["']?value${quote}\s*[=:]\s*${settingValue}`, 'gis'),
  new RegExp(String.raw`${credentialWord}\s+value\s*[=:]\s*${settingValue}`, 'gis'),
  new RegExp(`${credentialWord}>([^<>]+)(?=<)`, 'gi'),
];

const vague = new RegExp(String.raw`(?<![a-z])${vagueCredentialWord}${quote}\s*[=:]\s*${settingValue}`, 'gis');

/** A text with the value of each key, flag and header that names a credential replaced by its digest. Takes linear time. */
export function redactSettings(text: string, policy: RedactionPolicy): string {
  const { digestSecret } = policy;
  let redacted = text;
  for (const pattern of headers) redacted = redactMatches(redacted, pattern, digestSecret);
  for (const pattern of settings) {
    const within = redacted;
    redacted = redactMatches(within, pattern, digestSecret, (_secret, match, offset) => {
      const key = keyAt(within, match, offset);
      return !policy.shows(key, key);
    });
  }
  return redactMatches(redacted, vague, digestSecret, looksRandom);
}

/** The whole key of a match that may begin in the middle of it. */
function keyAt(text: string, match: string, offset: number): string {
  const before = /[\w.-]*$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[0] ?? '';
  const name = /^[\w.-]+/.exec(match)?.[0] ?? '';
  return `${before}${name}`.replace(/^-+/, '');
}
