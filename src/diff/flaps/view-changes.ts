import type { State } from '../../roster/index.ts';
import { type ListChanges, viewComparer } from './view-comparer.ts';
import type { Change } from './view-histories.ts';

/** What happened to all views between two neighbouring passes. Equal ones are the same object. */
export interface ViewChanges {
  readonly mesh: Change;
  /** The nodes of which something is not as it was: their own views, and the lists of their containers. */
  readonly nodes: readonly NodeChanges[];
}

interface NodeChanges {
  readonly node: string;
  readonly view: Change;
  readonly lists: ListChanges;
}

/**
 * Compares states, each pair of them once: where the states are the same objects, by a look, and else by their digests.
 * Holds no state.
 */
export function viewChanges(): (before: State, after: State) => ViewChanges {
  const compare = viewComparer();
  const known = new WeakMap<State, WeakMap<State, ViewChanges>>();
  const distinct = new Map<string, ViewChanges>();
  const numbers = new Map<object, number>();

  function numberOf(one: object): number {
    const number = numbers.get(one) ?? numbers.size;
    numbers.set(one, number);
    return number;
  }

  function compareStates(before: State, after: State): ViewChanges {
    const nodes: NodeChanges[] = [];
    const mesh = compare.meshes(before, after);
    let key = `${numberOf(mesh)}`;
    if (before.nodes !== after.nodes) {
      for (const node of after.nodes.values()) {
        const last = before.nodes.get(node.node);
        if (!last || last.digest === node.digest) continue;
        const [view, lists] = [compare.nodes(last, node), compare.lists(last, node)];
        nodes.push({ node: node.node, view, lists });
        key += ` ${numberOf(view)} ${numberOf(lists)} ${JSON.stringify(node.node)}`;
      }
    }
    const same = distinct.get(key);
    if (same !== undefined) return same;
    const changes = { mesh, nodes };
    distinct.set(key, changes);
    return changes;
  }

  return (before, after) => {
    let ofBefore = known.get(before);
    if (ofBefore === undefined) {
      ofBefore = new WeakMap();
      known.set(before, ofBefore);
    }
    let changes = ofBefore.get(after);
    if (changes === undefined) {
      changes = compareStates(before, after);
      ofBefore.set(after, changes);
    }
    return changes;
  };
}
