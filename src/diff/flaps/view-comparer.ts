import { type HostsList, type Name, type NameMap, type NodeState, namesOf, type State } from '../../roster/index.ts';
import { nameMoves } from '../name-moves.ts';
import { type DerivedView, nodeView, sharedMeshViews, sharesView } from '../views.ts';
import type { Change } from './view-histories.ts';

/** The changes of one node's containers whose lists moved a name, by container. */
export type ListChanges = ReadonlyMap<string, Change>;

const none: Change = new Map();

/** Compares pairs of meshes, nodes and lists, each pair of digests once. Equal changes are the same object. */
export function viewComparer() {
  const keyOf = numberer();
  const changes = new Map<string, Change>();
  const once = <R>(compute: () => R, known: Map<string, R>, key: string): R => {
    const answer = known.get(key) ?? compute();
    known.set(key, answer);
    return answer;
  };
  const changeOf = (before: NameMap, after: NameMap, disputed: (name: Name) => boolean): Change => {
    const moves = nameMoves(before, after).filter(({ name }) => !disputed(name));
    if (moves.length === 0) return none;
    const key = JSON.stringify(moves.map((move) => [move.name, move.before, move.after]).sort());
    return once(() => new Map(moves.map((move) => [move.name, move])), changes, key);
  };
  const ofViews = (before: DerivedView, after: DerivedView): Change =>
    changeOf(before.names, after.names, (name) => before.disputed.has(name) || after.disputed.has(name));
  // states of which nothing changed share their nodes
  const nodesKeys = new WeakMap<State['nodes'], string>();

  function nodesKey(nodes: State['nodes']): string {
    let known = nodesKeys.get(nodes);
    if (known === undefined) {
      known = [...nodes.values()].map(({ node, digest }) => `${keyOf(node)}:${keyOf(digest)}`).join();
      nodesKeys.set(nodes, known);
    }
    return known;
  }

  const meshKey = ({ roster, nodes }: State): string =>
    roster ? `given ${keyOf(roster.list.digest)}` : nodesKey(nodes);
  const ofMeshes = new Map<string, Change>();
  const ofNodes = new Map<string, Change>();
  const ofNodeLists = new Map<string, ListChanges>();
  const ofLists = new Map<string, Change>();
  const compareLists = (before: HostsList, after: HostsList): Change =>
    once(
      () => changeOf(namesOf(before), namesOf(after), () => false),
      ofLists,
      `${keyOf(before.digest)} ${keyOf(after.digest)}`,
    );
  const nodeKey = (before: NodeState, after: NodeState) => `${keyOf(before.digest)} ${keyOf(after.digest)}`;
  return {
    meshes(before: State, after: State): Change {
      // a roster that was derived and one that was given are two views
      if ((before.roster === null) !== (after.roster === null)) return none;
      const [from, to] = [meshKey(before), meshKey(after)];
      return from === to ? none : once(() => ofViews(...sharedMeshViews(before, after)), ofMeshes, `${from} | ${to}`);
    },
    nodes: (before: NodeState, after: NodeState): Change =>
      sharesView(before, after)
        ? once(() => ofViews(nodeView(before), nodeView(after)), ofNodes, nodeKey(before, after))
        : none,
    lists: (before: NodeState, after: NodeState): ListChanges =>
      once(
        () => {
          const found = new Map<string, Change>();
          for (const [container, { hosts }] of after.containers) {
            const last = before.containers.get(container);
            if (!last || last.hosts.digest === hosts.digest) continue;
            const change = compareLists(last.hosts, hosts);
            if (change.size > 0) found.set(container, change);
          }
          return found;
        },
        ofNodeLists,
        nodeKey(before, after),
      ),
  };
}

/** Numbers texts as they come, so that keys are short. */
function numberer(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
}
