/**
 * Builders of the nouns for tests. Each takes what its test is about and fills in the rest with the plainest value; entries
 * are given as their text (`'g14.internal:192.0.2.2'`). Everything that is built is what the readers would build.
 */
import {
  type Container,
  canonicalJson,
  type Declaration,
  type Digest,
  digestOf,
  type EngineFacts,
  encodeRoster,
  type HostEntry,
  type HostsList,
  hostsListOf,
  type JsonObject,
  type Missing,
  type NodeOutcome,
  type NodeState,
  type Pass,
  type PassDraft,
  parseHostEntry,
  parseName,
  type Report,
  type Roster,
  rosterOf,
  type State,
  specOf,
} from '../../src/roster/index.ts';

/** The instant of pass 0 in {@link pass}; each later one is a minute after: 2026-03-01T10:00:00Z. */
export const startMs = Date.UTC(2026, 2, 1, 10);

/** Host entries of their texts: `name:address`, `name=address`, `name:first,second`; `name:` has no address. Throws on a text that gives none. */
export function entries(...texts: readonly string[]): HostEntry[] {
  return texts.flatMap((text) => {
    const parsed = parseHostEntry(text).entries;
    if (parsed.length === 0) throw new Error(`no host entry: ${JSON.stringify(text)}`);
    return parsed;
  });
}

/** A hosts list of the texts of its entries. */
export function list(...texts: readonly string[]): HostsList {
  return hostsListOf(entries(...texts));
}

/** A roster of the texts of its entries, with the owners that are given by name: `roster(['a.internal:192.0.2.1'], { 'a.internal': 'novox' })`. */
export function roster(texts: readonly string[], owners: Readonly<Record<string, string>> = {}): Roster {
  return rosterOf(
    entries(...texts),
    new Map(Object.entries(owners).map(([name, node]) => [parseName(name).name, node])),
  );
}

/** What {@link container} can be told. */
export interface ContainerParts {
  readonly id?: string;
  /** The texts of its host entries. */
  readonly hosts?: readonly string[] | HostsList;
  readonly spec?: JsonObject;
  readonly engine?: Partial<EngineFacts>;
}

/** A container, by default `mesh/web` without host entries, with an empty spec and nothing known of an engine. */
export function container({ id = 'mesh/web', hosts = [], spec = {}, engine }: ContainerParts = {}): Container {
  return {
    id,
    hosts: isHostsList(hosts) ? hosts : list(...hosts),
    spec: specOf(spec),
    engine: engine ? { id: null, configDigest: null, ...engine } : null,
  };
}

/** What {@link declaration} can be told. */
export interface DeclarationParts {
  readonly address?: string | null;
  readonly containers?: readonly (Container | ContainerParts)[] | null;
  readonly roster?: Roster | readonly string[] | null;
  readonly extra?: JsonObject;
}

/** A declaration that says nothing but what is given: no address, no containers (null), no roster (null). */
export function declaration(parts: DeclarationParts = {}): Declaration {
  const { address = null, containers = null, extra = {} } = parts;
  return {
    address,
    containers: containers?.map((one) => (isContainer(one) ? one : container(one))) ?? null,
    roster: rosterGiven(parts.roster),
    extra,
  };
}

/** The report that a node planned a declaration. */
export function planned(node: string, parts: Declaration | DeclarationParts = {}): Report {
  return { node, outcome: 'planned', declaration: declaration(parts) };
}

/** The report that what is shown of a node is known not to be everything. */
export function partial(
  node: string,
  missing: Missing,
  parts: Declaration | DeclarationParts = {},
  error: string | null = null,
): Report {
  return { node, outcome: 'partial', declaration: declaration(parts), missing, error };
}

/** The report that a node's plan failed. */
export function failed(node: string, error: string | null = null): Report {
  return { node, outcome: 'failed', error, address: null };
}

/** The report that a node was skipped. */
export function skipped(node: string, error: string | null = null): Report {
  return { node, outcome: 'skipped', error, address: null };
}

/** The report that what came of a node could not be read. */
export function unreadable(node: string, error: string | null = null): Report {
  return { node, outcome: 'unreadable', error, address: null };
}

