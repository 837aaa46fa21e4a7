import type { HistoryGap, Name, Pass, State } from '../../roster/index.ts';
import type { NameMove } from '../name-moves.ts';
import type { SeenBy } from '../sightings.ts';
import { brokenPasses } from '../window-gaps.ts';
import { withoutState } from '../without-state.ts';
import { type ViewChanges, viewChanges } from './view-changes.ts';
import { coursesOf, type ViewCourse } from './view-courses.ts';

/** What happened to one view between two neighbouring passes: its moves by name. Equal ones are the same object. */
export type Change = ReadonlyMap<Name, NameMove>;

/** One view, or several that went through exactly the same, through the positions 0, 1, 2, … of passes. */
export interface ViewHistory {
  readonly seenBy: SeenBy;
  /** The same array for views that went through the same. */
  readonly changes: readonly PlacedChange[];
  /** Positions of passes that could not be read, and of those before which something is not recorded. */
  readonly unread: readonly number[];
  readonly missingBefore: readonly number[];
}

/** A change with the position of the pass in which it was seen. */
export interface PlacedChange {
  readonly position: number;
  readonly change: Change;
}

/** All views of a window of passes, and the passes themselves without their states. */
export interface Histories {
  readonly passes: readonly Omit<Pass, 'state'>[];
  readonly views: readonly ViewHistory[];
}

/** What was seen of all views, by the positions of passes. */
export interface ViewLog {
  readonly passes: Histories['passes'];
  /** What happened in each pass; null of the first. */
  readonly changes: readonly (ViewChanges | null)[];
  /** The positions of passes that could not be read, and those in which single nodes could not be. */
  readonly unread: readonly number[];
  readonly unreadNodes: ReadonlyMap<string, readonly number[]>;
  /** Whether the mesh's roster was derived from those of nodes in some pass: then it is not whole where one of them could not be read. */
  isDerived(): boolean;
}

/** Views as they are followed, pass by pass. */
export interface ViewFollower {
  readonly log: ViewLog;
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

/**
 * Follows every view as passes come. The cost of a pass is that of a look where its state came after the one before it
 * already: states are compared once however often they follow each other, and views that went through the same are one.
 */
export function openViewFollower(): ViewFollower {
  const compare = viewChanges();
  const seen: Omit<Pass, 'state'>[] = [];
  const log: (ViewChanges | null)[] = [];
  const distinct = new Map<ViewChanges, number[]>();
  const unread = { passes: [] as number[], nodes: new Map<string, number[]>() };
  let derived = false;
  let before: State | null = null;
  let whole: Pass['outcomes'] | null = null;

  function take(pass: Pass): void {
    const { state, outcomes } = pass;
    const position = seen.push(withoutState(pass)) - 1;
    derived ||= state.roster === null;
    // passes that fared alike share their outcomes
    if (outcomes !== whole || pass.outcome !== 'planned') {
      whole = noteUnread(pass, position, unread) ? null : outcomes;
    }
    const changes = before && compare(before, state);
    log.push(changes);
    before = state;
    if (changes === null || (changes.mesh.size === 0 && changes.nodes.length === 0)) return;
    const positions = distinct.get(changes);
    if (positions === undefined) distinct.set(changes, [position]);
    else positions.push(position);
  }

  function histories(recordingGaps: readonly HistoryGap[] = []): Histories {
    const broken = brokenPasses(seen, recordingGaps);
    const missingBefore =
      broken.size === 0 ? [] : seen.flatMap(({ number }, position) => (broken.has(number) ? [position] : []));
    const everyUnread = derived ? merged(unread.passes, [...unread.nodes.values()]) : unread.passes;
    const changesOf = changePlacer([...distinct.values()]);
    const courses = coursesOf([...distinct.keys()]);
    const views: ViewHistory[] = [
      {
        seenBy: { roster: true, nodes: [], containers: 0 },
        changes: changesOf(courses.mesh),
        unread: everyUnread,
        missingBefore,
      },
    ];
    const ofContainers: ViewHistory[] = [];
    for (const [node, { view, lists }] of courses.nodes) {
      const own = { unread: merged(unread.passes, [unread.nodes.get(node) ?? []]), missingBefore };
      views.push({ seenBy: { roster: false, nodes: [node], containers: 0 }, changes: changesOf(view), ...own });
      const members = new Map<ViewCourse, number>();
      for (const course of lists.values()) members.set(course, (members.get(course) ?? 0) + 1);
      for (const [course, containers] of members)
        ofContainers.push({ seenBy: { roster: false, nodes: [node], containers }, changes: changesOf(course), ...own });
    }
    return { passes: seen, views: [...views, ...ofContainers].filter(({ changes }) => changes.length > 0) };
  }

  return {
    take,
    histories,
    log: {
      passes: seen,
      changes: log,
      unread: unread.passes,
      unreadNodes: unread.nodes,
      isDerived: () => derived,
    },
  };
}

/** Lays out courses by positions, each once. */
function changePlacer(
  positions: readonly (readonly number[])[],
): (course: ViewCourse | null) => readonly PlacedChange[] {
  const known = new Map<ViewCourse | null, readonly PlacedChange[]>([[null, []]]);
  return (course) => {
    const placed = known.get(course);
    if (placed !== undefined) return placed;
    const changes: PlacedChange[] = [];
    for (let at = course; at !== null; at = at.before) {
      const { change, index } = at;
      for (const position of positions[index] as readonly number[]) changes.push({ position, change });
    }
    changes.sort((a, b) => a.position - b.position);
    known.set(course, changes);
    return changes;
  };
}

/** Notes what could not be read of a pass. Gives whether there was any. */
function noteUnread(
  { outcome: ofPass, outcomes }: Pass,
  position: number,
  unread: { passes: number[]; nodes: Map<string, number[]> },
): boolean {
  const isUnread = ofPass === 'unreadable' || ofPass === 'failed';
  if (isUnread) unread.passes.push(position);
  let met = isUnread;
  for (const { node, outcome } of outcomes) {
    if (outcome !== 'unreadable') continue;
    met = true;
    const own = unread.nodes.get(node);
    if (own) own.push(position);
    else unread.nodes.set(node, [position]);
  }
  return met;
}

/** The same array where there is nothing to add: views that were read in the same passes are worked out once. */
function merged(positions: readonly number[], others: readonly (readonly number[])[]): readonly number[] {
  const added = others.flat();
  return added.length === 0 ? positions : [...new Set([...positions, ...added])].sort((left, right) => left - right);
}
