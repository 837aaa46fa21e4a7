import { isJsonObject, type Json, type JsonObject } from '../roster/index.ts';
import { isCredentialFlag, namesCredential, namesEnvironment } from './credential-words.ts';
import { type DigestSecret, digestOnce } from './digest-secret.ts';
import { redactText } from './redact-text.ts';

/** What is nested deeper than this is not walked, for it could exhaust the stack. No format gives so deep a value. */
const deepest = 600;

/**
 * A JSON value with every environment value and every credential in it replaced by its digest, also inside texts that are
 * JSON themselves. Throws RangeError where it is nested more than 600 deep.
 */
export function redactJson(value: Json, digestSecret: DigestSecret, depth = 0): Json {
  if (depth > deepest) throw new RangeError(`nested more than ${deepest} deep`);
  if (typeof value === 'string') return redactWhole(value, digestSecret, depth);
  if (Array.isArray(value)) return redactList(value, digestSecret, depth);
  if (!isJsonObject(value)) return value;
  return redactObject(value, digestSecret, depth);
}

/** The same for an object. */
export function redactObject(object: JsonObject, digestSecret: DigestSecret, depth = 0): JsonObject {
  const name = object.name ?? object.key;
  const named = typeof name === 'string' && 'value' in object && namesCredential(name);
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      redactText(key, digestSecret),
      redactMember(named && key === 'value', key, value, digestSecret, depth + 1),
    ]),
  );
}

/** A text as a whole: JSON in it is walked as JSON, and anything else is searched. What is nested too deep to be walked may hold anything. */
export function redactWhole(text: string, digestSecret: DigestSecret, depth = 0): string {
  const json = parseNested(text);
  if (json === undefined) return redactText(text, digestSecret);
  try {
    const before = JSON.stringify(json);
    const after = JSON.stringify(redactJson(json, digestSecret, depth + 1));
    return after === before ? redactText(text, digestSecret) : after;
  } catch {
    return digestOnce(text, digestSecret);
  }
}

function redactMember(secret: boolean, key: string, value: Json, digestSecret: DigestSecret, depth: number): Json {
  if (namesEnvironment(key)) return digestEnvironment(value, digestSecret, depth);
  if (secret || namesCredential(key)) return digestLeaves(value, digestSecret, depth);
  return redactJson(value, digestSecret, depth);
}

function redactList(list: readonly Json[], digestSecret: DigestSecret, depth: number): Json {
  return list.map((entry, index) => {
    const before = list[index - 1];
    if (typeof before === 'string') {
      if (isCredentialFlag(before)) return digestLeaves(entry, digestSecret, depth + 1);
      if (/^(?:-e|--env)$/.test(before)) return digestEnvironment(entry, digestSecret, depth + 1);
      // the flag and its argument together show what neither shows alone
      if (/^(?:-u|--user|--proxy-user)$/.test(before) && typeof entry === 'string') {
        return redactText(`${before} ${entry}`, digestSecret).slice(before.length + 1);
      }
    }
    return redactJson(entry, digestSecret, depth + 1);
  });
}

/** An environment as a map, as `KEY=value` texts, or as `{name, value}` pairs: keys and names stay, values do not. */
function digestEnvironment(value: Json, digestSecret: DigestSecret, depth: number): Json {
  if (!Array.isArray(value)) return digestVariable(value, digestSecret, depth);
  return value.map((entry) => {
    const isPair = isJsonObject(entry) && typeof entry.name === 'string' && 'value' in entry;
    if (!isPair) return digestVariable(entry, digestSecret, depth + 1);
    return {
      ...(digestLeaves(entry, digestSecret, depth + 1) as JsonObject),
      name: redactText(entry.name as string, digestSecret),
    };
  });
}

/** What looks like `KEY=value` keeps its key; padding, as base64 has it, is no value. */
function digestVariable(value: Json, digestSecret: DigestSecret, depth: number): Json {
  const key = typeof value === 'string' ? /^[A-Za-z_][\w.-]*=(?!=*$)/.exec(value)?.[0] : undefined;
  if (typeof value !== 'string' || key === undefined) return digestLeaves(value, digestSecret, depth);
  return `${key}${digestOnce(value.slice(key.length), digestSecret)}`;
}

function digestLeaves(value: Json, digestSecret: DigestSecret, depth: number): Json {
  if (depth > deepest) throw new RangeError(`nested more than ${deepest} deep`);
  if (value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => digestLeaves(entry, digestSecret, depth + 1));
  if (!isJsonObject(value)) return digestOnce(String(value), digestSecret);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      redactText(key, digestSecret),
      digestLeaves(entry, digestSecret, depth + 1),
    ]),
  );
}

/** The JSON object or list that a text is; undefined where it is none. */
function parseNested(text: string): Json | undefined {
  const trimmed = text.trim();
  const ends = `${trimmed.at(0)}${trimmed.at(-1)}`;
  if (ends !== '{}' && ends !== '[]') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
