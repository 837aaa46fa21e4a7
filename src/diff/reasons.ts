import type { Name, NameMap, Outcome } from '../roster/index.ts';
import type { NameMove } from './name-moves.ts';
import { isOwnName } from './owners.ts';

/** Why a name went (`withdrawn`, `lost`, `unknown`) or came (`returned`, `new`). A name that stayed has none. */
export type Reason = 'withdrawn' | 'lost' | 'unknown' | 'returned' | 'new';

/** What a reason rests on: an outcome that was recorded, or the shape of the move. */
export type Evidence = 'recorded' | 'inferred';

/** A reason with what it rests on; the evidence is null where there is none to name. */
export interface Explained {
  readonly reason: Reason | null;
  readonly evidence: Evidence | null;
}

const failedOutcomes: readonly Outcome[] = ['failed', 'unreadable', 'partial'];

/** Whether an outcome says that a node's plan did not come about, or not whole. */
export function isFailedPlan(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && failedOutcomes.includes(outcome);
}

/** With which others a name went: all of its owner's routed names, or so many of the view that a decision is unlikely. */
export type Together = 'owner' | 'view';

/** The reason of one move. `vanishedTogether` says whether some view shows its name going with enough others, `heldBefore` whether its name was held earlier in the window. */
export function reasonOf(
  move: NameMove,
  owner: Outcome | undefined,
  vanishedTogether: boolean,
  heldBefore: boolean,
): Explained {
  if (move.kind === 'added') return { reason: heldBefore ? 'returned' : 'new', evidence: null };
  if (move.kind !== 'removed') return { reason: null, evidence: null };
  if (isFailedPlan(owner)) return { reason: 'lost', evidence: 'recorded' };
  if (vanishedTogether) return { reason: 'lost', evidence: 'inferred' };
  if (owner === 'planned') return { reason: 'withdrawn', evidence: 'recorded' };
  return { reason: 'unknown', evidence: null };
}

/**
 * The removed names of one view that look lost: all of one owner's two or more routed names went at once, or at least
 * three names and at least half of the view went at once, or the view lost all of its two or more names. A node's own
 * name is not routed: it stays when a plan fails, and it is lost too when it goes along.
 */
export function namesVanishedTogether(
  before: NameMap,
  moves: readonly NameMove[],
  ownerOf: (name: Name) => string | null,
): ReadonlyMap<Name, Together> {
  const removed = new Set(moves.filter(({ kind }) => kind === 'removed').map(({ name }) => name));
  if (removed.size < 2) return new Map();
  const held = [...before].filter(([, addresses]) => addresses.length > 0).map(([name]) => name);
  const routed = new Map<string, Name[]>();
  for (const name of held) {
    const owner = ownerOf(name);
    if (owner !== null && !isOwnName(name, owner)) routed.set(owner, [...(routed.get(owner) ?? []), name]);
  }
  const wholly = new Set(
    [...routed]
      .filter(([, names]) => names.length >= 2 && names.every((name) => removed.has(name)))
      .map(([owner]) => owner),
  );
  const ofView = removed.size === held.length || (removed.size >= 3 && removed.size * 2 >= held.length);
  return new Map(
    [...removed].flatMap((name): [Name, Together][] => {
      if (wholly.has(ownerOf(name) ?? '')) return [[name, 'owner']];
      return ofView ? [[name, 'view']] : [];
    }),
  );
}
