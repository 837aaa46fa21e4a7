import { isJsonObject, type Json } from '../roster/index.ts';
import { digestOnce } from './digest-secret.ts';
import { elementPlace, memberPlace, type Place, type RedactionPolicy } from './redact-policy.ts';
import { redactText } from './redact-text.ts';

/** What is nested deeper than this is not walked, for it could exhaust the stack. No format gives so deep a value. */
const deepest = 600;

/** Searches a value that is shown for credentials. */
export type Search = (value: Json, place: Place) => Json;

/** An environment as a map, as `KEY=value` texts, or as `{name, value}` pairs: keys and names stay, values do not. */
export function digestEnvironment(value: Json, policy: RedactionPolicy, place: Place, search: Search): Json {
  if (!Array.isArray(value)) return digestVariable(value, policy, place, search);
  return value.map((entry) => {
    const isPair = isJsonObject(entry) && typeof entry.name === 'string' && ('value' in entry || 'valueFrom' in entry);
    if (!isPair) return digestVariable(entry, policy, elementPlace(place), search);
    const name = entry.name as string;
    const at = memberPlace(place, name);
    const members = Object.entries(entry).map(([key, member]): [string, Json] => {
      if (key === 'name') return [key, redactText(name, policy)];
      return [key, policy.shows(name, at.path) ? search(member, at) : digestLeaves(member, policy, at, search)];
    });
    return Object.fromEntries(members);
  });
}

/**
 * Every text, number and truth value inside of a value by its digest, but for what the policy shows. Throws RangeError
 * where it is nested more than 600 deep.
 */
export function digestLeaves(value: Json, policy: RedactionPolicy, place: Place, search: Search): Json {
  refuseDeep(place);
  if (value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => digestLeaves(entry, policy, elementPlace(place), search));
  if (!isJsonObject(value)) return digestOnce(String(value), policy.digestSecret);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const at = memberPlace(place, key);
      const isShown = policy.shows(key, at.path);
      return [redactText(key, policy), isShown ? search(entry, at) : digestLeaves(entry, policy, at, search)];
    }),
  );
}

/** Throws RangeError for a place that is nested more than 600 deep. */
export function refuseDeep({ depth }: Place): void {
  if (depth > deepest) throw new RangeError(`nested more than ${deepest} deep`);
}

/** What looks like `KEY=value` keeps its key; padding, as base64 has it, is no value. */
function digestVariable(value: Json, policy: RedactionPolicy, place: Place, search: Search): Json {
  const [assigned, key] = typeof value === 'string' ? (/^([A-Za-z_][\w.-]*)=(?!=*$)/.exec(value) ?? []) : [];
  if (typeof value !== 'string' || assigned === undefined || key === undefined) {
    return digestLeaves(value, policy, place, search);
  }
  const secret = value.slice(assigned.length);
  const at = memberPlace(place, key);
  if (policy.shows(key, at.path)) return `${assigned}${search(secret, at)}`;
  return assigned + digestOnce(secret, policy.digestSecret);
}
