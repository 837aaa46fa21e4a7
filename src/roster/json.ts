/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object, its keys in the order given. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Says whether a value is a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text as it is, and any other value as its JSON. `String` is no substitute: an object's own `toString` may be data. */
export function jsonText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * The one text of a JSON value: keys sorted by code unit, no blanks. Equal values give equal text whatever the order
 * of their keys (in the spirit of RFC 8785; numbers are written as JSON.stringify writes them).
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${members.join(',')}}`;
}
