import type { Name } from '../../roster/index.ts';
import type { Change, ViewHistory } from './view-histories.ts';

/** How often a container was replaced while one of the names moved in its list. Linear in the distinct changes of these names. */
export function replacementCosts(
  views: readonly ViewHistory[],
  only: ReadonlySet<Name> | null = null,
): (names: readonly Name[]) => number {
  const containersOf = new Map<ViewHistory['changes'], number>();
  for (const { seenBy, changes } of views) {
    if (seenBy.containers > 0) containersOf.set(changes, (containersOf.get(changes) ?? 0) + seenBy.containers);
  }
  const costs = new Map<Change, number>();
  for (const [changes, containers] of containersOf) {
    for (const { change } of changes) costs.set(change, (costs.get(change) ?? 0) + containers);
  }
  const changesOf = new Map<Name, Change[]>();
  for (const change of costs.keys()) {
    for (const name of only ?? change.keys()) {
      if (!change.has(name)) continue;
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
