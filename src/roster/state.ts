import type { Container } from './declaration.ts';
import type { Digest } from './digest.ts';
import type { JsonObject } from './json.ts';
import type { Roster } from './roster.ts';

/** One node as its latest declaration has it. Equal digests mean equal declarations. */
export interface NodeState {
  readonly node: string;
  readonly address: string | null;
  readonly containers: ReadonlyMap<string, Container>;
  readonly roster: Roster | null;
  readonly extra: JsonObject;
  readonly digest: Digest;
}

/** The mesh as of one pass: the roster last given, and each node's latest declaration. */
export interface State {
  readonly roster: Roster | null;
  readonly nodes: ReadonlyMap<string, NodeState>;
}
