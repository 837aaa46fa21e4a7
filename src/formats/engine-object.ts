import { isJsonObject, type JsonObject } from '../roster/index.ts';

/** One container as an engine's inspect prints it. */
export type EngineObject = JsonObject;

const compose = 'com.docker.compose.';
const temporaryPrefix = /^\/?[0-9a-f]{12}_/;
const madeInfraName = /^\/?[0-9a-f]{12}-infra$/;

/** Says whether a JSON value is a container: an image has an id and a config too, and no state; an element of a list has names. */
export function isEngineObject(value: unknown): value is EngineObject {
  return (
    isJsonObject(value) &&
    (typeof value.Id === 'string' || typeof value.ID === 'string') &&
    !('Names' in value) &&
    (isJsonObject(value.HostConfig) || (isJsonObject(value.Config) && 'State' in value))
  );
}

/** The engine's own id of a container. */
export function engineIdOf(object: EngineObject): string {
  return String(typeof object.Id === 'string' ? object.Id : object.ID);
}

/**
 * Says whether a container has a name that compose gives while it replaces one: to the container that is to come (version
 * 2), or to the one that is to go (version 1). One that stays is what an interrupted replacement left.
 */
export function isTemporary(object: EngineObject): boolean {
  return temporaryPrefix.test(nameOf(object));
}

/**
 * The name of a container as the engine has it, or its engine id. Podman names the infra container of a pod for the pod's
 * id, which is new with each pod, and gives it the pod's name as its hostname: it goes by `NAME-infra`.
 */
export function nameOf(object: EngineObject): string {
  const name = typeof object.Name === 'string' && object.Name !== '' ? object.Name : engineIdOf(object);
  const hostname = objectAt(object, 'Config').Hostname;
  const isMade = object.IsInfra === true && madeInfraName.test(name);
  return isMade && typeof hostname === 'string' && hostname !== '' ? `${hostname}-infra` : name;
}

/** The id of a container. */
export function containerIdOf(object: EngineObject): string {
  return engineContainerId(nameOf(object), objectAt(objectAt(object, 'Config'), 'Labels'));
}

/**
 * The id of a container that an engine knows by a name and labels: `project/service/number` where compose labels say so,
 * `stack/service/slot` where swarm's do, else its name without slash and without what makes it temporary. A container of
 * `compose run` has the labels of its service and goes by its name.
 */
export function engineContainerId(name: string, labels: JsonObject): string {
  const [project, service, number, oneoff] = ['project', 'service', 'container-number', 'oneoff'].map(
    (key) => labels[compose + key],
  );
  if (typeof project === 'string' && typeof service === 'string' && oneoff !== 'True') {
    return `${project}/${service}/${typeof number === 'string' ? number : '1'}`;
  }
  return taskIdOf(labels) ?? name.replace(temporaryPrefix, '').replace(/^\//, '');
}

/** A task is called `stack_service.slot.TASK-ID`, and the last of it is new with each task. */
function taskIdOf(labels: JsonObject): string | null {
  const service = labels['com.docker.swarm.service.name'];
  const task = labels['com.docker.swarm.task.name'];
  if (typeof service !== 'string' || typeof task !== 'string' || !task.startsWith(`${service}.`)) return null;
  const [slot = ''] = task.slice(service.length + 1).split('.');
  return `${stackServiceId(service, labels)}/${slot}`;
}

/** `stack/service`, without the stack's name before the service's; the service's name where it is of no stack. */
export function stackServiceId(service: string, labels: JsonObject): string {
  const stack = labels['com.docker.stack.namespace'];
  if (typeof stack !== 'string' || stack === '') return service;
  return `${stack}/${service.startsWith(`${stack}_`) ? service.slice(stack.length + 1) : service}`;
}

/** The object under a key; an empty one where there is none. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}
