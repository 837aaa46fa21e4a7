import { type HostEntry, type HostsList, type Name, namesOf } from '../roster/index.ts';
import { type NameMove, nameMoves } from './name-moves.ts';

/** What differs between two hosts lists: names that moved, and the ways in which the text of the others changed. */
export interface ListDifference {
  readonly moves: readonly NameMove[];
  /** The unmoved names stand in another order, or one of them is repeated another number of times. */
  readonly order: boolean;
  /** An unmoved name or address is written otherwise: case, final dot, IPv6 form, separator. */
  readonly spelling: boolean;
}

/** Compares two hosts lists. Linear in their length. */
export function listDifference(before: HostsList, after: HostsList): ListDifference {
  if (before.digest === after.digest) return { moves: [], order: false, spelling: false };
  const moves = nameMoves(namesOf(before), namesOf(after));
  const moved = new Set(moves.map(({ name }) => name));
  const [unmovedBefore, unmovedAfter] = [unmoved(before, moved), unmoved(after, moved)];
  const order = pairsOf(unmovedBefore).join('\n') !== pairsOf(unmovedAfter).join('\n');
  const spelling = spellingsOf(unmovedBefore) !== spellingsOf(unmovedAfter);
  // what is left are texts without any name, which are still text that a host agent hashes
  return { moves, order, spelling: spelling || (moves.length === 0 && !order) };
}

function unmoved(list: HostsList, moved: ReadonlySet<Name>): readonly HostEntry[] {
  return moved.size === 0 ? list.entries : list.entries.filter(({ name }) => !moved.has(name));
}

function pairsOf(entries: readonly HostEntry[]): string[] {
  return entries.filter(({ address }) => address !== null).map(({ name, address }) => `${name} ${address}`);
}

function spellingsOf(entries: readonly HostEntry[]): string {
  return [...new Set(entries.map(({ text }) => text))].sort().join('\n');
}

/** Compares hosts lists, each pair of digests once: a flap between two lists costs two comparisons, however long it lasts. */
export function listDiffer(): (before: HostsList, after: HostsList) => ListDifference {
  const known = new Map<string, ListDifference>();
  return (before, after) => {
    const key = `${before.digest} ${after.digest}`;
    let difference = known.get(key);
    if (!difference) {
      difference = listDifference(before, after);
      known.set(key, difference);
    }
    return difference;
  };
}
