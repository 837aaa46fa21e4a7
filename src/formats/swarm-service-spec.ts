import { isJsonObject, type Json, type JsonObject, jsonText } from '../roster/index.ts';
import { objectAt } from './engine-object.ts';
import { environmentOf, without, withoutBlanks } from './engine-spec.ts';

/** Keys of a service's spec that replace its tasks, as swarm compares them: the rest is done without. */
const specKeys = ['TaskTemplate', 'EndpointSpec', 'Networks'];

/**
 * The spec of a service: what swarm replaces its tasks for when it changes, without the hosts list. `ForceUpdate` is part of
 * it: nothing but a person raises it, and each time all tasks are replaced. Its version and the state of its last update
 * change by themselves and are no part of it.
 */
export function serviceSpecOf(spec: JsonObject): JsonObject {
  const task = objectAt(spec, 'TaskTemplate');
  const container = objectAt(task, 'ContainerSpec');
  const force = task.ForceUpdate === 0 ? {} : { forceUpdate: task.ForceUpdate ?? null };
  return withoutBlanks({
    image: container.Image ?? null,
    env: environmentOf(container.Env),
    labels: container.Labels ?? null,
    mounts: mountsOf(container.Mounts),
    container: withoutBlanks(without(container, ['Image', 'Env', 'Labels', 'Mounts', 'Hosts'])),
    task: withoutBlanks(without(task, ['ContainerSpec', 'ForceUpdate'])),
    ...force,
    endpoint: withoutBlanks(objectAt(spec, 'EndpointSpec')),
    networks: spec.Networks ?? null,
  });
}

/** The rest of what was asked of a service: its own labels, how many tasks it has, how it is updated. No task is replaced for it. */
export function serviceSettingsOf(spec: JsonObject): JsonObject {
  return without(spec, ['Name', ...specKeys]);
}

function mountsOf(value: Json | undefined): Json {
  if (!Array.isArray(value)) return value ?? null;
  const mounts = value.map((mount): [string, Json] =>
    isJsonObject(mount) ? [jsonText(mount.Target ?? null), without(mount, ['Target'])] : [jsonText(mount), null],
  );
  return Object.fromEntries(mounts);
}
