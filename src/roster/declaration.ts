import { type Binding, notSearched } from './binding.ts';
import { type Digest, digestOf } from './digest.ts';
import type { HostsList } from './hosts-list.ts';
import { canonicalJson, type JsonObject } from './json.ts';
import type { Roster } from './roster.ts';

/** Everything of a container's declaration but its hosts list. The value and the binding are read only where they are looked at. */
export interface Spec {
  readonly digest: Digest;
  readonly value: JsonObject;
  /** The names of the mesh that were found in it when it was recorded, before its secrets were hidden. */
  readonly binds: Binding;
}

/** What an engine says of a running container: evidence of a replacement, and no part of its identity. */
export interface EngineFacts {
  /** The engine's own id, new with each replacement. */
  readonly id: string | null;
  /** The digest that a compose tool keeps of the whole identity; it follows from the rest. */
  readonly configDigest: string | null;
}

/** One entry of a declaration. Its id is `module/name`. */
export interface Container {
  readonly id: string;
  readonly hosts: HostsList;
  readonly spec: Spec;
  readonly engine: EngineFacts | null;
}

/** What one node must run, as one pass produced it. What it says nothing of (containers, roster) is null and leaves the last word standing. */
export interface Declaration {
  readonly address: string | null;
  readonly containers: readonly Container[] | null;
  readonly roster: Roster | null;
  /** Keys of the declaration that we do not know, kept as given. */
  readonly extra: JsonObject;
}

/** Makes a spec of a JSON object, which nobody has searched. Its digest does not depend on the order of keys. */
export function specOf(value: JsonObject): Spec {
  let digest: Digest | undefined;
  return {
    value,
    binds: notSearched,
    get digest() {
      digest ??= digestOf(canonicalJson(value));
      return digest;
    },
  };
}

/** The id of a container: `module/name`, or the bare name. */
export function containerId(module: string | null, name: string): string {
  return module ? `${module}/${name}` : name;
}

/** A container as a person reads it: `postgres.server (mesh-store)`. */
export function containerLabel(id: string): string {
  const at = id.indexOf('/');
  return at < 0 ? id : `${id.slice(at + 1)} (${id.slice(0, at)})`;
}
