/** Whose key it is, where a key is a credential: `api_key`, and not `partition_key`. */
const keyed =
  'api|app|access|account|application|auth|client|consumer|cookie|decryption|deploy|encryption|hmac|jwt|licen[cs]e|master|' +
  'private|(?:pre[._-]?)?shared|session|signing|ssh|storage|tls|unseal|webhook|wg';

/** The words that name a credential, as the end of a key or a flag: a regular expression's source, for any case. */
const words = [
  'passw(?:or)?d',
  'passphrase',
  'passcode',
  'pass[._-]?key',
  'requirepass',
  'masterauth',
  'secret(?:[._-]?(?:id|key(?:[._-]?(?:base|id))?))?',
  'token',
  'credential',
  'cookie',
  'signature',
  'htpasswd',
  'psk',
  'mnemonic',
  'connection[._-]?string',
  'basic[._-]?auth(?:[._-]?user)?',
  `(?:${keyed})[._-]?key(?:[._-]?(?:id|data|pem|base64))?`,
].join('|');

/** Such a word, also in the plural or numbered: `password`, `API_KEYS`, `token2`. */
export const credentialWord = `(?:(?:${words})s?(?:[._-]?\\d{1,3})?)`;

/** Words that name a credential only where they stand alone or after a divider: `pass`, `db_pwd`, but not `bypass`. */
export const shortCredentialWord = '(?:pass|pwd|auth|authorization)';

/** Words that name a credential as well as much else: what stands under one is a secret where it looks random. */
export const vagueCredentialWord = '(?:key|salt|seed|nonce|otp|sid|session(?:[._-]?id)?)';

const environmentWord =
  '(?:env|envs|environ|environment|env_?vars?|environment_?variables?|(?:extra|build|container|pod)_?env)';

const credentialEnd = new RegExp(`(?:^|[^a-z])${shortCredentialWord}$|${credentialWord}$`, 'i');
const credentialHump = /[a-z0-9](?:Pass|Pwd|Auth)$/;
const vagueEnd = new RegExp(`(?:^|[^a-z])${vagueCredentialWord}$`, 'i');
const environment = new RegExp(`^(?:${environmentWord}|secrets?|string_?data)$`, 'i');

/** A key whose value is an environment, as it stands in a text. */
export const environmentKey = `(?<![\\w.-])${environmentWord}`;

/** Whether the value of a key is a credential by the key's name. */
export function namesCredential(key: string): boolean {
  return credentialEnd.test(key) || credentialHump.test(key);
}

/** Whether the value of a key is a credential if it looks random. */
export function mayNameCredential(key: string): boolean {
  return (vagueEnd.test(key) || /[a-z0-9](?:Key|Salt|Sid|Session(?:Id)?)$/.test(key)) && !/public/i.test(key);
}

/** Whether the value of a key is an environment, any value of which may be a secret. */
export function namesEnvironment(key: string): boolean {
  return environment.test(key);
}

/** Whether an argument of a command is a flag whose value, the next argument, is a credential. */
export function isCredentialFlag(argument: string): boolean {
  return /^--?\w/.test(argument) && namesCredential(argument.replace(/^-+/, ''));
}

/**
 * Whether a text looks as if it were drawn at random: long, without blanks, and changing between letters, digits and cases
 * all the time. A path, a name, a version or an image reference does not.
 */
export function looksRandom(text: string): boolean {
  if (!/^[\w+/=~.-]{16,4096}$/.test(text)) return false;
  const changes = text.match(/[a-z](?=[\dA-Z])|\d(?=[A-Za-z])|[A-Z](?=\d)/g)?.length ?? 0;
  return changes * 5 >= text.length;
}
