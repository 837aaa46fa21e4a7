/** The words that name a credential, as the end of a key or a flag: a regular expression's source, for any case. */
const words = [
  'passw(?:or)?d',
  'passphrase',
  'pass[._-]?key',
  'secret(?:[._-]?key(?:[._-]?base)?)?',
  'token',
  'credential',
  'cookie',
  '(?:api|access|account|private|signing|encryption|master|shared|client|ssh|auth|jwt)[._-]?key',
].join('|');

/** Such a word, also in the plural or numbered: `password`, `API_KEYS`, `token2`. */
export const credentialWord = `(?:(?:${words})s?(?:[._-]?\\d{1,3})?)`;

/** Words that name a credential only where they stand alone or after a divider: `pass`, `db_pwd`, but not `bypass`. */
export const shortCredentialWord = '(?:pass|pwd|auth|authorization)';

const credentialEnd = new RegExp(`(?:^|[^a-z])${shortCredentialWord}$|${credentialWord}$`, 'i');
const credentialHump = /[a-z0-9](?:Pass|Pwd|Auth)$/;
const environment =
  /^(?:env|envs|environment|env_?vars?|environment_?variables?|(?:extra|build|container|pod)_?env|secrets?)$/i;

/** Whether the value of a key is a credential by the key's name. */
export function namesCredential(key: string): boolean {
  return credentialEnd.test(key) || credentialHump.test(key);
}

/** Whether the value of a key is an environment, any value of which may be a secret. */
export function namesEnvironment(key: string): boolean {
  return environment.test(key);
}

/** Whether an argument of a command is a flag whose value, the next argument, is a credential. */
export function isCredentialFlag(argument: string): boolean {
  return /^--?\w/.test(argument) && namesCredential(argument.replace(/^-+/, ''));
}
