import { canonicalJson, isJsonObject, type Json, type JsonObject, jsonText } from '../../src/roster/index.ts';

/** Host entries that an input lists, as texts of which each must be found again in what was read: as an entry or in a problem. */
export type ListedNames = (text: string) => readonly string[];

/** Those of a format, which are found here in another way than its reader finds them. */
export const listedNames: Readonly<Record<string, ListedNames>> = {
  mesh: ofJson((value) => [
    ...namesIn(at(value, 'roster')),
    ...listOf(at(value, 'nodes') ?? value).flatMap((node) => [
      ...namesIn(at(node, 'roster')),
      ...listOf(at(node, 'containers')).flatMap((container) => namesIn(at(container, 'hosts'))),
    ]),
  ]),
  'roster-json': ofJson((value) => (Array.isArray(value) ? value.filter((row) => typeof row === 'string') : [])),
  'docker-inspect': ofJson((value) =>
    listOf(value)
      .filter((one) => at(one, 'Pod') === undefined && !/^\/?[0-9a-f]{12}_/.test(jsonText(at(one, 'Name') ?? '')))
      .flatMap((one) => namesIn(at(at(one, 'HostConfig'), 'ExtraHosts'))),
  ),
  'swarm-service': ofJson((value) =>
    listOf(value).flatMap((one) =>
      listOf(at(at(at(at(one, 'Spec'), 'TaskTemplate'), 'ContainerSpec'), 'Hosts')).map(jsonText),
    ),
  ),
  'kubernetes-pods': ofJson((value) =>
    listOf(at(value, 'items') ?? value)
      .filter((pod) => ['Pod', undefined].includes(at(pod, 'kind') as string | undefined))
      .filter((pod) => !/Succeeded|Failed/.test(jsonText(at(at(pod, 'status'), 'phase') ?? '')))
      .filter((pod) => (at(at(pod, 'metadata'), 'deletionTimestamp') ?? null) === null)
      .filter((pod) => typeof at(at(pod, 'spec'), 'nodeName') === 'string' && at(at(pod, 'spec'), 'nodeName') !== '')
      .filter((pod) => listOf(at(at(pod, 'spec'), 'containers')).length > 0)
      .flatMap((pod) => listOf(at(at(pod, 'spec'), 'hostAliases')))
      .flatMap((alias) => listOf(at(alias, 'hostnames')).map(jsonText)),
  ),
  compose: ofJson((value) => {
    const services = at(value, 'services');
    return isJsonObject(services)
      ? Object.values(services).flatMap((one) => namesIn(withPairs(at(one, 'extra_hosts'))))
      : [];
  }),
  hosts: (text) =>
    text
      .replace(/^\ufeff/, '')
      .split(/\r\n|\n|\r/)
      .flatMap((line) => line.replace(/#.*/s, '').trim().split(/\s+/).slice(1)),
};

/** The keys of a map and the rows of a list; a row that is an object by the name it gives. */
function namesIn(list: Json | undefined): string[] {
  if (Array.isArray(list)) return list.map(rowText);
  return isJsonObject(list) ? Object.keys(list) : [];
}

/** Compose reads `- name: address` as a map of one name, which is the text that was meant. */
function withPairs(list: Json | undefined): Json | undefined {
  if (!Array.isArray(list)) return list;
  return list.map((row: Json) => {
    const [pair, ...others] = isJsonObject(row) ? Object.entries(row) : [];
    return pair && others.length === 0 && (typeof pair[1] === 'string' || pair[1] === null) ? pair[0] : row;
  });
}

function rowText(row: Json): string {
  const name = at(row, 'name');
  if (typeof name === 'string') return name;
  return typeof row === 'string' ? row : canonicalJson(row);
}

function ofJson(find: (value: Json) => readonly string[]): ListedNames {
  return (text) => {
    try {
      return find(JSON.parse(text.replace(/^\ufeff/, '')) as Json);
    } catch {
      return [];
    }
  };
}

function at(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value as JsonObject, key) ? value[key] : undefined;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}
