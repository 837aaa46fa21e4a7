import type { Json } from '../roster/index.ts';
import { isJsonObject } from '../roster/index.ts';

/** The container ids of the containers of one inspect, by engine id. */
export interface EngineIds {
  /** Finds the container that an engine id, whole or cut to its first 12 characters, belongs to. */
  find(engineId: string): string | undefined;
}

/** Makes the index of engine ids to container ids. */
export function engineIdsOf(pairs: Iterable<readonly [engineId: string, id: string]>): EngineIds {
  const ids = new Map<string, string>();
  for (const [engineId, id] of pairs) {
    ids.set(engineId, id);
    ids.set(engineId.slice(0, 12), id);
  }
  return { find: (engineId) => ids.get(engineId) };
}

/** A JSON value with the engine ids inside its texts (log paths, `container:ID` modes) by container id, since an engine id is new each time. */
export function withoutEngineIds(value: Json, own: string, ids: EngineIds): Json {
  if (typeof value === 'string') {
    return value.replace(/[0-9a-f]{64}/g, (found) => (found === own ? 'ENGINE-ID' : (ids.find(found) ?? found)));
  }
  if (Array.isArray(value)) return value.map((entry) => withoutEngineIds(entry, own, ids));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutEngineIds(entry, own, ids)]));
}
