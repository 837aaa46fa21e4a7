import {
  type Container,
  containerId,
  isJsonObject,
  type Json,
  type JsonObject,
  type Problem,
  specOf,
} from '../roster/index.ts';
import type { HostsReader } from './hosts-reader.ts';
import { findShapeFault, listOrMap, objectWith } from './shape.ts';
import type { Shortfall } from './shortfall.ts';

const serviceKeys = objectWith({ extra_hosts: listOrMap });

/** What compose leaves out of the digest by which it knows that a container is to be replaced. */
const keysOutsideSpec = ['build', 'depends_on', 'profiles', 'pull_policy', 'scale'];

/** A service of a compose file, and where it stands. */
export interface ServicePlace {
  readonly node: string;
  /** Null where the file does not name its project. */
  readonly project: string | null;
  readonly name: string;
  readonly service: Json;
}

/** A service as read. */
export interface ReadService {
  readonly name: string;
  /** Null where it is no service. */
  readonly container: Container | null;
  /** What it says that replaces no container. */
  readonly settings: JsonObject;
  /** Why it is known not to show everything. */
  readonly shortfall: Shortfall | null;
}

/** Reads a service; what is odd about it is added to `problems`. Every key that compose itself compares belongs to the spec. */
export function readService(place: ServicePlace, reader: HostsReader, problems: Problem[]): ReadService {
  const { node, project, name, service } = place;
  const id = project === null ? name : `${containerId(project, name)}/1`;
  const fault = findShapeFault(serviceKeys, service);
  if (fault !== null || !isJsonObject(service)) {
    problems.push({ code: 'malformed-container', node, container: id, text: `services: ${fault}` });
    const shortfall: Shortfall = { missing: 'containers', error: 'a service could not be read' };
    return { name, container: null, settings: {}, shortfall };
  }
  const { rows, unset } = hostRowsOf(service.extra_hosts);
  for (const row of unset) problems.push({ code: 'unset-variable', node, container: id, text: row });
  const { spec, settings } = dividedKeys(service);
  return {
    name,
    container: { id, hosts: reader.readHosts(rows), spec: specOf(spec), engine: null },
    settings,
    shortfall: hiddenNames(service, unset.length > 0),
  };
}

function hiddenNames(service: JsonObject, hasUnset: boolean): Shortfall | null {
  if (service.extends !== undefined && service.extends !== null) {
    return {
      missing: 'names',
      error: '"extends" is not followed: what docker compose config prints has what is inherited',
    };
  }
  return hasUnset ? { missing: 'names', error: 'a name is a variable that was not filled in' } : null;
}

/** The entries of `extra_hosts`, and those of which a variable hides even the name. The keys of a map are no variables. */
function hostRowsOf(given: Json | undefined): { rows: Json; unset: readonly string[] } {
  if (!Array.isArray(given)) return { rows: given ?? null, unset: [] };
  const texts = given.map(entryText);
  return {
    rows: texts.filter((row) => !hidesName(row)),
    unset: texts.filter((row) => hidesName(row)) as string[],
  };
}

/** `- name: address` without quotes is a map of one name to YAML: the text that was meant has a blank. */
function entryText(row: Json): Json {
  const [pair, ...others] = isJsonObject(row) ? Object.entries(row) : [];
  if (pair === undefined || others.length > 0) return row;
  const [name, address] = pair;
  return typeof address === 'string' || address === null ? `${name}: ${address ?? ''}` : row;
}

/** A variable before the first separator outside of it; `$$` stands for a dollar. */
function hidesName(row: Json): boolean {
  return typeof row === 'string' && /^(?:[^:=$]|\$\$)*\$\{?\w/.test(row);
}

/** What is null is left out, and the network that every service is on: what `docker compose config` prints has them. */
function dividedKeys(service: JsonObject): { spec: JsonObject; settings: JsonObject } {
  const { deploy, networks, ...others } = service;
  const entries = Object.entries(others).filter(([key, value]) => key !== 'extra_hosts' && value !== null);
  const isSetting = ([key]: [string, Json]) => keysOutsideSpec.includes(key) || key.startsWith('x-');
  const spec = entries.filter((entry) => !isSetting(entry));
  const settings = entries.filter(isSetting);
  if (networks !== undefined && !isDefaultNetwork(networks)) spec.push(['networks', networks]);
  if (isJsonObject(deploy)) {
    const { replicas, ...asked } = deploy;
    if (replicas !== undefined) settings.push(['deploy', { replicas }]);
    if (Object.keys(asked).length > 0) spec.push(['deploy', asked]);
  } else if (deploy !== undefined && deploy !== null) spec.push(['deploy', deploy]);
  return { spec: Object.fromEntries(spec), settings: Object.fromEntries(settings) };
}

function isDefaultNetwork(networks: Json): boolean {
  if (networks === null) return true;
  return isJsonObject(networks) && Object.keys(networks).length === 1 && networks.default === null;
}
