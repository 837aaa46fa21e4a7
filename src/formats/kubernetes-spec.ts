import { isJsonObject, type Json, type JsonObject, jsonText } from '../roster/index.ts';
import { without, withoutBlanks } from './engine-spec.ts';
import type { Pod } from './kubernetes-pod.ts';

/** Keys that say where a pod runs or stand elsewhere, and what is added to a pod while it runs. */
const podKeysOutsideSpec = ['nodeName', 'hostAliases', 'containers', 'ephemeralContainers', 'schedulingGates'];
/** Labels that follow from the rest of the template, or that name the pod or its owner. */
const labelsOutsideSpec = [
  ...['pod-template-hash', 'controller-revision-hash', 'pod-template-generation', 'controller-uid', 'job-name'],
  ...['batch.kubernetes.io/controller-uid', 'batch.kubernetes.io/job-name'],
  ...['statefulset.kubernetes.io/pod-name', 'apps.kubernetes.io/pod-index'],
];
/** Annotations of the pod template that are there to replace its pods. Most others are a note of some controller on one pod. */
const annotationsInSpec = /^kubectl\.kubernetes\.io\/restartedAt$|^checksum\/|[/-]checksum$/;
/** The volume with the token of the service account has a name that is new with each pod. */
const madeVolume = /^kube-api-access-[a-z0-9]{5}$/;

/** The spec of one container of a pod, without its name; the pod's own is beside it. */
export function podContainerSpecOf(container: JsonObject): JsonObject {
  return withoutBlanks({
    ...withoutMadeNames(without(container, ['name', 'env'])),
    env: environmentOf(container.env),
  });
}

/** What a pod asks for, and nothing that differs when the same is asked for again: no node, no token, no digest of the template. */
export function podSpecOf({ spec, labels, annotations }: Pod): JsonObject {
  const { initContainers, ...rest } = without(spec, podKeysOutsideSpec);
  const asked = Object.entries(annotations).filter(([key]) => annotationsInSpec.test(key));
  return withoutBlanks({
    ...withoutMadeNames(rest),
    initContainers: Array.isArray(initContainers) ? initContainers.map(initContainerOf) : (initContainers ?? null),
    labels: without(labels, labelsOutsideSpec),
    annotations: Object.fromEntries(asked),
  });
}

function initContainerOf(container: Json): Json {
  return isJsonObject(container) ? { name: container.name ?? null, ...podContainerSpecOf(container) } : container;
}

/** `[{name, value}]` as a map; the last of a repeated name counts, as it does in the container. */
function environmentOf(value: Json | undefined): Json {
  if (!Array.isArray(value)) return value ?? null;
  const pairs = value.map((entry): [string, Json] => {
    if (!isJsonObject(entry)) return [jsonText(entry), null];
    return [jsonText(entry.name ?? null), entry.value ?? entry.valueFrom ?? ''];
  });
  return Object.fromEntries(pairs);
}

function withoutMadeNames(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, withoutMadeName(member)]));
}

function withoutMadeName(value: Json): Json {
  if (typeof value === 'string') return madeVolume.test(value) ? 'kube-api-access' : value;
  if (Array.isArray(value)) return value.map(withoutMadeName);
  return isJsonObject(value) ? withoutMadeNames(value) : value;
}
