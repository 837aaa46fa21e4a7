import { isJsonObject, type Json, type JsonObject, jsonText } from '../roster/index.ts';
import { type EngineIds, withoutEngineIds } from './engine-ids.ts';
import { type EngineObject, engineIdOf, objectAt } from './engine-object.ts';

/** Labels that hold the digest that a compose tool keeps of a container's whole identity. */
export const configDigestLabels = ['com.docker.compose.config-hash', 'io.podman.compose.config-hash'];
/** Labels that name a container, that follow from its whole identity, or that record how it was created: no part of a spec. */
const labelsOutsideSpec = [
  ...['project', 'service', 'container-number', 'replace'].map((key) => `com.docker.compose.${key}`),
  ...['task', 'task.id', 'task.name', 'node.id', 'service.id'].map((key) => `com.docker.swarm.${key}`),
  ...configDigestLabels,
];
/** Keys that have a place of their own in the spec, that an engine changes by itself, or that hold podman's whole command line. */
const configOutsideSpec = ['Env', 'Labels', 'Image', 'CreateCommand', 'Hostname', 'MacAddress'];
const hostConfigOutsideSpec = ['ExtraHosts', 'ContainerIDFile', 'ConsoleSize'];
const annotationsOutsideSpec = ['io.kubernetes.cri-o.Created'];

/**
 * The spec of a container: what was asked for, and nothing that differs when the same is asked for again. State, engine
 * ids, creation time, network addresses, the names of anonymous volumes and the hosts list are no part of it. What is
 * null or empty is left out, since engines and their versions write that in several ways.
 */
export function engineSpecOf(object: EngineObject, ids: EngineIds): JsonObject {
  const own = engineIdOf(object);
  const config = objectAt(object, 'Config');
  const hostConfig = objectAt(object, 'HostConfig');
  const settled = (value: JsonObject, dropped: readonly string[]): Json =>
    withoutEngineIds(withoutBlanks(without(value, dropped)), own, ids);
  return {
    image: config.Image ?? object.ImageName ?? null,
    imageId: object.Image ?? null,
    command: [object.Path ?? null, object.Args ?? null],
    env: environmentOf(config.Env, own),
    labels: without(objectAt(config, 'Labels'), labelsOutsideSpec),
    mounts: mountsOf(object.Mounts),
    config: settled({ ...config, Annotations: annotationsOf(config) }, configOutsideSpec),
    hostConfig: settled({ ...hostConfig, Binds: namedBinds(hostConfig.Binds) }, hostConfigOutsideSpec),
    ...hostnameOf(config, own, ids),
  };
}

/** An object without some of its keys. */
export function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** An object without the keys whose value is null, empty or an empty text. */
export function withoutBlanks(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !isBlank(value)));
}

function isBlank(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '';
}

/**
 * `["KEY=value"]` as a map; the last of a repeated key counts, as it does in the container. Podman adds the container's own
 * engine id as HOSTNAME, which is left out.
 */
export function environmentOf(value: Json | undefined, own?: string): JsonObject {
  if (!Array.isArray(value)) return {};
  const pairs = value.map((entry): [string, Json] => {
    const text = jsonText(entry);
    const at = text.indexOf('=');
    return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
  });
  return Object.fromEntries(pairs.filter(([key, text]) => key !== 'HOSTNAME' || text !== own?.slice(0, 12)));
}

/** An engine makes the hostname of the engine id, and of the id of that container whose network it shares. */
function hostnameOf(config: JsonObject, own: string, ids: EngineIds): JsonObject {
  const hostname = jsonText(config.Hostname ?? '');
  const isMade = hostname === '' || own.startsWith(hostname) || ids.find(hostname) !== undefined;
  return isMade ? {} : { hostname };
}

function annotationsOf(config: JsonObject): JsonObject {
  return without(objectAt(config, 'Annotations'), annotationsOutsideSpec);
}

/** The mounts name an anonymous volume without its name, which is new each time. */
function namedBinds(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value.filter((bind) => !/^[0-9a-f]{64}:/.test(jsonText(bind))) : [];
}

/** Mounts by destination: engines list them in no fixed order, and name an anonymous volume anew each time. */
function mountsOf(value: Json | undefined): JsonObject {
  if (!Array.isArray(value)) return {};
  const mounts = value.filter(isJsonObject).map((mount): [string, Json] => {
    const isAnonymous = mount.Type === 'volume' && /^[0-9a-f]{64}$/.test(jsonText(mount.Name ?? null));
    const source = isAnonymous ? 'anonymous' : (mount.Name ?? mount.Source ?? null);
    return [jsonText(mount.Destination ?? null), { type: mount.Type ?? null, source, writable: mount.RW ?? null }];
  });
  return Object.fromEntries(mounts);
}
