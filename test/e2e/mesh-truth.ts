import type { Deed } from '../mesh/host-agent.ts';
import type { RealEvening, RealPass } from './mesh-evening.ts';

/** Names that were lost in any pass of an evening, sorted. */
export function lostNames({ passes }: RealEvening): string[] {
  const lost = passes.flatMap(({ moves }) => moves.filter(({ reason }) => reason === 'lost'));
  return [...new Set(lost.map(({ name }) => name))].sort();
}

/** The passes in which one of these names moved, for one of these reasons where reasons are given. */
export function passesThatMoved({ passes }: RealEvening, names: readonly string[], reason?: string): RealPass[] {
  return passes.filter(({ moves }) =>
    moves.some((move) => names.includes(move.name) && (reason === undefined || move.reason === reason)),
  );
}

/** How many containers these passes replaced. */
export function replacedIn(passes: readonly RealPass[]): number {
  return passes.reduce((sum, { replaced }) => sum + replaced.length, 0);
}

/**
 * The passes that replaced this container and the others, and how many of each were followed by a failed plan. The first
 * pass counts for nothing, since a recorder has nothing to compare it with, and neither does the last.
 */
export function followedByFailure({ passes }: RealEvening, container: string) {
  const steps = passes.slice(1, -1).map(({ pass, replaced }) => ({
    replaced: replaced.some((deed) => deed.container === container),
    // passes are numbered from 1
    failed: passes[pass]?.failed != null,
  }));
  const count = (wanted: boolean) => {
    const meant = steps.filter((step) => step.replaced === wanted);
    return { failed: meant.filter(({ failed }) => failed).length, of: meant.length };
  };
  return { after: count(true), others: count(false) };
}

/** The places of deeds with their causes. */
export function replacedPlaces(deeds: readonly Deed[]) {
  return sortedPlaces(deeds.map(({ node, container, causes }) => ({ node, container, causes })));
}

/** Places by node and container. */
export function sortedPlaces<T extends { readonly node: string; readonly container: string }>(
  places: readonly T[],
): T[] {
  return [...places].sort((a, b) => (`${a.node} ${a.container}` < `${b.node} ${b.container}` ? -1 : 1));
}

/** Moves by kind and name. */
export function sortedMoves<T extends { readonly name: string; readonly kind: string }>(moves: readonly T[]): T[] {
  return [...moves].sort((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1));
}
