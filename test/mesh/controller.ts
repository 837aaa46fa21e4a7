import { asOnTheEvening, type BuiltInPolicy, rosterKeeper } from './built-in-policy.ts';
import type { ControlStore } from './control-store.ts';
import { instantText } from './host-log.ts';
import type { MeshNode, Wanted, WantedContainer, World } from './world.ts';

/** One name of the mesh, with the node that it routes to. */
export interface RosterEntry {
  readonly name: string;
  readonly address: string;
  readonly node: string;
}

/** What a controller says of one node in one pass. */
export type NodeElement =
  | {
      readonly node: string;
      readonly address: string;
      readonly outcome: 'planned';
      readonly containers: readonly DeclaredContainer[];
    }
  | { readonly node: string; readonly address: string; readonly outcome: 'failed'; readonly error: string };

/** One container of a declaration: its spec lies flat beside its names and its hosts list. */
export interface DeclaredContainer {
  readonly module: string;
  readonly name: string;
  readonly hosts: readonly string[];
  readonly [specKey: string]: unknown;
}

/** A pass as a recorder is given it, in the `mesh` format. */
export interface PassDocument {
  readonly controller: string;
  readonly pass: string;
  readonly at: string;
  readonly trigger: string;
  readonly roster: readonly RosterEntry[];
  readonly nodes: readonly NodeElement[];
}

/** What a host agent is handed of its node. */
export interface Delivery {
  readonly node: string;
  readonly containers: readonly WantedContainer[];
  readonly hosts: readonly string[];
}

/** What a pass produced, and the node whose plan failed in it, which only the controller knows. */
export interface Planned {
  readonly document: PassDocument;
  readonly deliveries: readonly Delivery[];
  readonly roster: readonly RosterEntry[];
  /** The roster as it came out of the plans, before a policy kept or left out any of it. */
  readonly planned: readonly RosterEntry[];
  readonly failed: string | null;
}

/** How long after the beginning of a pass the store is asked, in milliseconds. */
export const askAfterMs = 1000;

/** How a controller differs from that of the evening. */
export interface OtherWays {
  readonly policy?: BuiltInPolicy;
  /** The node whose plan fails in each pass from 1 on, whatever the store does; null where it is left to the store. */
  readonly failures?: readonly (string | null)[] | null;
  /** Puts the roster of a pass in the order in which it is handed out. */
  order?(roster: readonly RosterEntry[], number: number): readonly RosterEntry[];
}

/**
 * The controller. It asks the store for the plan of the frail node in each pass; what it knows of the others is cached,
 * and written through by each change. A plan that fails leaves the node's routed names out of the roster. Reported, the
 * node is `failed` and is handed nothing; swallowed, it is handed its last plan with what is left of the roster.
 */
export function controller(
  store: Pick<ControlStore, 'isAway'>,
  frail: string,
  reported: boolean,
  first: World,
  { policy = asOnTheEvening, failures = null, order = (roster) => roster }: OtherWays = {},
) {
  const lastPlans = new Map(first.wanted);
  const keep = rosterKeeper(policy);

  return (world: World, number: number, at: number, trigger: string): Planned => {
    const isAway = store.isAway(at + askAfterMs);
    const failed = failures === null ? (isAway ? frail : null) : (failures[number - 1] ?? null);
    for (const [node, wanted] of world.wanted) if (node !== failed) lastPlans.set(node, wanted);
    const planned = order(rosterOf(world.nodes, lastPlans, failed), number);
    const roster = keep(planned, reported ? failed : null, at);
    const hosts = roster.map(({ name, address }) => `${name}:${address}`);
    const handed = world.nodes.filter(({ node }) => node !== failed || !reported);
    const deliveries = handed.map(({ node }) => ({
      node,
      hosts,
      containers: (lastPlans.get(node) as Wanted).containers,
    }));
    const byNode = new Map(deliveries.map((delivery) => [delivery.node, delivery]));
    const nodes = world.nodes.map((one) => elementOf(one, byNode.get(one.node) ?? null));
    const document = { controller: 'mesh', pass: String(number), at: instantText(at), trigger, roster, nodes };
    return { document, deliveries, roster, planned, failed };
  };
}

/** The names of the mesh by name: each node's own, and those that it routes unless its plan failed. */
function rosterOf(nodes: readonly MeshNode[], plans: ReadonlyMap<string, Wanted>, failed: string | null) {
  return nodes
    .flatMap(({ node, address }): RosterEntry[] => {
      const routes = node === failed ? [] : (plans.get(node) as Wanted).routes;
      return [`${node}.internal`, ...routes].map((name) => ({ name, address, node }));
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const planError = 'plan: store unreachable: dial tcp 192.0.2.3:5432: connect: connection refused';

function elementOf({ node, address }: MeshNode, delivery: Delivery | null): NodeElement {
  if (delivery === null) return { node, address, outcome: 'failed', error: planError };
  const { hosts } = delivery;
  const containers = delivery.containers.map(({ module, name, spec, own = [] }) => ({
    ...spec,
    module,
    name,
    hosts: own.length === 0 ? hosts : [...hosts, ...own],
  }));
  return { node, address, outcome: 'planned', containers };
}
