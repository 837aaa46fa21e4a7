import { isJsonObject, type Json, type JsonObject } from '../roster/index.ts';

/** Turns a secret into its keyed digest. */
export type DigestSecret = (secret: string) => string;

/** Keys whose values are environments: any of them may be a secret. */
const environmentKey = /^(env|envs|environment|env_vars|envvars|secrets?)$/i;
/** Keys whose value is a credential by its name. */
const credentialKey =
  /(^|[^a-z])(pass|pwd|auth|authorization)$|(password|passwd|passphrase|secret|token|credentials?|api[._-]?key|access[._-]?key|private[._-]?key|signing[._-]?key|encryption[._-]?key)$/i;
const credentialFlag =
  /^--?[\w.-]*(password|passwd|passphrase|secret|token|credentials?|api[._-]?key|access[._-]?key|private[._-]?key)$/i;
const digested = /^hmac:[0-9a-f]{32}$/;

/** Credentials inside a text. The group named `secret` is what is replaced. */
const credentialTexts: readonly RegExp[] = [
  /(?<keep>-----BEGIN [A-Z ]*PRIVATE KEY-----)(?<secret>.*?)(?=-----END|$)/gs,
  /(?<keep>[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)(?<secret>[^\s/@]+)(?=@)/gi,
  /(?<keep>\b(?:bearer|basic)\s+)(?<secret>[A-Za-z0-9._~+/=-]{8,})/gi,
  /(?<keep>)(?<secret>\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*)/g,
  /(?<keep>)(?<secret>\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_[A-Za-z0-9]{20,}|\bglpat-[A-Za-z0-9_-]{16,}|\bxox[abprs]-[A-Za-z0-9-]{10,})/g,
  /(?<keep>[\w.-]*(?:password|passwd|passphrase|secret|token|api[._-]?key|access[._-]?key|private[._-]?key|_pass|_pwd)["']?\s*[=:]\s*["']?)(?<secret>[^\s"',;&]+)/gi,
  /(?<keep>--?[\w.-]*(?:password|passwd|passphrase|secret|token|api[._-]?key)\s+)(?<secret>[^\s-][^\s]*)/gi,
];

/** A text with each credential in it replaced by its digest. */
export function redactText(text: string, digestSecret: DigestSecret): string {
  let redacted = text;
  for (const pattern of credentialTexts) {
    redacted = redacted.replace(pattern, (...match) => {
      const { keep, secret } = match.at(-1) as { keep: string; secret: string };
      return digested.test(secret) ? keep + secret : keep + digestSecret(secret);
    });
  }
  return redacted;
}

/** A JSON value with every environment value and every credential in it replaced by its digest. */
export function redactJson(value: Json, digestSecret: DigestSecret): Json {
  if (typeof value === 'string') return redactText(value, digestSecret);
  if (Array.isArray(value)) return redactList(value, digestSecret);
  if (!isJsonObject(value)) return value;
  return redactObject(value, digestSecret);
}

/** The same for an object. */
export function redactObject(object: JsonObject, digestSecret: DigestSecret): JsonObject {
  const named = typeof object.name === 'string' && 'value' in object && credentialKey.test(object.name);
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      if (environmentKey.test(key)) return [key, digestEnvironment(value, digestSecret)];
      if (credentialKey.test(key) || (named && key === 'value')) return [key, digestLeaves(value, digestSecret)];
      return [key, redactJson(value, digestSecret)];
    }),
  );
}

function redactList(list: readonly Json[], digestSecret: DigestSecret): Json {
  return list.map((entry, index) => {
    const before = list[index - 1];
    const afterFlag = typeof before === 'string' && credentialFlag.test(before);
    return afterFlag ? digestLeaves(entry, digestSecret) : redactJson(entry, digestSecret);
  });
}

/** An environment as a map, as `KEY=value` texts, or as `{name, value}` pairs: keys and names stay, values do not. */
function digestEnvironment(value: Json, digestSecret: DigestSecret): Json {
  if (Array.isArray(value)) return value.map((entry) => digestEnvironment(entry, digestSecret));
  if (isJsonObject(value)) {
    const isPair = typeof value.name === 'string' && 'value' in value;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [
        key,
        isPair && key === 'name' ? entry : digestLeaves(entry, digestSecret),
      ]),
    );
  }
  if (typeof value !== 'string') return digestLeaves(value, digestSecret);
  const at = value.indexOf('=');
  return at < 0
    ? digestLeaves(value, digestSecret)
    : `${value.slice(0, at + 1)}${digestLeaves(value.slice(at + 1), digestSecret)}`;
}

function digestLeaves(value: Json, digestSecret: DigestSecret): Json {
  if (value === null || value === '') return value;
  if (Array.isArray(value)) return value.map((entry) => digestLeaves(entry, digestSecret));
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, digestLeaves(entry, digestSecret)]));
  }
  const text = String(value);
  return digested.test(text) ? text : digestSecret(text);
}
