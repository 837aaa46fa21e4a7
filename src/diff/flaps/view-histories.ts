import type { HistoryGap, Name, Pass } from '../../roster/index.ts';
import type { NameMove } from '../name-moves.ts';
import type { SeenBy } from '../sightings.ts';
import { brokenPasses } from '../window-gaps.ts';
import { type ListChanges, viewComparer } from './view-comparer.ts';

/** What happened to one view between two neighbouring passes: its moves by name. Equal ones are the same object. */
export type Change = ReadonlyMap<Name, NameMove>;

/** One view, or several that went through exactly the same, through the positions 0, 1, 2, … of passes. */
export interface ViewHistory {
  readonly seenBy: SeenBy;
  readonly changes: readonly { readonly position: number; readonly change: Change }[];
  /** Positions of passes that could not be read, and of those before which something is not recorded. */
  readonly unread: readonly number[];
  readonly missingBefore: readonly number[];
}

/** All views of a window of passes, and the passes themselves without their states. */
export interface Histories {
  readonly passes: readonly Omit<Pass, 'state'>[];
  readonly views: readonly ViewHistory[];
}

type Changes = { position: number; change: Change }[];

interface NodeChanges {
  readonly view: Changes;
  readonly lists: { position: number; changes: ListChanges }[];
}

/** Views as they are followed, pass by pass. */
export interface ViewFollower {
  take(pass: Pass): void;
  /** What happened to each view so far, with the gaps that the recorder told of. */
  histories(recordingGaps?: readonly HistoryGap[]): Histories;
}

/** Follows every view through passes. */
export function viewHistories(passes: Iterable<Pass>, recordingGaps: readonly HistoryGap[] = []): Histories {
  const follower = openViewFollower();
  for (const pass of passes) follower.take(pass);
  return follower.histories(recordingGaps);
}

/** A pass without its state, which is not to be held for each. Written out: there may be a hundred thousand. */
function factsOf(pass: Pass): Omit<Pass, 'state'> {
  const { number, controller, key, at, recordedAt, trigger, outcome, error, source, problems, extra, outcomes } = pass;
  const facts = { number, controller, key, at, recordedAt, trigger, outcome, error, source, problems, extra, outcomes };
  return pass.firstKept ? { ...facts, firstKept: true } : facts;
}

/**
 * Follows every view as passes come. The cost is that of what changed: states of equal digests are compared once however
 * often they follow each other, and containers that went through the same are one view.
 */
export function openViewFollower(): ViewFollower {
  const compare = viewComparer();
  const seen: Omit<Pass, 'state'>[] = [];
  const mesh: Changes = [];
  const nodes = new Map<string, NodeChanges>();
  const unread = { passes: [] as number[], nodes: new Map<string, number[]>() };
  let derived = false;
  let before: Pass | null = null;

  function take(pass: Pass): void {
    const { state } = pass;
    const position = seen.push(factsOf(pass)) - 1;
    derived ||= state.roster === null;
    noteUnread(pass, position, unread);
    if (before !== null) {
      const change = compare.meshes(before.state, state);
      if (change.size > 0) mesh.push({ position, change });
      for (const node of state.nodes.values()) {
        const last = before.state.nodes.get(node.node);
        if (!last || last.digest === node.digest) continue;
        const own = nodes.get(node.node) ?? { view: [], lists: [] };
        nodes.set(node.node, own);
        const ofNode = compare.nodes(last, node);
        if (ofNode.size > 0) own.view.push({ position, change: ofNode });
        own.lists.push({ position, changes: compare.lists(last, node) });
      }
    }
    before = pass;
  }

  function histories(recordingGaps: readonly HistoryGap[] = []): Histories {
    const broken = brokenPasses(seen, recordingGaps);
    const missingBefore = seen.flatMap(({ number }, position) => (broken.has(number) ? [position] : []));
    const everyUnread = derived ? merged(unread.passes, [...unread.nodes.values()]) : unread.passes;
    const views: ViewHistory[] = [
      { seenBy: { roster: true, nodes: [], containers: 0 }, changes: mesh, unread: everyUnread, missingBefore },
    ];
    const ofContainers: ViewHistory[] = [];
    for (const [node, { view, lists }] of nodes) {
      const own = { unread: merged(unread.passes, [unread.nodes.get(node) ?? []]), missingBefore };
      views.push({ seenBy: { roster: false, nodes: [node], containers: 0 }, changes: view, ...own });
      for (const { changes, containers } of containerHistories(lists))
        ofContainers.push({ seenBy: { roster: false, nodes: [node], containers }, changes, ...own });
    }
    return { passes: seen, views: [...views, ...ofContainers].filter(({ changes }) => changes.length > 0) };
  }

  return { take, histories };
}

function noteUnread(
  { outcome: ofPass, outcomes }: Pass,
  position: number,
  unread: { passes: number[]; nodes: Map<string, number[]> },
): void {
  if (ofPass === 'unreadable' || ofPass === 'failed') unread.passes.push(position);
  for (const { node, outcome } of outcomes) {
    if (outcome !== 'unreadable') continue;
    const own = unread.nodes.get(node);
    if (own) own.push(position);
    else unread.nodes.set(node, [position]);
  }
}

/** The same array where there is nothing to add: views that were read in the same passes are worked out once. */
function merged(positions: readonly number[], others: readonly (readonly number[])[]): readonly number[] {
  const added = others.flat();
  return added.length === 0 ? positions : [...new Set([...positions, ...added])].sort((left, right) => left - right);
}

/** Containers of one node whose lists went through the same changes, together. */
function containerHistories(lists: NodeChanges['lists']): { changes: Changes; containers: number }[] {
  const distinct = [...new Set(lists.map(({ changes }) => changes))];
  const numbers = new Map<Change, number>();
  const classes = new Map<string, number>();
  const classOf = new Map<string, number>();
  for (const [index, changes] of distinct.entries()) {
    for (const [container, change] of changes) {
      const number = numbers.get(change) ?? numbers.size;
      numbers.set(change, number);
      // containers that were in one class stay so as long as the same happens to them
      const key = `${classOf.get(container) ?? ''} ${index} ${number}`;
      const own = classes.get(key) ?? classes.size;
      classes.set(key, own);
      classOf.set(container, own);
    }
  }
  const members = new Map<number, string[]>();
  for (const [container, own] of classOf) members.set(own, [...(members.get(own) ?? []), container]);
  return [...members.values()].map((containers) => ({
    containers: containers.length,
    changes: lists.flatMap(({ position, changes }) => {
      const change = changes.get(containers[0] as string);
      return change ? [{ position, change }] : [];
    }),
  }));
}
