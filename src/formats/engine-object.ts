import { type Container, isJsonObject, type Json, type JsonObject, specOf } from '../roster/index.ts';
import type { HostsReader } from './hosts-reader.ts';

/** One element of what an engine's inspect prints. */
export type EngineObject = JsonObject;

const compose = 'com.docker.compose.';
/** Labels that name a container, that follow from its whole identity, or that record how it was created: no part of a spec. */
const labelsOutsideSpec = ['project', 'service', 'container-number', 'config-hash', 'replace'].map(
  (key) => compose + key,
);
/** Keys that an engine changes by itself, or that repeat the host entries. `CreateCommand` is podman's whole command line. */
const configOutsideSpec = ['Env', 'Labels', 'Image', 'CreateCommand', 'Hostname', 'MacAddress'];
const hostConfigOutsideSpec = ['ExtraHosts', 'ContainerIDFile', 'ConsoleSize'];

/** Says whether a name is one that compose gives to the old container while it puts a new one in its place. */
export function isTemporary(object: EngineObject): boolean {
  return /^\/?[0-9a-f]{12}_/.test(String(object.Name ?? ''));
}

/**
 * Reads one container. Its id is `project/service/number` where compose labels say so, else its name. State, engine id,
 * creation time and network addresses are no part of the spec. `names` maps the engine ids of the same array to names.
 */
export function readContainer(
  object: EngineObject,
  reader: HostsReader,
  names: ReadonlyMap<string, string>,
): Container {
  const engineId = String(object.Id ?? object.ID);
  const config = objectAt(object, 'Config');
  const hostConfig = objectAt(object, 'HostConfig');
  const labels = objectAt(config, 'Labels');
  const stable = (value: JsonObject, dropped: readonly string[]) =>
    withoutEngineIds(without(value, dropped), engineId, names) as JsonObject;
  const hostname = String(config.Hostname ?? '');
  const spec: Record<string, Json> = {
    image: config.Image ?? object.ImageName ?? null,
    imageId: object.Image ?? null,
    command: [object.Path ?? null, object.Args ?? null],
    env: envOf(config.Env),
    labels: without(labels, labelsOutsideSpec),
    mounts: mountsOf(object.Mounts),
    config: stable(config, configOutsideSpec),
    hostConfig: stable(hostConfig, hostConfigOutsideSpec),
    ...(hostname !== '' && !engineId.startsWith(hostname) ? { hostname } : {}),
  };
  const configDigest = labels[`${compose}config-hash`];
  return {
    id: idOf(object, labels),
    hosts: reader.readHosts(hostConfig.ExtraHosts),
    spec: specOf(spec),
    engine: { id: engineId, configDigest: typeof configDigest === 'string' ? configDigest : null },
  };
}

function idOf(object: EngineObject, labels: JsonObject): string {
  const [project, service, number, oneoff] = ['project', 'service', 'container-number', 'oneoff'].map(
    (key) => labels[compose + key],
  );
  if (typeof project === 'string' && typeof service === 'string' && oneoff !== 'True') {
    return `${project}/${service}/${typeof number === 'string' ? number : '1'}`;
  }
  const name = String(object.Name ?? object.Id ?? object.ID);
  return name.replace(/^\//, '').replace(/^[0-9a-f]{12}_/, '');
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** `["KEY=value"]` as a map; the last of a repeated key counts, as it does in the container. */
function envOf(value: Json | undefined): JsonObject {
  if (!Array.isArray(value)) return {};
  return Object.fromEntries(
    value.map((entry) => {
      const text = String(entry);
      const at = text.indexOf('=');
      return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

/** Mounts by destination: engines list them in no fixed order, and name an anonymous volume anew each time. */
function mountsOf(value: Json | undefined): JsonObject {
  if (!Array.isArray(value)) return {};
  const mounts = value.filter(isJsonObject).map((mount): [string, Json] => {
    const anonymous = mount.Type === 'volume' && /^[0-9a-f]{64}$/.test(String(mount.Name));
    const source = anonymous ? 'anonymous' : (mount.Name ?? mount.Source ?? null);
    return [String(mount.Destination), { type: mount.Type ?? null, source, writable: mount.RW ?? null }];
  });
  return Object.fromEntries(mounts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Engine ids inside a value (log paths, `container:ID` modes) by the name of their container, since an id is new each time. */
function withoutEngineIds(value: Json, own: string, names: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') {
    return value.replace(/[0-9a-f]{64}/g, (id) => (id === own ? 'ENGINE-ID' : (names.get(id) ?? id)));
  }
  if (Array.isArray(value)) return value.map((entry) => withoutEngineIds(entry, own, names));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutEngineIds(entry, own, names)]));
}
