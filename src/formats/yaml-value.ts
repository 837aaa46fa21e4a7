import type * as Yaml from 'yaml';
import { isJsonObject, type Json, type JsonObject, jsonText } from '../roster/index.ts';
import { placeIn, UnreadableInput } from './unreadable-input.ts';

/** So much may stand in a document by alias alone: a thousand lists of a thousand names, and no bomb. */
const mostRepeated = 2 ** 26;
/** So many keys may come of merges: a thousand services with five hundred keys each. Each is copied, where an alias is not. */
const mostMerged = 2 ** 19;

type Node = Yaml.Node | null | undefined;

/** A value that aliases may repeat, and how much it is. */
interface Anchored {
  readonly value: Json;
  readonly weight: number;
}

/** What stands in a mapping: a key with its value, a key that is to have none, or mappings to take keys from. */
type Member =
  | { readonly kind: 'pair'; readonly key: string; readonly value: Json }
  | { readonly kind: 'none'; readonly key: string }
  | { readonly kind: 'merge'; readonly from: readonly JsonObject[] };

/** The value of a YAML document as {@link parseYaml} promises it. Throws {@link UnreadableInput} with the place. */
export function yamlValue(yaml: typeof Yaml, document: Yaml.Document.Parsed, text: string): Json {
  const anchors = new Map<string, Anchored | null>();
  let weight = 0;
  let repeated = 0;
  let merged = 0;

  function fault(node: Node, words: string): UnreadableInput {
    return new UnreadableInput(`not valid YAML: ${words}`, { place: placeIn(text, node?.range?.[0] ?? 0) });
  }

  function jsonOf(node: Node): Json {
    if (yaml.isAlias(node)) return aliasedValue(node);
    const anchor = yaml.isScalar(node) || yaml.isCollection(node) ? node.anchor : undefined;
    if (anchor === undefined) return plainValue(node);
    const before = weight;
    anchors.set(anchor, null);
    const value = plainValue(node);
    anchors.set(anchor, { value, weight: weight - before });
    return value;
  }

  function aliasedValue(alias: Yaml.Alias): Json {
    const anchored = anchors.get(alias.source);
    if (anchored === undefined)
      throw fault(alias, 'an alias has no anchor before it (a text that begins with "*" needs quotes)');
    if (anchored === null) throw fault(alias, 'an alias stands inside of what it repeats');
    weight += anchored.weight;
    repeated += anchored.weight;
    if (repeated > mostRepeated) throw fault(alias, 'its aliases repeat more than can be read');
    return anchored.value;
  }

  function plainValue(node: Node): Json {
    weight += 16;
    if (yaml.isMap(node)) return objectOf(node);
    if (yaml.isSeq(node)) return node.items.filter((item) => !isReset(item)).map((item) => jsonOf(item as Node));
    if (!yaml.isScalar(node)) return null;
    weight += node.source?.length ?? 0;
    return scalarValue(node);
  }

  function objectOf(map: Yaml.YAMLMap): JsonObject {
    const own = new Set<string>();
    const members = map.items.map((pair): Member => {
      const [keyNode, valueNode] = [pair.key as Node, pair.value as Node];
      if (isMerge(keyNode)) return { kind: 'merge', from: mergedObjects(keyNode, jsonOf(valueNode)) };
      const key = keyText(keyNode);
      if (own.has(key)) throw fault(keyNode, `the key ${JSON.stringify(key)} stands twice in one mapping`);
      own.add(key);
      const value = jsonOf(valueNode);
      return isReset(valueNode) ? { kind: 'none', key } : { kind: 'pair', key, value };
    });
    return Object.fromEntries(entriesOf(members, own));
  }

  function mergedObjects(key: Node, value: Json): readonly JsonObject[] {
    const objects: readonly Json[] = Array.isArray(value) ? value : [value];
    if (!objects.every(isJsonObject)) throw fault(key, 'a merge key needs a mapping, or a list of mappings');
    merged += objects.reduce((sum, object) => sum + Object.keys(object).length, 0);
    if (merged > mostMerged) throw fault(key, 'its merge keys repeat more than can be read');
    return objects;
  }

  function keyText(key: Node): string {
    if (yaml.isScalar(key)) {
      weight += key.source?.length ?? 0;
      const value = typeof key.value === 'string' ? key.value : (key.source ?? '');
      const keyed = key.value === null && value === '' ? 'null' : value;
      if (key.anchor !== undefined) anchors.set(key.anchor, { value: keyed, weight: keyed.length });
      return keyed;
    }
    const value = jsonOf(key);
    if (typeof value === 'object' && value !== null) throw fault(key, 'a key that is a mapping or a list');
    return jsonText(value);
  }

  function isMerge(key: Node): boolean {
    return yaml.isScalar(key) && key.value === '<<' && key.type === 'PLAIN' && key.tag !== 'tag:yaml.org,2002:str';
  }

  return jsonOf(document.contents);
}

function isReset(node: unknown): boolean {
  return typeof node === 'object' && node !== null && (node as { tag?: unknown }).tag === '!reset';
}

/** A mapping's own keys count before merged ones, and those of an earlier mapping before those of a later. */
function entriesOf(members: readonly Member[], own: ReadonlySet<string>): Map<string, Json> {
  const entries = new Map<string, Json>();
  for (const member of members) {
    if (member.kind === 'pair') entries.set(member.key, member.value);
    if (member.kind !== 'merge') continue;
    for (const object of member.from) {
      for (const key of Object.keys(object)) {
        if (!own.has(key) && !entries.has(key)) entries.set(key, object[key] as Json);
      }
    }
  }
  return entries;
}

/** A number that JSON cannot hold whole stays as it is written. */
function scalarValue({ value, source }: Yaml.Scalar): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  return source ?? String(value);
}
