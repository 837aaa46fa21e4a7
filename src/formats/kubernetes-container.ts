import {
  type Container,
  type HostsList,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
  type Problem,
  specOf,
} from '../roster/index.ts';
import { hostsOfLines } from './hosts-of-lines.ts';
import { type Pod, runsOn, workloadOf } from './kubernetes-pod.ts';
import { podContainerSpecOf, podSpecOf } from './kubernetes-spec.ts';

/**
 * The containers of a pod that run as long as it does, each with the hosts list of the pod. A pod on its node's network
 * has it too (since Kubernetes 1.8, kubernetes/kubernetes#50646).
 */
export function containersOfPod(pod: Pod, problems: Problem[]): Container[] {
  const node = runsOn(pod);
  const workload = workloadOf(pod);
  const at = { ...(node === null ? {} : { node }), container: workload };
  const { hosts, problems: found } = readAliases(pod.spec.hostAliases);
  for (const problem of found) problems.push({ ...problem, ...at });
  const shared = podSpecOf(pod);
  return runningContainersOf(pod, at, problems).map((container) => ({
    id: `${workload}/${container.name}`,
    hosts,
    spec: specOf({ ...podContainerSpecOf(container), pod: shared }),
    engine: pod.uid === null ? null : { id: `${pod.uid}/${container.name}`, configDigest: null },
  }));
}

type NamedContainer = JsonObject & { readonly name: string };

/** The pod's containers, and those of its init containers that go on running beside them. */
function runningContainersOf({ spec }: Pod, at: Partial<Problem>, problems: Problem[]): NamedContainer[] {
  const sidecars = listOf(spec.initContainers).filter((one) => isJsonObject(one) && one.restartPolicy === 'Always');
  return [...listOf(spec.containers), ...sidecars].filter((one): one is NamedContainer => {
    const isNamed = isJsonObject(one) && typeof one.name === 'string' && one.name !== '';
    if (!isNamed) problems.push({ code: 'malformed-container', ...at, text: 'a container of the pod has no name' });
    return isNamed;
  });
}

/** `{ip, hostnames}` as the line of the hosts file that is made of it. */
function readAliases(value: Json | undefined): { hosts: HostsList; problems: readonly Problem[] } {
  return hostsOfLines(
    listOf(value).map((alias) => {
      const { ip = null, hostnames = null } = isJsonObject(alias) ? alias : {};
      const names = listOf(hostnames).map(jsonText);
      const address = ip === null ? '' : jsonText(ip);
      const text = names.length === 0 ? jsonText(alias) : [address, ...names].join(' ');
      return { text, address, names };
    }),
  );
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}
