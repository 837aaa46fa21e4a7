import { isJsonObject, type Json, type JsonObject } from '../roster/index.ts';

/**
 * What a controller says of a failure as one text, whatever its shape: a text, `{source, error}` as `source: error`, a list
 * of either with semicolons between. Null where it says nothing (null, false, an empty text or list). What has no words for
 * us is kept as JSON.
 */
export function errorText(value: Json | undefined): string | null {
  if (value === undefined || value === null || value === false || value === '') return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return joinErrors(value.map(errorText));
  if (!isJsonObject(value)) return JSON.stringify(value);
  const { source, error, message, ...rest } = value;
  const words = joinErrors([errorText(error), errorText(message)]);
  if (words === null) return JSON.stringify(value);
  const spoken = typeof source === 'string' ? `${source}: ${words}` : words;
  const unspoken = typeof source === 'string' || source === undefined ? rest : { source, ...rest };
  return Object.keys(unspoken).length === 0 ? spoken : `${spoken} ${JSON.stringify(unspoken)}`;
}

/** What an answer says went wrong, where it is one that an interface gives instead of what was asked for. */
export function findErrorAnswer({ error, errors, message }: JsonObject): string | null {
  return joinErrors([errorText(error), errorText(errors), errorText(message)]);
}

/** Error texts with semicolons between; null where there is none. */
export function joinErrors(texts: readonly (string | null)[]): string | null {
  const said = texts.filter((text) => text !== null);
  return said.length === 0 ? null : said.join('; ');
}
