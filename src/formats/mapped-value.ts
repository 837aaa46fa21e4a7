import { isJsonObject, type JsonObject } from '../roster/index.ts';
import { documentKind } from './text-kind.ts';
import { UnreadableInput } from './unreadable-input.ts';

/**
 * What a mapping gave, as a pass document or a declaration of our contract. JSONata makes one element of a list of one, so
 * what stands alone where a list is expected is put into one. Throws {@link UnreadableInput} where it is neither.
 */
export function contractOf(given: unknown): JsonObject {
  if (!isJsonObject(given)) {
    throw new UnreadableInput(`the mapping gives ${kindOf(given)}: expected an object with "nodes", or with "node"`, {
      hint: '{"nodes": [machines.{"node": host, "containers": [services.{"name": title, "hosts": [entries]}]}]}',
    });
  }
  const lacking = lackingWords(given);
  if (lacking !== null) {
    throw new UnreadableInput(`the mapping gives ${documentKind(given, 'JSON')}: ${lacking}`, {
      hint: 'a path that finds nothing leaves its key out; "nodes": [machines.{…}] is a list all the same',
    });
  }
  return withLists(given, {
    nodes: (nodes) => listOf(nodes, 'node', nodeOf),
    roster: entriesOf,
    containers: (containers) => listOf(containers, 'name', containerOf),
  });
}

function lackingWords(given: JsonObject): string | null {
  const has = (...keys: readonly string[]): boolean => keys.some((key) => given[key] !== undefined);
  if (has('nodes', 'roster', 'containers')) return null;
  if (has('node')) {
    return has('outcome', 'error', 'errors') ? null : '"containers" is missing, or "outcome" where nothing was planned';
  }
  return '"nodes" is missing, or "node" with "containers" for the declaration of one node';
}

type Repairs = Readonly<Record<string, (value: unknown) => unknown>>;

/** The object with some of its values repaired. A copy with a spread keeps a key named `__proto__` a key. */
function withLists(object: JsonObject, repairs: Repairs): JsonObject {
  const repaired = Object.entries(repairs)
    .filter(([key]) => object[key] !== undefined)
    .map(([key, repair]) => [key, repair(object[key])]);
  // what is in it comes of JSON, as far as it is looked at; the rest is checked where it is written
  return { ...object, ...(Object.fromEntries(repaired) as JsonObject) };
}

function listOf(value: unknown, key: string, repair: (element: unknown) => unknown): unknown {
  const list: unknown = isJsonObject(value) && key in value ? [value] : value;
  return Array.isArray(list) ? list.map(repair) : list;
}

function nodeOf(node: unknown): unknown {
  if (!isJsonObject(node)) return node;
  return withLists(node, {
    roster: entriesOf,
    containers: (containers) => listOf(containers, 'name', containerOf),
  });
}

function containerOf(container: unknown): unknown {
  return isJsonObject(container) ? withLists(container, { hosts: entriesOf }) : container;
}

/** A text, or one `{name, address}`, which read as a map would be two names. */
function entriesOf(value: unknown): unknown {
  if (typeof value === 'string') return [value];
  const isRow = isJsonObject(value) && typeof value.name === 'string' && ('address' in value || 'addresses' in value);
  return isRow ? [value] : value;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing: it finds nothing in this input';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
}
