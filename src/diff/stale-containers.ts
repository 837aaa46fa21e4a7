import type { Container } from '../roster/index.ts';

/** A container as it runs: what was baked into it when it was made. */
export type RunningContainer = Pick<Container, 'id' | 'hosts'>;

/** Which running container is which declared one, and which have no other. Each in the order given. */
export interface MatchedContainers {
  readonly pairs: readonly { readonly declared: Container; readonly running: RunningContainer }[];
  readonly notDeclared: readonly RunningContainer[];
  readonly notRunning: readonly Container[];
}

/**
 * Matches the containers that run on a node with those that are declared for it: by their ids, else by their bare names
 * where one alone of either side has it. An engine knows no modules, and a compose file need not name its project.
 */
export function matchContainers(declared: Iterable<Container>, running: Iterable<RunningContainer>): MatchedContainers {
  const [allDeclared, allRunning] = [[...declared], [...running]];
  const partners = new Map<RunningContainer, Container>();
  const pairUp = (keyOf: (id: string) => string) => {
    const taken = new Set(partners.values());
    const left = uniqueBy(
      allDeclared.filter((one) => !taken.has(one)),
      keyOf,
    );
    for (const [key, one] of uniqueBy(
      allRunning.filter((one) => !partners.has(one)),
      keyOf,
    )) {
      const partner = left.get(key);
      if (partner) partners.set(one, partner);
    }
  };
  pairUp((id) => id);
  pairUp(bareName);
  const taken = new Set(partners.values());
  return {
    pairs: [...partners].map(([one, partner]) => ({ declared: partner, running: one })),
    notDeclared: allRunning.filter((one) => !partners.has(one)),
    notRunning: allDeclared.filter((one) => !taken.has(one)),
  };
}

/** By key, those whose key no other one has. */
function uniqueBy<T extends { readonly id: string }>(all: readonly T[], keyOf: (id: string) => string): Map<string, T> {
  const counts = new Map<string, number>();
  for (const { id } of all) counts.set(keyOf(id), (counts.get(keyOf(id)) ?? 0) + 1);
  return new Map(all.filter(({ id }) => counts.get(keyOf(id)) === 1).map((one) => [keyOf(one.id), one]));
}

/** The name of `module/name`, the service of `project/service/number`, or the name itself. */
function bareName(id: string): string {
  return id.replace(/^[^/]*\//, '').replace(/\/\d+$/, '');
}
