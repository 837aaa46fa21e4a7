import {
  type Container,
  type HostsList,
  type Name,
  type NameMap,
  namesOf,
  type Outcome,
  type State,
} from '../roster/index.ts';
import { type ListDifference, listDiffer } from './list-difference.ts';
import { type NameMove, nameMoves } from './name-moves.ts';
import { type Owners, ownersOf } from './owners.ts';
import { type Explained, namesVanishedTogether, reasonOf } from './reasons.ts';
import { countReplacements, nodeReplacements, type Replacements } from './replacements.ts';
import { meshView, nodeView } from './views.ts';

/** In which views a move was seen: the mesh's roster, which nodes, how many containers' hosts lists. */
export interface SeenBy {
  readonly roster: boolean;
  readonly nodes: readonly string[];
  readonly containers: number;
}

/** A move, said once for all the views that saw it, with its owner and its reason. */
export interface Move extends NameMove, Explained {
  readonly owner: string | null;
  readonly seenBy: SeenBy;
}

/** What differs between two states. */
export interface StateDifference {
  readonly moves: readonly Move[];
  readonly replacements: Replacements;
  /** Whether the text of a roster changed in ways that move no name. */
  readonly rosterText: { readonly order: boolean; readonly spelling: boolean };
  /** Nodes of which nothing was known before: their names and containers are no moves. */
  readonly firstSeen: readonly string[];
}

/** What the reasons of a comparison rest on. */
export interface Grounds {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  heldBefore(name: Name): boolean;
  /** Whether engine ids are evidence: between neighbouring passes they are, over a window they are not. */
  readonly observing: boolean;
}

/** Compares states. Keeps what it learned of each pair of lists. */
export function stateDiffer(): (before: State, after: State, grounds: Grounds) => StateDifference {
  const differenceOf = listDiffer();
  return (before, after, grounds) => differenceOfStates(before, after, grounds, differenceOf);
}

/** One view's name maps and moves, and who saw them. */
interface Sighting {
  readonly before: NameMap;
  readonly moves: readonly NameMove[];
  readonly disputed: ReadonlySet<Name>;
  readonly seenBy: { roster: boolean; nodes: string[]; containers: number };
}

const nothingDisputed: ReadonlySet<Name> = new Set();

function differenceOfStates(
  before: State,
  after: State,
  grounds: Grounds,
  differenceOf: (before: HostsList, after: HostsList) => ListDifference,
): StateDifference {
  const sightings: Sighting[] = [];
  const containerSightings = new Map<string, Sighting>();
  const text = { order: false, spelling: false };
  const noteText = (lists: readonly [HostsList | undefined, HostsList | undefined]) => {
    const [from, to] = lists;
    if (!from || !to) return;
    const { order, spelling } = differenceOf(from, to);
    text.order ||= order;
    text.spelling ||= spelling;
  };
  const see = (from: ReturnType<typeof meshView>, to: ReturnType<typeof meshView>, seenBy: Sighting['seenBy']) => {
    const disputed =
      from.disputed.size + to.disputed.size === 0 ? nothingDisputed : new Set([...from.disputed, ...to.disputed]);
    sightings.push({ before: from.names, moves: nameMoves(from.names, to.names), disputed, seenBy });
  };
  const hadRoster = before.roster !== null || before.nodes.size > 0;
  const sameKind = (before.roster === null) === (after.roster === null);
  if (hadRoster && sameKind && (before.roster !== after.roster || before.nodes !== after.nodes)) {
    see(meshView(withKnownNodes(before, before)), meshView(withKnownNodes(after, before)), {
      roster: true,
      nodes: [],
      containers: 0,
    });
    noteText([before.roster?.list, after.roster?.list]);
  }
  const found: { -readonly [K in 'containers' | 'created' | 'removed']: Replacements[K][number][] } = {
    containers: [],
    created: [],
    removed: [],
  };
  const firstSeen: string[] = [];
  const nodes = [...after.nodes.values()].sort((a, b) => (a.node < b.node ? -1 : 1));
  for (const node of nodes) {
    const last = before.nodes.get(node.node);
    if (!last) firstSeen.push(node.node);
    if (!last || last.digest === node.digest) continue;
    see(nodeView(last), nodeView(node), { roster: false, nodes: [node.node], containers: 0 });
    noteText([last.roster?.list, node.roster?.list]);
    const compare = (from: Container, to: Container) => {
      if (from.hosts.digest === to.hosts.digest) return null;
      const difference = differenceOf(from.hosts, to.hosts);
      const key = `${from.hosts.digest} ${to.hosts.digest}`;
      const sighting = containerSightings.get(key) ?? {
        before: namesOf(from.hosts),
        moves: difference.moves,
        disputed: nothingDisputed,
        seenBy: { roster: false, nodes: [], containers: 0 },
      };
      containerSightings.set(key, sighting);
      sighting.seenBy.containers += 1;
      if (!sighting.seenBy.nodes.includes(node.node)) sighting.seenBy.nodes.push(node.node);
      return difference;
    };
    const { containers, created, removed } = nodeReplacements(last, node, compare, grounds.observing);
    for (const replacement of containers) found.containers.push(replacement);
    found.created.push(...created);
    found.removed.push(...removed);
  }
  return {
    moves: foldSightings([...sightings, ...containerSightings.values()], ownersOf(before), ownersOf(after), grounds),
    replacements: countReplacements(found),
    rosterText: text,
    firstSeen,
  };
}

/** A state without the nodes that were not known before: what a derived roster first learns of them is no move. */
function withKnownNodes(state: State, before: State): State {
  if (state.roster || state.nodes === before.nodes || [...state.nodes.keys()].every((node) => before.nodes.has(node)))
    return state;
  return { roster: null, nodes: new Map([...state.nodes].filter(([node]) => before.nodes.has(node))) };
}

function foldSightings(sightings: readonly Sighting[], before: Owners, after: Owners, grounds: Grounds): Move[] {
  const ownerOf = (move: NameMove) =>
    move.kind === 'removed' ? before.ownerOf(move.name, move.before) : after.ownerOf(move.name, move.after);
  const folded = new Map<string, { move: NameMove; together: boolean; seenBy: Sighting['seenBy'] }>();
  for (const { before: names, moves, disputed, seenBy } of sightings) {
    const together = namesVanishedTogether(names, moves, (name) => before.ownerOf(name, names.get(name) ?? []));
    for (const move of moves) {
      if (disputed.has(move.name)) continue;
      const key = `${move.name} ${move.kind} ${move.before.join()} ${move.after.join()}`;
      const known = folded.get(key) ?? { move, together: false, seenBy: { roster: false, nodes: [], containers: 0 } };
      folded.set(key, known);
      known.together ||= together.has(move.name);
      known.seenBy.roster ||= seenBy.roster;
      known.seenBy.containers += seenBy.containers;
      known.seenBy.nodes.push(...seenBy.nodes);
    }
  }
  return [...folded.values()]
    .map(({ move, together, seenBy }): Move => {
      const owner = ownerOf(move);
      const outcome = owner === null ? undefined : grounds.outcomes.get(owner);
      return {
        ...move,
        owner,
        ...reasonOf(move, outcome, together, grounds.heldBefore(move.name)),
        seenBy: { ...seenBy, nodes: [...new Set(seenBy.nodes)].sort() },
      };
    })
    .sort(
      (a, b) =>
        compareTexts(a.owner ?? '', b.owner ?? '') ||
        compareTexts(a.name, b.name) ||
        compareTexts(a.before.join(), b.before.join()),
    );
}

/** Code-unit order: the same on every machine. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
