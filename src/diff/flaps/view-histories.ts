import { type HostsList, type Name, type NameMap, type NodeState, namesOf, type Pass } from '../../roster/index.ts';
import { skippedPasses } from '../gaps.ts';
import { type NameMove, nameMoves } from '../name-moves.ts';
import type { SeenBy } from '../sightings.ts';
import { type DerivedView, meshView, nodeView } from '../views.ts';

/** What happened to one view between two neighbouring passes: its moves by name. Equal pairs of states share one. */
export type Change = ReadonlyMap<Name, NameMove>;

/** One view, or several that went through exactly the same, through the positions 0, 1, 2, … of passes. */
export interface ViewHistory {
  readonly seenBy: SeenBy;
  readonly changes: readonly { readonly position: number; readonly change: Change }[];
  /** Positions of passes that could not be read, and before which passes are missing. */
  readonly unread: readonly number[];
  readonly missingBefore: readonly number[];
}

/** All views of a window of passes, and the passes themselves without their states. */
export interface Histories {
  readonly passes: readonly Omit<Pass, 'state'>[];
  readonly views: readonly ViewHistory[];
}

interface ListChange {
  readonly container: string;
  readonly change: Change;
}

interface Entry<T> {
  readonly position: number;
  readonly of: T;
}

/**
 * Follows every view through passes. The cost is that of what changed: two states are compared once however often they
 * follow each other, and containers that went through the same are one view.
 */
export function viewHistories(passes: Iterable<Pass>): Histories {
  const compare = comparer();
  const seen: Omit<Pass, 'state'>[] = [];
  const mesh: Entry<Change>[] = [];
  const nodes = new Map<string, { view: Entry<Change>[]; lists: Entry<readonly ListChange[]>[] }>();
  const unreadNodes = new Map<string, number[]>();
  const unreadPasses: number[] = [];
  let derived = false;
  let before: Pass | null = null;
  for (const pass of passes) {
    const { state, ...facts } = pass;
    const position = seen.push(facts) - 1;
    derived ||= state.roster === null;
    if (pass.outcome === 'unreadable' || pass.outcome === 'failed') unreadPasses.push(position);
    for (const { node, outcome } of pass.outcomes) {
      if (outcome === 'unreadable') unreadNodes.set(node, [...(unreadNodes.get(node) ?? []), position]);
    }
    if (before !== null) {
      if ((before.state.roster === null) === (state.roster === null))
        push(mesh, position, compare.views(meshView(before.state), meshView(state)));
      for (const node of state.nodes.values()) {
        const last = before.state.nodes.get(node.node);
        if (!last || last === node) continue;
        const own = nodes.get(node.node) ?? { view: [], lists: [] };
        nodes.set(node.node, own);
        push(own.view, position, compare.views(nodeView(last), nodeView(node)));
        own.lists.push({ position, of: compare.lists(last, node) });
      }
    }
    before = pass;
  }
  const skipped = new Set(skippedPasses(seen).map(({ pass }) => pass));
  const missing = seen.flatMap(({ number }, position) => (skipped.has(number) ? [position] : []));
  const unreadOf = (node: string) => merged(unreadPasses, unreadNodes.get(node) ?? []);
  const everyUnread = derived ? [...unreadNodes.values()].reduce(merged, unreadPasses) : unreadPasses;
  const views: ViewHistory[] = [
    historyOf({ roster: true, nodes: [], containers: 0 }, mesh, everyUnread, missing),
    ...[...nodes].map(([node, { view }]) =>
      historyOf({ roster: false, nodes: [node], containers: 0 }, view, unreadOf(node), missing),
    ),
    ...[...nodes].flatMap(([node, { lists }]) =>
      containerHistories(lists).map(({ changes, containers }) =>
        historyOf({ roster: false, nodes: [node], containers }, changes, unreadOf(node), missing),
      ),
    ),
  ];
  return { passes: seen, views: views.filter(({ changes }) => changes.length > 0) };
}

function historyOf(
  seenBy: SeenBy,
  entries: readonly Entry<Change>[],
  unread: readonly number[],
  missingBefore: readonly number[],
): ViewHistory {
  return { seenBy, changes: entries.map(({ position, of }) => ({ position, change: of })), unread, missingBefore };
}

function push(entries: Entry<Change>[], position: number, change: Change): void {
  if (change.size > 0) entries.push({ position, of: change });
}

function merged(a: readonly number[], b: readonly number[]): number[] {
  return [...new Set([...a, ...b])].sort((left, right) => left - right);
}

/** Containers of one node whose lists went through the same changes, together. */
function containerHistories(
  lists: readonly Entry<readonly ListChange[]>[],
): { changes: Entry<Change>[]; containers: number }[] {
  const distinct = [...new Set(lists.map(({ of }) => of))];
  const numbers = new Map<Change, number>();
  const signatures = new Map<string, string>();
  for (const [index, changes] of distinct.entries()) {
    for (const { container, change } of changes) {
      const number = numbers.get(change) ?? numbers.size;
      numbers.set(change, number);
      signatures.set(container, `${signatures.get(container) ?? ''} ${index}:${number}`);
    }
  }
  const classes = new Map<string, string[]>();
  for (const [container, signature] of signatures)
    classes.set(signature, [...(classes.get(signature) ?? []), container]);
  return [...classes.values()].map((containers) => {
    const changeIn = new Map(
      distinct.map((changes) => [changes, changes.find(({ container }) => container === containers[0])?.change]),
    );
    const changes = lists.flatMap(({ position, of }) => {
      const change = changeIn.get(of);
      return change && change.size > 0 ? [{ position, of: change }] : [];
    });
    return { changes, containers: containers.length };
  });
}

/** Compares pairs of views, nodes and lists, each pair once. */
function comparer() {
  const ofLists = new Map<string, Change>();
  const compareViews = pairwise((before: DerivedView, after: DerivedView) => {
    const disputed = (name: Name) => before.disputed.has(name) || after.disputed.has(name);
    return changeOf(before.names, after.names, disputed);
  });
  const compareHosts = (before: HostsList, after: HostsList) => {
    const key = `${before.digest} ${after.digest}`;
    const change = ofLists.get(key) ?? changeOf(namesOf(before), namesOf(after), () => false);
    ofLists.set(key, change);
    return change;
  };
  return {
    views: compareViews,
    lists: pairwise((before: NodeState, after: NodeState): readonly ListChange[] =>
      [...after.containers].flatMap(([container, { hosts }]) => {
        const last = before.containers.get(container);
        if (!last || last.hosts.digest === hosts.digest) return [];
        return [{ container, change: compareHosts(last.hosts, hosts) }];
      }),
    ),
  };
}

function changeOf(before: NameMap, after: NameMap, disputed: (name: Name) => boolean): Change {
  return new Map(nameMoves(before, after).flatMap((move) => (disputed(move.name) ? [] : [[move.name, move]])));
}

/** A function of two objects that is asked once for each pair. */
function pairwise<T extends object, R>(compute: (before: T, after: T) => R): (before: T, after: T) => R {
  const known = new WeakMap<T, WeakMap<T, R>>();
  return (before, after) => {
    const byAfter = known.get(before) ?? new WeakMap<T, R>();
    known.set(before, byAfter);
    if (!byAfter.has(after)) byAfter.set(after, compute(before, after));
    return byAfter.get(after) as R;
  };
}
