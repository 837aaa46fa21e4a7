import type { Address, Name, NodeState, State } from '../roster/index.ts';
import { namesOf } from '../roster/index.ts';
import { type Filter, isEmptyFilter, matcher, namesOfContainer } from './filter.ts';
import type { ContainerPlace } from './replacements.ts';
import { nodeView } from './views.ts';

/** One name that is held at different addresses at the same time: two views, and no flap. */
export interface Disagreement {
  readonly name: Name;
  /** What each node's roster holds. */
  readonly values: Readonly<Record<string, readonly Address[]>>;
  /** What each container holds on the nodes whose own containers disagree. */
  readonly containers: readonly HeldInContainer[];
}

/** The addresses of a name in one container's hosts list. */
export interface HeldInContainer extends ContainerPlace {
  readonly addresses: readonly Address[];
}

/** The names on which nodes, or the containers of one node, disagree: by name; within one name, by node. */
export function disagreements({ nodes }: State): Disagreement[] {
  const sorted = [...nodes.values()].sort((a, b) => (a.node < b.node ? -1 : 1));
  return disputedNames(sorted).map((name) => ({
    name,
    values: Object.fromEntries(
      sorted.flatMap((node) => {
        const addresses = nodeView(node).names.get(name) ?? [];
        return addresses.length === 0 ? [] : [[node.node, addresses]];
      }),
    ),
    containers: sorted.flatMap((node) => (nodeView(node).disputed.has(name) ? holders(node, name) : [])),
  }));
}

function disputedNames(nodes: readonly NodeState[]): Name[] {
  const values = new Map<Name, string>();
  const disputed = new Set<Name>();
  for (const node of nodes) {
    const view = nodeView(node);
    for (const name of view.disputed) disputed.add(name);
    for (const [name, addresses] of view.names) {
      if (addresses.length === 0) continue;
      const value = addresses.join();
      if ((values.get(name) ?? value) !== value) disputed.add(name);
      values.set(name, value);
    }
  }
  return [...disputed].sort();
}

function holders({ node, containers }: NodeState, name: Name): HeldInContainer[] {
  return [...containers.values()].flatMap(({ id, hosts }) => {
    const addresses = namesOf(hosts).get(name) ?? [];
    return addresses.length === 0 ? [] : [{ node, container: id, addresses }];
  });
}

/** Whether a filter lets a disagreement through: it is of such a name, and such a node or container takes part in it. */
export function passesFilter({ name, values, containers }: Disagreement, filter: Filter): boolean {
  if (isEmptyFilter(filter)) return true;
  const [node, container] = [matcher(filter.node), matcher(filter.container)];
  const inContainer = containers.some((one) => node(one.node) && namesOfContainer(one.container).some(container));
  const inNode = filter.container === undefined && Object.keys(values).some(node);
  return matcher(filter.name)(name) && (inNode || inContainer);
}
