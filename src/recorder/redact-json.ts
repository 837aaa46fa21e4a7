import { isJsonObject, type Json, type JsonObject } from '../roster/index.ts';
import { looksRandom, mayNameCredential, namesCredential, namesEnvironment } from './credential-words.ts';
import { digestOnce } from './digest-secret.ts';
import { redactList } from './redact-arguments.ts';
import { parseWhole, redactEmbedded } from './redact-embedded.ts';
import { digestEnvironment, digestLeaves, refuseDeep } from './redact-environment.ts';
import { elementPlace, memberPlace, type Place, type RedactionPolicy } from './redact-policy.ts';
import { countingPolicy, isPlain, redactText } from './redact-text.ts';

const top: Place = { path: '', depth: 0 };

/**
 * A JSON value with every environment value and every credential in it replaced by its digest, also inside texts that are
 * JSON themselves. Throws RangeError where it is nested more than 600 deep.
 */
export function redactJson(value: Json, policy: RedactionPolicy, place = top): Json {
  refuseDeep(place);
  if (typeof value === 'string') return redactTextOrJson(value, policy, place);
  if (Array.isArray(value)) return redactList(value, policy, place, searchWith(policy));
  if (!isJsonObject(value)) return value;
  return redactObject(value, policy, place);
}

/** The same for an object. */
export function redactObject(object: JsonObject, policy: RedactionPolicy, place = top): JsonObject {
  const paired = pairedName(object);
  const isSecret = object.kind === 'Secret';
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      const at = memberPlace(place, key);
      const isEnvironment = namesEnvironment(key) || (isSecret && key === 'data');
      if (isEnvironment) return [key, digestEnvironment(value, policy, at, searchWith(policy))];
      const name = paired !== null && /^value$/i.test(key) ? paired : key;
      return [redactText(key, policy), redactMember(name, value, policy, at)];
    }),
  );
}

/**
 * A text as a whole: JSON in it is walked as JSON, and anything else is searched. What is nested too deep to be walked may
 * hold anything, and what holds more than a thousand credentials is one secret.
 */
export function redactTextOrJson(text: string, policy: RedactionPolicy, place = top): string {
  if (isPlain(text)) return text;
  const inner = elementPlace(place);
  const counting = countingPolicy(policy);
  const redact = (value: Json): Json => redactJson(value, counting, inner);
  try {
    const json = parseWhole(text);
    if (json === undefined) return redactText(redactEmbedded(text, redact), policy);
    const before = JSON.stringify(json);
    const after = JSON.stringify(redact(json));
    if (after !== before) return after;
    // what JSON.parse drops, as the first of two equal keys, has not been looked at
    return withoutBlanks(text) === withoutBlanks(before) ? text : redactText(text, policy);
  } catch {
    return digestOnce(text, policy.digestSecret);
  }
}

function searchWith(policy: RedactionPolicy): (value: Json, place: Place) => Json {
  return (value, place) => redactJson(value, policy, place);
}

function redactMember(name: string, value: Json, policy: RedactionPolicy, place: Place): Json {
  const isRandom = typeof value === 'string' && mayNameCredential(name) && looksRandom(value);
  if ((isRandom || namesCredential(name)) && !policy.shows(name, place.path)) {
    return digestLeaves(value, policy, place, searchWith(policy));
  }
  return redactJson(value, policy, place);
}

/** The name in a pair of a name and a value; null where an object is none. */
function pairedName(object: JsonObject): string | null {
  const name = object.name ?? object.key ?? object.Name ?? object.Key;
  return typeof name === 'string' && ('value' in object || 'Value' in object) ? name : null;
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}
