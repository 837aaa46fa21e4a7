import type { Name } from '../../roster/index.ts';
import type { Change, ViewHistory } from './view-histories.ts';

/** How often a container was replaced while one of the names moved in its list. Linear in the distinct changes of these names. */
export function replacementCosts(views: readonly ViewHistory[]): (names: readonly Name[]) => number {
  const costs = new Map<Change, number>();
  for (const { seenBy, changes } of views) {
    if (seenBy.containers === 0) continue;
    for (const { change } of changes) costs.set(change, (costs.get(change) ?? 0) + seenBy.containers);
  }
  const changesOf = new Map<Name, Change[]>();
  for (const change of costs.keys()) {
    for (const name of change.keys()) {
      const own = changesOf.get(name);
      if (own) own.push(change);
      else changesOf.set(name, [change]);
    }
  }
  return (names) => {
    const blamed = new Set(names.flatMap((name) => changesOf.get(name) ?? []));
    return [...blamed].reduce((sum, change) => sum + (costs.get(change) as number), 0);
  };
}
