import {
  type Address,
  type HostEntry,
  type HostsList,
  hostsListOf,
  type Name,
  type NameMap,
  namesOf,
} from '../../roster/index.ts';
import { type NameMove, nameMoves } from '../name-moves.ts';

/** Makes hosts lists as they would be under other names of the mesh than those that they were made with. */
export interface ListAdjuster {
  /**
   * A list that was delivered with the names `delivered`, as it would be with `names`. `held` is what the container holds:
   * a list that does not carry all names of the mesh gets none back that it did not hold.
   */
  adjust(list: HostsList, held: HostsList | null, delivered: NameMap, names: NameMap): HostsList;
}

/** Opens an adjuster. The same of the same is made once. */
export function openListAdjuster(): ListAdjuster {
  const movesOf = new WeakMap<NameMap, WeakMap<NameMap, readonly NameMove[]>>();
  const known = new WeakMap<readonly NameMove[], Map<string, HostsList>>();

  function movesBetween(delivered: NameMap, names: NameMap): readonly NameMove[] {
    const own = movesOf.get(delivered) ?? new WeakMap<NameMap, readonly NameMove[]>();
    movesOf.set(delivered, own);
    const moves = own.get(names) ?? nameMoves(delivered, names);
    own.set(names, moves);
    return moves;
  }

  return {
    adjust(list, held, delivered, names) {
      if (delivered === names) return list;
      const moves = movesBetween(delivered, names);
      if (moves.length === 0) return list;
      const lists = known.get(moves) ?? new Map<string, HostsList>();
      known.set(moves, lists);
      const key = `${list.digest} ${held?.digest ?? ''}`;
      const made = lists.get(key) ?? adjusted(list, held, delivered, moves);
      lists.set(key, made);
      return made;
    },
  };
}

function adjusted(list: HostsList, held: HostsList | null, delivered: NameMap, moves: readonly NameMove[]): HostsList {
  const own = namesOf(list);
  const before = held === null ? new Map<Name, readonly Address[]>() : namesOf(held);
  const carriesAll = delivered.size > 0 && [...delivered.keys()].every((name) => own.has(name));
  const replaced = new Map<Name, readonly Address[]>();
  for (const { name, after } of moves) {
    if (own.has(name) || (after.length > 0 && (carriesAll || before.has(name)))) replaced.set(name, after);
  }
  if (replaced.size === 0) return list;
  const kept = list.entries.filter(({ name }) => !replaced.has(name));
  const added = [...replaced].flatMap(([name, addresses]) => entriesOf(name, addresses, held));
  return hostsListOf(isSorted(list.entries) ? inOrder([...kept, ...added]) : inPlace(kept, added, held));
}

/** The entries of one name: as the container holds them where the addresses are the same. */
function entriesOf(name: Name, addresses: readonly Address[], held: HostsList | null): readonly HostEntry[] {
  const known = held !== null && namesOf(held).get(name)?.join() === addresses.join();
  if (known) return held.entries.filter((entry) => entry.name === name);
  return addresses.map((address) => ({ text: `${name}:${address}`, name, address }));
}

function isSorted(entries: readonly HostEntry[]): boolean {
  return entries.every(({ name }, index) => index === 0 || (entries[index - 1] as HostEntry).name <= name);
}

function inOrder(entries: readonly HostEntry[]): HostEntry[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Entries that come back stand behind the entry behind which the container holds them; others, at the end. */
function inPlace(kept: readonly HostEntry[], added: readonly HostEntry[], held: HostsList | null): HostEntry[] {
  const places = new Map(kept.map(({ name }, index) => [name, index]));
  const waiting = new Map(added.map(({ name }): [Name, HostEntry[]] => [name, []]));
  for (const entry of added) waiting.get(entry.name)?.push(entry);
  const behind = new Map<number, HostEntry[]>();
  let place = -1;
  for (const { name } of held?.entries ?? []) {
    const entries = waiting.get(name);
    if (entries === undefined) place = places.get(name) ?? place;
    else behind.set(place, [...(behind.get(place) ?? []), ...entries]);
    waiting.delete(name);
  }
  return [
    ...(behind.get(-1) ?? []),
    ...kept.flatMap((entry, index) => [entry, ...(behind.get(index) ?? [])]),
    ...[...waiting.values()].flat(),
  ];
}