/** What {@link passDraft} can be told. */
export type PassDraftParts = Partial<Omit<PassDraft, 'roster'>> & {
  readonly roster?: Roster | readonly string[] | null;
};

/** A pass as it was read, to be recorded: a planned pass document of the controller `default` without id, time or reports. */
export function passDraft(parts: PassDraftParts = {}): PassDraft {
  return {
    controller: 'default',
    key: null,
    at: null,
    trigger: null,
    outcome: 'planned',
    missing: null,
    error: null,
    reports: [],
    problems: [],
    extra: {},
    lone: false,
    ...parts,
    roster: rosterGiven(parts.roster),
  };
}

/** A node's state of its declaration. Equal declarations have equal digests. */
export function nodeState(node: string, parts: Declaration | DeclarationParts = {}): NodeState {
  const { address, containers, roster: own, extra } = declaration(parts);
  return {
    node,
    address,
    containers: new Map((containers ?? []).map((one) => [one.id, one])),
    roster: own,
    extra,
    digest: declarationDigest({ address, containers, roster: own, extra }),
  };
}

/** What {@link state} can be told. */
export interface StateParts {
  readonly roster?: Roster | readonly string[] | null;
  /** The declaration in force of each node, by node. */
  readonly nodes?: Readonly<Record<string, Declaration | DeclarationParts>>;
}

/** The state of a mesh, by default without roster and nodes. */
export function state(parts: StateParts = {}): State {
  return {
    roster: rosterGiven(parts.roster),
    nodes: new Map(Object.entries(parts.nodes ?? {}).map(([node, one]) => [node, nodeState(node, one)])),
  };
}

/** What {@link pass} can be told. */
export type PassParts = Partial<Omit<Pass, 'state' | 'outcomes'>> & {
  readonly state?: State | StateParts;
  /** How nodes fared; a node of the state that is not named here planned. */
  readonly outcomes?: readonly (Pick<NodeOutcome, 'node' | 'outcome'> & Partial<NodeOutcome>)[];
};

/**
 * A recorded pass with its state: by default pass 1 of the controller `default`, without id, a minute after
 * {@link startMs} for each number, recorded at its own time, all nodes planned.
 */
export function pass(parts: PassParts = {}): Pass {
  const { number = 1, state: given = {}, outcomes = [], ...rest } = parts;
  const at = rest.at ?? startMs + number * 60_000;
  const after = isState(given) ? given : state(given);
  const named = new Set(outcomes.map(({ node }) => node));
  return {
    number,
    controller: 'default',
    key: null,
    at,
    recordedAt: at,
    trigger: null,
    outcome: 'planned',
    error: null,
    source: null,
    problems: [],
    extra: {},
    ...rest,
    outcomes: [
      ...[...after.nodes.keys()]
        .filter((node) => !named.has(node))
        .map((node) => ({ node, outcome: 'planned' as const, error: null })),
      ...outcomes.map((one) => ({ error: null, ...one })),
    ],
    state: after,
  };
}

function rosterGiven(given: Roster | readonly string[] | null | undefined): Roster | null {
  if (given === null || given === undefined) return null;
  return 'list' in given ? given : roster(given);
}

function declarationDigest({ address, containers, roster: own, extra }: Declaration): Digest {
  const rows = containers?.map(({ id, hosts, spec, engine }) => [
    id,
    hosts.digest,
    spec.digest,
    engine?.id ?? null,
    engine?.configDigest ?? null,
  ]);
  return digestOf(
    canonicalJson([address, own ? encodeRoster(own.list.entries, own.owners) : null, rows?.sort() ?? null, extra]),
  );
}

function isHostsList(value: readonly string[] | HostsList): value is HostsList {
  return 'entries' in value && !Array.isArray(value);
}

function isContainer(value: Container | ContainerParts): value is Container {
  return value.spec !== undefined && 'digest' in value.spec && value.hosts !== undefined && 'digest' in value.hosts;
}

function isState(value: State | StateParts): value is State {
  return value.nodes instanceof Map;
}
