import { isJsonObject, type Json, type JsonObject } from '../roster/index.ts';
import { type EngineObject, engineIdOf, objectAt } from './engine-object.ts';

/** The pods that an inspect shows, by what podman prints of them and of their containers. */
export interface EnginePods {
  /** The host entries that a container has: its own, or those of the pod whose network it shares. Null where they are not shown. */
  extraHostsOf(object: EngineObject): { readonly value: Json | undefined } | null;
  /** Engine ids of the pods and of their infra containers, which are new with each pod, with a word for each. */
  readonly ids: readonly (readonly [engineId: string, word: string])[];
}

/** Says whether a JSON value is a pod, as `podman pod inspect` prints it, and `podman inspect` among containers. */
export function isEnginePod(value: unknown): value is JsonObject {
  return isJsonObject(value) && typeof value.Id === 'string' && 'InfraContainerID' in value && !('HostConfig' in value);
}

/**
 * Makes the index of pods. The containers of a pod share the hosts file of its infra container, if they share its network,
 * and podman takes no host entry for any other one: all entries stand on the infra container, and on the pod itself.
 */
export function enginePodsOf(objects: readonly EngineObject[], pods: readonly JsonObject[]): EnginePods {
  const hostsByInfra = new Map<string, Json | undefined>();
  for (const pod of pods) {
    if (typeof pod.InfraContainerID === 'string')
      hostsByInfra.set(pod.InfraContainerID, objectAt(pod, 'InfraConfig').HostAdd);
  }
  for (const object of objects.filter(({ IsInfra }) => IsInfra === true)) {
    hostsByInfra.set(engineIdOf(object), objectAt(object, 'HostConfig').ExtraHosts);
  }
  return {
    ids: objects.flatMap(idsOfPod),
    extraHostsOf(object) {
      const shared = infraIdOf(object);
      if (shared === null) return { value: objectAt(object, 'HostConfig').ExtraHosts };
      return hostsByInfra.has(shared) ? { value: hostsByInfra.get(shared) } : null;
    },
  };
}

function idsOfPod(object: EngineObject): [string, string][] {
  if (typeof object.Pod !== 'string' || object.Pod === '') return [];
  const infra = infraIdOf(object);
  return infra === null
    ? [[object.Pod, 'POD-ID']]
    : [
        [object.Pod, 'POD-ID'],
        [infra, 'INFRA-ID'],
      ];
}

/** The engine id of the infra container whose network a container of a pod shares; null where it has its own. */
function infraIdOf(object: EngineObject): string | null {
  if (typeof object.Pod !== 'string' || object.Pod === '' || object.IsInfra === true) return null;
  const { NetworkMode: mode } = objectAt(object, 'HostConfig');
  return typeof mode === 'string' ? (/^container:([0-9a-f]{64})$/.exec(mode)?.[1] ?? null) : null;
}
