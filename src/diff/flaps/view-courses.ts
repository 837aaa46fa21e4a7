import type { ViewChanges } from './view-changes.ts';
import type { Change } from './view-histories.ts';

/** What happened to some views, of which all went through the same: what, and in which of the distinct changes of all views. */
export interface ViewCourse {
  readonly before: ViewCourse | null;
  readonly index: number;
  readonly change: Change;
}

/** The courses of all views: null where nothing happened to one. */
export interface ViewCourses {
  readonly mesh: ViewCourse | null;
  readonly nodes: ReadonlyMap<string, NodeCourses>;
}

interface NodeCourses {
  view: ViewCourse | null;
  /** By container, without those to which nothing happened. */
  readonly lists: Map<string, ViewCourse>;
}

/** Follows views through distinct changes, each taken once. Views that went through the same have the same course, be they a mesh's, a node's or a container's. */
export function coursesOf(distinct: readonly ViewChanges[]): ViewCourses {
  const nodes = new Map<string, NodeCourses>();
  let mesh: ViewCourse | null = null;
  for (const [index, changes] of distinct.entries()) {
    // views in one course stay so as long as the same happens to them
    const after = new Map<ViewCourse | null, Map<Change, ViewCourse>>();
    const next = (before: ViewCourse | null, change: Change): ViewCourse => {
      const known = after.get(before) ?? new Map<Change, ViewCourse>();
      after.set(before, known);
      const course = known.get(change) ?? { before, index, change };
      known.set(change, course);
      return course;
    };
    if (changes.mesh.size > 0) mesh = next(mesh, changes.mesh);
    for (const { node, view, lists } of changes.nodes) {
      const own: NodeCourses = nodes.get(node) ?? { view: null, lists: new Map() };
      nodes.set(node, own);
      if (view.size > 0) own.view = next(own.view, view);
      for (const [container, change] of lists) own.lists.set(container, next(own.lists.get(container) ?? null, change));
    }
  }
  return { mesh, nodes };
}
