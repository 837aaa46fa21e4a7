import { type Address, type Name, type NameMap, type NodeState, namesOf, type State } from '../roster/index.ts';

/**
 * The names of a view that was not given but is derived from others: those on which all that carry them agree. A name on
 * which they do not agree is disputed: it is no part of the view and its changes are told where they happen.
 */
export interface DerivedView {
  readonly names: NameMap;
  readonly disputed: ReadonlySet<Name>;
}

const undisputed: ReadonlySet<Name> = new Set();
const nodeViews = new WeakMap<NodeState, DerivedView>();
const meshViews = new WeakMap<ReadonlyMap<string, NodeState>, DerivedView>();

/** One node's roster: the one its declaration gave, else the one derived from its containers' hosts lists. */
export function nodeView(node: NodeState): DerivedView {
  let view = nodeViews.get(node);
  if (!view) {
    const lists = new Set([...node.containers.values()].map(({ hosts }) => hosts));
    view = node.roster
      ? { names: namesOf(node.roster.list), disputed: undisputed }
      : agreement([...lists].map(namesOf));
    nodeViews.set(node, view);
  }
  return view;
}

/** The mesh's roster: the one that was given, else the one derived from the nodes' rosters. */
export function meshView({ roster, nodes }: State): DerivedView {
  if (roster) return { names: namesOf(roster.list), disputed: undisputed };
  let view = meshViews.get(nodes);
  if (!view) {
    view = agreement([...nodes.values()].map((node) => nodeView(node).names));
    meshViews.set(nodes, view);
  }
  return view;
}

function agreement(maps: readonly NameMap[]): DerivedView {
  const [only] = maps;
  if (only && maps.length === 1) return { names: only, disputed: undisputed };
  const names = new Map<Name, readonly Address[]>();
  const disputed = new Set<Name>();
  for (const map of maps) {
    for (const [name, addresses] of map) {
      const agreed = names.get(name);
      if (agreed === undefined) names.set(name, addresses);
      else if (agreed.join() !== addresses.join()) disputed.add(name);
    }
  }
  for (const name of disputed) names.delete(name);
  return { names, disputed };
}

/** One name that nodes hold at different addresses. */
export interface Disagreement {
  readonly name: Name;
  readonly values: Readonly<Record<string, readonly Address[]>>;
}

/** The names on which the nodes' rosters disagree, by name; within one name, by node. */
export function disagreements({ nodes }: State): Disagreement[] {
  const sorted = [...nodes.values()].sort((a, b) => (a.node < b.node ? -1 : 1));
  const { disputed } = agreement(sorted.map((node) => nodeView(node).names));
  return [...disputed].sort().map((name) => ({
    name,
    values: Object.fromEntries(
      sorted.flatMap((node) => {
        const addresses = nodeView(node).names.get(name);
        return addresses ? [[node.node, addresses]] : [];
      }),
    ),
  }));
}
