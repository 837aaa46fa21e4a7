import type { Address, Name, NameMap, Outcome } from '../../roster/index.ts';
import type { StateDifference } from '../state-difference.ts';
import { openRecall } from './recall.ts';

/** A name that went because its owner's plan failed, or looks as if it did, and that is not back yet. */
export interface Loss {
  readonly name: Name;
  /** Those that it had last. */
  readonly addresses: readonly Address[];
  readonly owner: string | null;
  readonly evidence: 'recorded' | 'inferred';
}

/** The names that are lost at present. */
export type Losses = ReadonlyMap<Name, Loss>;

/** What a pass tells of losses. */
export interface LossStep {
  readonly difference: StateDifference | null;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** The names of the mesh after the pass. */
  readonly names: NameMap;
}

/**
 * Follows the names of the mesh that are lost. A loss ends where the name is back, where its owner has any name back (what
 * its plan then leaves out was withdrawn), and, where the failure was recorded, with the owner's next good plan. Gives the
 * same map for the same losses, as long as few others lie between.
 */
export function openLossFollower(): (step: LossStep) => Losses {
  let losses: Losses = new Map();
  const same = openRecall<Losses>(isSame);
  let before: NameMap = new Map();
  return ({ difference, outcomes, names }) => {
    const after = new Map(losses);
    const last = before;
    before = names;
    const all = difference?.moves ?? [];
    const ofRoster = new Set(all.flatMap(({ name, seenBy }) => (seenBy.roster ? [name] : [])));
    // where the roster is derived, what stands of a node whose plan failed holds on to names that the others were not handed
    const moves = all.filter(({ name, kind, seenBy }) => {
      if (ofRoster.has(name)) return seenBy.roster;
      return kind === 'removed' ? last.has(name) && !names.has(name) : !last.has(name) && names.has(name);
    });
    const back = new Set(moves.flatMap(({ kind, owner }) => (kind === 'added' && owner !== null ? [owner] : [])));
    for (const { name, owner, evidence } of losses.values()) {
      const isPlanned = evidence === 'recorded' && owner !== null && outcomes.get(owner) === 'planned';
      if (names.has(name) || isPlanned || (owner !== null && back.has(owner))) after.delete(name);
    }
    for (const { name, before: addresses, owner, reason, evidence } of moves)
      if (reason === 'lost') after.set(name, { name, addresses, owner, evidence: evidence ?? 'inferred' });
    losses = same(after);
    return losses;
  };
}

function isSame(a: Losses, b: Losses): boolean {
  return a.size === b.size && [...a.values()].every((loss) => isSameLoss(loss, b.get(loss.name)));
}

function isSameLoss(a: Loss, b: Loss | undefined): boolean {
  return (
    b !== undefined && a.owner === b.owner && a.evidence === b.evidence && a.addresses.join() === b.addresses.join()
  );
}
