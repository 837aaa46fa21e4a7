import type { Name } from '../../roster/index.ts';
import { movedNames, type StateDifference } from '../state-difference.ts';

/** What a pass did that quiet does not allow. */
export interface Unrest {
  readonly names: readonly Name[];
  /** Containers that were replaced otherwise than by their spec alone. */
  readonly replaced: number;
}

/**
 * The unrest of one pass; null where it was quiet. A deploy is none, nor is a container that comes or goes: a pass must not
 * move a name, replace a container by its hosts list or for no reason that is known, nor write a roster in another order or spelling.
 */
export function unrestOf(difference: StateDifference | null): Unrest | null {
  if (difference === null) return null;
  const names = [...movedNames(difference)].sort();
  const replaced = difference.replacements.containers.filter(({ causes }) =>
    causes.some((one) => one !== 'spec'),
  ).length;
  const { order, spelling } = difference.rosterText;
  return names.length + replaced === 0 && !order && !spelling ? null : { names, replaced };
}
