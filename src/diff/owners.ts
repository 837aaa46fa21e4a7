import { type Address, type Name, parseAddress, type State } from '../roster/index.ts';
import { meshView } from './views.ts';

/** The nodes that names route to, in one state. */
export interface Owners {
  /** The node that a name was said to route to, else the one whose address it has; null where neither tells. */
  ownerOf(name: Name, addresses: readonly Address[]): string | null;
}

/** Says who owns a name in a state. A node whose address was not given has that of its own name, such as `g14.internal`. */
export function ownersOf(state: State): Owners {
  const given = new Map<Name, string>();
  for (const { roster } of state.nodes.values()) for (const [name, node] of roster?.owners ?? []) given.set(name, node);
  for (const [name, node] of state.roster?.owners ?? []) given.set(name, node);
  const byAddress = nodesByAddress(state);
  return {
    ownerOf(name, addresses) {
      const said = given.get(name);
      if (said !== undefined) return said;
      const [first] = addresses;
      return first === undefined ? null : (byAddress.get(first) ?? null);
    },
  };
}

/** An address that two nodes share tells nothing, and is left out. */
function nodesByAddress(state: State): Map<string, string> {
  const nodes = new Map<string, string>();
  const shared = new Set<string>();
  const names = [...state.nodes.values()].some(({ address }) => address === null) ? [...meshView(state).names] : [];
  for (const { node, address } of state.nodes.values()) {
    const own =
      address === null ? names.find(([name]) => isOwnName(name, node))?.[1][0] : parseAddress(address).address;
    if (own === undefined) continue;
    if (nodes.has(own)) shared.add(own);
    nodes.set(own, node);
  }
  for (const address of shared) nodes.delete(address);
  return nodes;
}

/** Whether a name is a node's own and not one that is routed to it: `g14` or `g14.internal` for the node `g14`. */
export function isOwnName(name: string, node: string): boolean {
  const own = node.toLowerCase();
  return name === own || name.startsWith(`${own}.`);
}
