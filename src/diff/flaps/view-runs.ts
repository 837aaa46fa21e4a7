import type { Name } from '../../roster/index.ts';
import type { FlapRules } from './flap-rules.ts';
import { NameRuns, type ViewStep } from './name-runs.ts';
import type { Change, ViewLog } from './view-histories.ts';

/** Every view's names as they are followed through the passes of a log. */
export interface ViewRuns {
  /** Follows what was logged since. `broken` are the numbers of the passes before which something is not recorded. */
  follow(broken: ReadonlySet<number>): void;
  /** Each name that moved in a view, and whether it flaps there; once for views that went through the same. */
  names(): Generator<readonly [name: Name, flaps: boolean, sum: number]>;
}

/** Views that went through the same so far, and how many they are. */
interface Alike {
  readonly runs: NameRuns;
  views: number;
}

interface View {
  alike: Alike;
}

/** The views of a node: its own, those of its containers in whose lists something moved, and one in which nothing does. */
interface NodeViews {
  readonly still: View;
  readonly own: View;
  readonly lists: Map<string, View>;
}

const nothing: Change = new Map();

/**
 * Follows the views of a log. The cost is that of what happened since it followed last; only where what it was told of
 * earlier passes is not so any longer, as when a recorder tells of a gap late, it begins anew.
 */
export function openViewRuns(log: ViewLog, rules: FlapRules): ViewRuns {
  let position = 0;
  let told = '';
  let wasDerived = false;
  let alikes = new Set<Alike>();
  let still: View = { alike: { runs: new NameRuns(rules), views: 0 } };
  let mesh: View = still;
  const nodes = new Map<string, NodeViews>();

  function begin(): void {
    position = 0;
    const alike = { runs: new NameRuns(rules), views: 0 };
    alikes = new Set([alike]);
    still = viewLike({ alike });
    mesh = viewLike(still);
    nodes.clear();
  }

  function viewLike({ alike }: View): View {
    alike.views += 1;
    return { alike };
  }

  function viewsOf(node: string): NodeViews {
    let views = nodes.get(node);
    if (views === undefined) {
      views = { still: viewLike(still), own: viewLike(still), lists: new Map() };
      nodes.set(node, views);
    }
    return views;
  }

  function listOf({ lists, still: like }: NodeViews, container: string): View {
    let view = lists.get(container);
    if (view === undefined) {
      view = viewLike(like);
      lists.set(container, view);
    }
    return view;
  }

  /** The nodes that could not be read in the next pass. */
  function unreadNodes(): string[] {
    return [...log.unreadNodes].filter(([, positions]) => includes(positions, position)).map(([node]) => node);
  }

  /** What the next pass did to views, where that is more than to all of them. */
  function stepsOf(isUnread: boolean, isBroken: boolean): Map<View, ViewStep> {
    const steps = new Map<View, ViewStep>();
    const stepOf = stepper(isBroken);
    const unread = isUnread ? [] : unreadNodes();
    for (const node of unread) {
      const { still: base, own, lists } = viewsOf(node);
      for (const view of [base, own, ...lists.values()]) steps.set(view, stepOf(true, nothing));
    }
    const changes = log.changes[position] ?? { mesh: nothing, nodes: [] };
    const meshUnread = isUnread || (wasDerived && unread.length > 0);
    if (meshUnread !== isUnread || changes.mesh.size > 0) steps.set(mesh, stepOf(meshUnread, changes.mesh));
    for (const { node, view, lists } of changes.nodes) {
      const views = viewsOf(node);
      const nodeUnread = isUnread || unread.includes(node);
      if (view.size > 0) steps.set(views.own, stepOf(nodeUnread, view));
      for (const [container, change] of lists) steps.set(listOf(views, container), stepOf(nodeUnread, change));
    }
    return steps;
  }

  /** Views stay together as long as the same happens to them. */
  function take(isBroken: boolean): void {
    const isUnread = includes(log.unread, position);
    const apart = new Map<Alike, Map<ViewStep, View[]>>();
    for (const [view, step] of stepsOf(isUnread, isBroken)) {
      const bySteps = apart.get(view.alike) ?? new Map<ViewStep, View[]>();
      apart.set(view.alike, bySteps);
      const views = bySteps.get(step);
      if (views === undefined) bySteps.set(step, [view]);
      else views.push(view);
    }
    const all = { isUnread, isBroken, change: nothing };
    for (const alike of [...alikes]) {
      let step = all;
      for (const [own, views] of apart.get(alike) ?? []) {
        if (views.length === alike.views) step = own;
        else split(alike, views).runs.take(own);
      }
      alike.runs.take(step);
    }
  }

  function split(alike: Alike, views: readonly View[]): Alike {
    const other = { runs: alike.runs.copy(), views: views.length };
    alike.views -= views.length;
    alikes.add(other);
    for (const view of views) view.alike = other;
    return other;
  }

  begin();
  return {
    follow(broken) {
      const last = log.passes[position - 1]?.number ?? 0;
      const earlier = [...broken].filter((number) => number <= last).join();
      if (earlier !== told || (log.isDerived() !== wasDerived && log.unreadNodes.size > 0)) begin();
      wasDerived = log.isDerived();
      for (; position < log.passes.length; position += 1) take(broken.has(log.passes[position]?.number as number));
      told = [...broken].join();
    },
    *names() {
      for (const { runs } of alikes) yield* runs.names();
    },
  };
}

/** The same object for the same step. */
function stepper(isBroken: boolean): (isUnread: boolean, change: Change) => ViewStep {
  const known = [new Map<Change, ViewStep>(), new Map<Change, ViewStep>()] as const;
  return (isUnread, change) => {
    const steps = known[isUnread ? 1 : 0];
    const step = steps.get(change) ?? { isUnread, isBroken, change };
    steps.set(change, step);
    return step;
  };
}

/** Whether a position is among ascending ones; those of late are asked for. */
function includes(positions: readonly number[], position: number): boolean {
  for (let index = positions.length - 1; index >= 0; index -= 1) {
    const one = positions[index] as number;
    if (one <= position) return one === position;
  }
  return false;
}
