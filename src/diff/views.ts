import {
  type Address,
  type Name,
  type NameMap,
  type NodeState,
  namesOf,
  type Roster,
  type State,
} from '../roster/index.ts';

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

/** Whether two states of a node show the same view of it: both have one, and it was given in both or derived in both. */
export function sharesView(before: NodeState, after: NodeState): boolean {
  return hasView(before) && hasView(after) && (before.roster === null) === (after.roster === null);
}

/** Whether a node has a roster at all: one that was given, or containers to derive it from. Without, none of its names went. */
function hasView({ roster, containers }: NodeState): boolean {
  return roster !== null || containers.size > 0;
}

/** One node's roster: the one its declaration gave, else the one derived from its containers' hosts lists. */
export function nodeView(node: NodeState): DerivedView {
  let view = nodeViews.get(node);
  if (!view) {
    const lists = new Set([...node.containers.values()].map(({ hosts }) => hosts));
    view = node.roster ? givenView(node.roster) : agreement([...lists].map((list) => givenView({ list })));
    nodeViews.set(node, view);
  }
  return view;
}

/** The mesh's roster: the one that was given, else the one derived from the nodes' rosters. */
export function meshView({ roster, nodes }: State): DerivedView {
  if (roster) return givenView(roster);
  let view = meshViews.get(nodes);
  if (!view) {
    view = agreement([...nodes.values()].map(nodeView));
    meshViews.set(nodes, view);
  }
  return view;
}

function givenView({ list }: Pick<Roster, 'list'>): DerivedView {
  return { names: namesOf(list), disputed: undisputed };
}

/** What views agree on. One that lists a name without an address says nothing of it; what one disputes is disputed. */
function agreement(views: readonly DerivedView[]): DerivedView {
  const [only] = views;
  if (only && views.length === 1) return only;
  const names = new Map<Name, readonly Address[]>();
  const disputed = new Set(views.flatMap((view) => [...view.disputed]));
  for (const view of views) {
    for (const [name, addresses] of view.names) {
      const agreed = names.get(name);
      if (agreed === undefined || agreed.length === 0) names.set(name, addresses);
      else if (addresses.length > 0 && agreed.join() !== addresses.join()) disputed.add(name);
    }
  }
  for (const name of disputed) names.delete(name);
  return { names, disputed };
}

/** The mesh's rosters of two states, of the nodes whose view the two share: what else differs between derived rosters is no move. */
export function sharedMeshViews(before: State, after: State): [before: DerivedView, after: DerivedView] {
  return [meshView(withSharedViews(before, after)), meshView(withSharedViews(after, before))];
}

/** What a derived roster learns of a node at first is no move, and neither is what it forgets with a node's last container. */
function withSharedViews(state: State, other: State): State {
  if (state.roster) return state;
  const isShared = (node: NodeState) => {
    const there = other.nodes.get(node.node);
    return there !== undefined && sharesView(node, there);
  };
  if ([...state.nodes.values()].every(isShared)) return state;
  return { roster: null, nodes: new Map([...state.nodes].filter(([, node]) => isShared(node))) };
}
