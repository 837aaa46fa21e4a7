import { type DigestSecret, digestOnce } from './digest-secret.ts';
import { replaceMatches } from './replace-matches.ts';

/** Prefixes that services give to their keys and tokens, each with what follows it at least. */
const prefixed = [
  '(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{16}',
  'gh[pousr]_[A-Za-z0-9]{20,}',
  'github_pat_\\w{20,}',
  'gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[\\w-]{16,}',
  'xox[abeoprs]-[A-Za-z0-9-]{10,}',
  'xapp-[A-Za-z0-9-]{10,}',
  'sk-[\\w-]{20,}',
  '[rs]k_(?:live|test)_[A-Za-z0-9]{10,}',
  'whsec_[\\w+/=]{16,}',
  'npm_[A-Za-z0-9]{30,}',
  'pypi-AgE[\\w-]{16,}',
  'rubygems_[0-9a-f]{32,}',
  'hv[bsr]\\.[\\w-]{20,}',
  'dckr_[op]at_[\\w-]{20,}',
  'AIza[\\w-]{30,}',
  'ya29\\.[\\w-]{20,}',
  'GOCSPX-[\\w-]{20,}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  'hf_[A-Za-z0-9]{30,}',
  'gsk_[A-Za-z0-9]{30,}',
  'dop_v1_[0-9a-f]{32,}',
  'gl(?:sa|c)_[\\w=+/]{20,}',
  'tskey-[\\w-]{16,}',
  'lin_api_\\w{20,}',
  'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}',
  'dapi[0-9a-f]{32}',
  'ATATT3[\\w=-]{20,}',
  'sntry[su]_[\\w=+/]{20,}',
  'NRAK-[A-Z0-9]{20,}',
  'PMAK-[\\w-]{20,}',
  'ops_eyJ[\\w-]{20,}',
  'key-[0-9a-f]{32}',
  'SK[0-9a-f]{32}',
  'AGE-SECRET-KEY-1[A-Z0-9]{20,}',
].join('|');

/**
 * What is a credential by its own form, at the end of each match. None may take more than linear time on any text: no two
 * matches that fail may look at the same stretch, so each begins where a stretch of its own characters begins.
 */
const forms: readonly RegExp[] = [
  // PEM and OpenSSH (RFC 7468), also where its line ends are written as "\n", and also cut off
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(.*?)(?=-----END|$)/gs,
  // PuTTY's own format
  /\bPrivate-Lines:[ \t]*\d{1,6}(?:\r?\n|\\r|\\n|[ \t])+((?!hmac\ue0ff)[A-Za-z0-9+/=][A-Za-z0-9+/=\s\\]*)/g,
  // a JWT (RFC 7519), signed, encrypted or bare: no header is longer
  /(?<![\w-])(eyJ[\w-]{5,20000}(?:\.[\w-]*){1,4})/g,
  new RegExp(`(?<![A-Za-z0-9])(${prefixed})`, 'g'),
  // password hashes of crypt(5) and of LDAP: what they were made of can be guessed
  /\${1,2}(?:apr1|2[abxy]?|[1567y]|argon2[a-z]*|scrypt|pbkdf2[\w-]*)(\$[^\s"',:]{8,})/g,
  /\{(?:S?SHA(?:256|512)?|S?MD5|CRYPT)\}((?!hmac\ue0ff)[A-Za-z0-9+/=$.]{8,})/gi,
  // addresses that are a secret as a whole
  /hooks\.slack\.com\/(?:services|workflows|triggers)\/((?!hmac\ue0ff)[\w/-]+)/g,
  /discord(?:app)?\.com\/api\/webhooks\/\d{1,20}\/((?!hmac\ue0ff)[\w-]+)/g,
  /(?<![A-Za-z0-9:])(?:bot)?(\d{6,12}:[\w-]{35,})/g,
];

/** A text with what is a credential by its own form replaced by digests. Takes linear time. */
export function redactForms(text: string, digestSecret: DigestSecret): string {
  return forms.reduce((redacted, form) => redactMatches(redacted, form, digestSecret), text);
}

/** A text with the end of each match, as the last group that takes part in it tells, replaced by its digest. */
export function redactMatches(
  text: string,
  pattern: RegExp,
  digestSecret: DigestSecret,
  isSecret: (secret: string, match: string, offset: number) => boolean = () => true,
): string {
  return replaceMatches(text, pattern, (found) => {
    const [match] = found;
    const secret = lastGroup(found);
    if (!isSecret(secret, match, found.index)) return null;
    return match.slice(0, match.length - secret.length) + digestOnce(secret, digestSecret);
  });
}

/** A loop, for it is asked of each match of each pattern. */
function lastGroup(found: RegExpExecArray): string {
  for (let group = found.length - 1; group > 0; group -= 1) {
    const text = found[group];
    if (text !== undefined) return text;
  }
  return '';
}
