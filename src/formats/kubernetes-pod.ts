import { isJsonObject, type Json, type JsonObject } from '../roster/index.ts';
import { objectAt } from './engine-object.ts';

/** A pod as `kubectl` prints it, and what of it tells which one it is. */
export interface Pod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | null;
  readonly labels: JsonObject;
  readonly owner: { readonly kind: string; readonly name: string } | null;
  /** When it was created, RFC 3339; empty where it does not say. */
  readonly createdAt: string;
  readonly phase: string | null;
  /** Whether it was deleted and has not ended yet. */
  readonly isEnding: boolean;
  readonly annotations: JsonObject;
  readonly spec: JsonObject;
  readonly status: JsonObject;
}

/** Says whether a value is a pod that says so. An element of a list from the API does not. */
export function isPod(value: unknown): value is JsonObject {
  return isJsonObject(value) && value.kind === 'Pod';
}

/** Reads a pod; null where it has no name or no spec, or a node that is none: whoever waits for one names none. */
export function podOf(value: unknown): Pod | null {
  if (!isJsonObject(value)) return null;
  const metadata = objectAt(value, 'metadata');
  const { name } = metadata;
  if (typeof name !== 'string' || name === '' || !isJsonObject(value.spec)) return null;
  if (typeof (value.spec.nodeName ?? '') !== 'string') return null;
  const status = objectAt(value, 'status');
  return {
    namespace: textOf(metadata.namespace) ?? 'default',
    name,
    uid: textOf(metadata.uid),
    labels: objectAt(metadata, 'labels'),
    owner: ownerOf(metadata.ownerReferences),
    createdAt: textOf(metadata.creationTimestamp) ?? '',
    phase: textOf(status.phase),
    isEnding: (metadata.deletionTimestamp ?? null) !== null,
    annotations: objectAt(metadata, 'annotations'),
    spec: value.spec,
    status,
  };
}

/** `namespace/name`. */
export function podLabel({ namespace, name }: Pod): string {
  return `${namespace}/${name}`;
}

/** The node that a pod runs on; null while none is found for it. */
export function runsOn({ spec }: Pod): string | null {
  return textOf(spec.nodeName);
}

/** The address of the pod's node. */
export function addressOf({ status }: Pod): string | null {
  return textOf(status.hostIP);
}

/**
 * `namespace/workload`, which stays when a pod is replaced: the Deployment where the pod template's digest stands at the end
 * of its ReplicaSet's name, the CronJob where a time stands at the end of its Job's, else the owner (a DaemonSet has one pod
 * a node). A StatefulSet's pods keep their names, and so do those that nothing owns or that a node's files declare.
 */
export function workloadOf({ namespace, name, labels, owner }: Pod): string {
  if (owner === null || owner.kind === 'StatefulSet' || owner.kind === 'Node') return `${namespace}/${name}`;
  const digest = textOf(labels['pod-template-hash']);
  if (owner.kind === 'ReplicaSet' && digest !== null && owner.name.endsWith(`-${digest}`)) {
    return `${namespace}/${owner.name.slice(0, -digest.length - 1)}`;
  }
  if (owner.kind === 'Job') return `${namespace}/${owner.name.replace(/-\d{8,}$/, '')}`;
  return `${namespace}/${owner.name}`;
}

function ownerOf(value: Json | undefined): Pod['owner'] {
  const owners = Array.isArray(value) ? value.filter(isJsonObject) : [];
  const owner = owners.find(({ controller }) => controller === true) ?? owners[0];
  const name = textOf(owner?.name);
  return owner && name !== null ? { kind: textOf(owner.kind) ?? '', name } : null;
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
