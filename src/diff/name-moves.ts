import type { Address, Name, NameMap } from '../roster/index.ts';

/** How one name can change between two states of one view. */
export const moveKinds = ['added', 'removed', 'moved', 'reordered'] as const;

/** How one name changed between two states of one view. */
export type MoveKind = (typeof moveKinds)[number];

/** One name's change in one view: its addresses before and after, in the order given, empty where it is absent. */
export interface NameMove {
  readonly name: Name;
  readonly kind: MoveKind;
  readonly before: readonly Address[];
  readonly after: readonly Address[];
}

const none: readonly Address[] = [];

/**
 * The moves that lead from one name map to another, in the order of `before` and then of `after`. A name listed without
 * an address is absent. Linear in the number of names.
 */
export function nameMoves(before: NameMap, after: NameMap): NameMove[] {
  if (before === after) return [];
  const moves: NameMove[] = [];
  for (const [name, addresses] of before) {
    const move = moveOf(name, addresses, after.get(name) ?? none);
    if (move) moves.push(move);
  }
  for (const [name, addresses] of after) {
    const move = before.has(name) ? null : moveOf(name, none, addresses);
    if (move) moves.push(move);
  }
  return moves;
}

function moveOf(name: Name, before: readonly Address[], after: readonly Address[]): NameMove | null {
  if (sameInOrder(before, after)) return null;
  return { name, kind: kindOf(before, after), before, after };
}

function kindOf(before: readonly Address[], after: readonly Address[]): MoveKind {
  if (before.length === 0) return 'added';
  if (after.length === 0) return 'removed';
  const sameSet = before.length === after.length && before.every((address) => after.includes(address));
  return sameSet ? 'reordered' : 'moved';
}

function sameInOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** The name map after a set of moves: what {@link nameMoves} was made from, up to the order of names. */
export function applyMoves(before: NameMap, moves: readonly NameMove[]): NameMap {
  const after = new Map(before);
  for (const { name, after: addresses } of moves) {
    if (addresses.length === 0) after.delete(name);
    else after.set(name, addresses);
  }
  return after;
}
