import { type Container, type HostsList, type NodeState, namesOf, type State } from '../roster/index.ts';
import type { ListDifference } from './list-difference.ts';
import { nameMoves } from './name-moves.ts';
import { ownersOf } from './owners.ts';
import { countReplacements, nodeReplacements, type Replacements } from './replacements.ts';
import { foldSightings, type SeenMove, type Sighting } from './sightings.ts';
import { type DerivedView, nodeView, sharedMeshViews, sharesView } from './views.ts';

/** What differs between two states, before anything but the states themselves is asked for reasons. */
export interface ComparedStates {
  readonly moves: readonly SeenMove[];
  readonly replacements: Replacements;
  readonly rosterText: { readonly order: boolean; readonly spelling: boolean };
  readonly firstSeen: readonly string[];
}

/** Compares two states view by view. Linear in the nodes and containers that changed, and in their names. */
export function compareStates(
  before: State,
  after: State,
  observing: boolean,
  differenceOf: (before: HostsList, after: HostsList) => ListDifference,
): ComparedStates {
  const listSightings = new Map<string, Sighting & { seenBy: { containers: number; nodes: string[] } }>();
  const compareContainers = (node: string) => (from: Container, to: Container) => {
    if (from.hosts.digest === to.hosts.digest) return null;
    const difference = differenceOf(from.hosts, to.hosts);
    const key = `${from.hosts.digest} ${to.hosts.digest}`;
    const sighting = listSightings.get(key) ?? {
      before: namesOf(from.hosts),
      moves: difference.moves,
      disputed: nothingDisputed,
      seenBy: { roster: false, nodes: [], containers: 0 },
    };
    listSightings.set(key, sighting);
    sighting.seenBy.containers += 1;
    if (sighting.seenBy.nodes.at(-1) !== node) sighting.seenBy.nodes.push(node);
    return difference;
  };
  const changed = changedNodes(before, after);
  const found = changed.map(([last, node]) => nodeReplacements(last, node, compareContainers(node.node), observing));
  const sightings = [
    ...meshSightings(before, after),
    ...changed
      .filter(([last, node]) => sharesView(last, node))
      .map(([last, node]) => sightingOf(nodeView(last), nodeView(node), [node.node])),
    ...listSightings.values(),
  ];
  return {
    moves: foldSightings(sightings, ownersOf(before), ownersOf(after)),
    replacements: countReplacements({
      containers: found.flatMap(({ containers }) => containers),
      created: found.flatMap(({ created }) => created),
      removed: found.flatMap(({ removed }) => removed),
    }),
    rosterText: rosterTextOf(before, after, changed, differenceOf),
    firstSeen: sortedNodes(after).flatMap(({ node }) => (before.nodes.has(node) ? [] : [node])),
  };
}

const nothingDisputed: Sighting['disputed'] = new Set();

function sortedNodes({ nodes }: State): NodeState[] {
  return [...nodes.values()].sort((a, b) => (a.node < b.node ? -1 : 1));
}

function changedNodes(before: State, after: State): [before: NodeState, after: NodeState][] {
  return sortedNodes(after).flatMap((node) => {
    const last = before.nodes.get(node.node);
    return last && last.digest !== node.digest ? [[last, node] as [NodeState, NodeState]] : [];
  });
}

/** What the mesh's roster shows. A given one and a derived one are two views, and nothing is told from one to the other. */
function meshSightings(before: State, after: State): Sighting[] {
  const hadRoster = before.roster !== null || before.nodes.size > 0;
  const sameKind = (before.roster === null) === (after.roster === null);
  if (!hadRoster || !sameKind) return [];
  return [sightingOf(...sharedMeshViews(before, after), null)];
}

function sightingOf(before: DerivedView, after: DerivedView, nodes: readonly string[] | null): Sighting {
  return {
    before: before.names,
    moves: nameMoves(before.names, after.names),
    disputed: new Set([...before.disputed, ...after.disputed]),
    seenBy: { roster: nodes === null, nodes: nodes ?? [], containers: 0 },
  };
}

/** Whether the text of the mesh's roster, or of a node's, changed otherwise than by moves. */
function rosterTextOf(
  before: State,
  after: State,
  changed: readonly (readonly [before: NodeState, after: NodeState])[],
  differenceOf: (before: HostsList, after: HostsList) => ListDifference,
): ComparedStates['rosterText'] {
  const differences = [[before, after] as const, ...changed].flatMap(([last, next]) =>
    last.roster && next.roster ? [differenceOf(last.roster.list, next.roster.list)] : [],
  );
  return {
    order: differences.some(({ order }) => order),
    spelling: differences.some(({ spelling }) => spelling),
  };
}
