import { credentialWord, shortCredentialWord } from './credential-words.ts';
import { type DigestSecret, digestOnce } from './digest-secret.ts';
import { redactUserInfo } from './redact-user-info.ts';

/** A quoted value, also one that is quoted inside a quoted text, or else a word. The secret is the last group. */
const value = String.raw`(?:\\+["'](.*?)(?=\\["']|$)|"([^"\\]*(?:\\.[^"\\]*)*)|'([^']*)|([^\s"'&;]+(?:["']+[^\s"'&;,\])}]+)*))`;

/**
 * Credentials inside a text, each at the end of what is matched. None may take more than linear time on any text: no two
 * matches that fail may look at the same stretch, so each begins where a stretch of its own characters begins.
 */
const credentials: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(.*?)(?=-----END|$)/gs,
  /\bauthorization\\*["']?\s*[=:]\s*\\*["']?(?:[a-z]+ +)?([^\s"'\\]+)/gi,
  /\b(?:bearer|basic)\s+([A-Za-z0-9._~+/=-]{8,})/gi,
  /(?<![\w-])(eyJ[\w-]{5,}(?:\.[\w-]*){2,4})/g,
  /(?<![A-Za-z0-9])((?:AKIA|ASIA)[A-Z0-9]{16}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeoprs]-[A-Za-z0-9-]{10,}|sk-[\w-]{20,}|[rs]k_(?:live|test)_[A-Za-z0-9]{10,}|npm_[A-Za-z0-9]{30,}|hv[bs]\.[\w-]{20,}|dckr_pat_[\w-]{20,}|AIza[\w-]{30,}|AGE-SECRET-KEY-1[A-Z0-9]{20,})/g,
  /\${1,2}(?:apr1|2[abxy]?|[1567y]|argon2[a-z]*|scrypt|pbkdf2[\w-]*)(\$[^\s"',:]{8,})/g,
  /:([^\s:@/"']+)(?=@(?:tcp|udp|unix)\()/g,
  new RegExp(String.raw`${credentialWord}\\*["']?\s*[=:]\s*${value}`, 'gis'),
  new RegExp(String.raw`(?<![a-z])${shortCredentialWord}\\*["']?\s*=\s*${value}`, 'gis'),
  new RegExp(String.raw`(?<![\w.-])--?[\w.-]*${credentialWord}\s+(?!--)${value}`, 'gis'),
  new RegExp(String.raw`(?<![\w.-])--?(?:[\w.-]*[._-])?${shortCredentialWord}\s+(?!--)${value}`, 'gis'),
  /(?<![^\s"'])(?:-u|--user|--proxy-user)\s+\\*["']?[^\s:"']+:(?!\d+(?![^\s"']))([^\s"']+)/g,
];

/** A text with each credential in it replaced by its digest. Takes linear time. */
export function redactText(text: string, digestSecret: DigestSecret): string {
  let redacted = redactUserInfo(text, digestSecret);
  for (const pattern of credentials) {
    redacted = redacted.replace(pattern, (match: string, ...rest: unknown[]) => {
      const groups = rest.slice(
        0,
        rest.findIndex((part) => typeof part === 'number'),
      ) as (string | undefined)[];
      const secret = groups.findLast((group) => group !== undefined) ?? '';
      return match.slice(0, match.length - secret.length) + digestOnce(secret, digestSecret);
    });
  }
  return redacted;
}
