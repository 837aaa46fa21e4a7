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

/** A list that a container holds, and the names of the mesh that it was made with. */
export interface HeldList {
  readonly list: HostsList;
  readonly names: NameMap;
}

/** Makes hosts lists as they would be under other names of the mesh than those that they were made with. */
export interface ListAdjuster {
  /**
   * A list that was delivered with the names `delivered`, as it would be with `names`. A list that does not carry all names
   * of the mesh, or did not when the container was given the one that it holds, gets none back that was not held.
   */
  adjust(list: HostsList, held: HeldList | null, delivered: NameMap, names: NameMap): HostsList;
}

/** Opens an adjuster. The same of the same is made once. */
export function openListAdjuster(): ListAdjuster {
  const movesOf = new WeakMap<NameMap, WeakMap<NameMap, readonly NameMove[]>>();
  const known = new WeakMap<readonly NameMove[], Map<string, HostsList>>();
  const carrying = new WeakMap<NameMap, WeakMap<HostsList, boolean>>();

  function movesBetween(delivered: NameMap, names: NameMap): readonly NameMove[] {
    const own = movesOf.get(delivered) ?? new WeakMap<NameMap, readonly NameMove[]>();
    movesOf.set(delivered, own);
    const moves = own.get(names) ?? nameMoves(delivered, names);
    own.set(names, moves);
    return moves;
  }

  /** Whether a list has all names of the mesh. */
  function carriesAll(list: HostsList, names: NameMap): boolean {
    const own = carrying.get(names) ?? new WeakMap<HostsList, boolean>();
    carrying.set(names, own);
    const carries = own.get(list) ?? (names.size > 0 && [...names.keys()].every((name) => namesOf(list).has(name)));
    own.set(list, carries);
    return carries;
  }

  return {
    adjust(list, held, delivered, names) {
      if (delivered === names) return list;
      const moves = movesBetween(delivered, names);
      if (moves.length === 0) return list;
      const lists = known.get(moves) ?? new Map<string, HostsList>();
      known.set(moves, lists);
      const takesAll = carriesAll(list, delivered) && (held === null || carriesAll(held.list, held.names));
      const key = `${list.digest} ${held?.list.digest ?? ''} ${takesAll}`;
      const made = lists.get(key) ?? adjusted(list, held?.list ?? null, { takesAll, delivered, moves });
      lists.set(key, made);
      return made;
    },
  };
}

interface Adjustment {
  /** Whether names may come in that were not held. */
  readonly takesAll: boolean;
  readonly delivered: NameMap;
  readonly moves: readonly NameMove[];
}

function adjusted(list: HostsList, held: HostsList | null, { takesAll, delivered, moves }: Adjustment): HostsList {
  const own = namesOf(list);
  const before = held === null ? new Map<Name, readonly Address[]>() : namesOf(held);
  const replaced = new Map<Name, readonly Address[]>();
  for (const { name, before: given, after } of moves) {
    const addresses = own.get(name);
    // an address of the list's own has nothing to do with the roster
    const isDue =
      addresses === undefined ? after.length > 0 && (takesAll || before.has(name)) : addresses.join() === given.join();
    if (isDue) replaced.set(name, after);
  }
  if (replaced.size === 0) return list;
  const isOfMesh = (name: Name) => delivered.has(name) || replaced.has(name);
  return listWith(list, replaced, held, isOfMesh);
}

/**
 * A list in which names have other addresses, or none. What comes back stands where the container holds it; where the names of
 * the mesh are sorted in both lists, it stands sorted.
 */
export function listWith(
  list: HostsList,
  names: ReadonlyMap<Name, readonly Address[]>,
  held: HostsList | null,
  isOfMesh: (name: Name) => boolean,
): HostsList {
  const kept = list.entries.filter(({ name }) => !names.has(name));
  const added = [...names].flatMap(([name, addresses]) => entriesOf(name, addresses, held));
  const sorted = [list, held ?? list].every(({ entries }) => isSorted(entries, isOfMesh));
  return hostsListOf(sorted ? inOrder(kept, added, isOfMesh) : inPlace(kept, added, held));
}

/** The entries of one name: as the container holds them where the addresses are the same. */
function entriesOf(name: Name, addresses: readonly Address[], held: HostsList | null): readonly HostEntry[] {
  const known = held !== null && namesOf(held).get(name)?.join() === addresses.join();
  if (known) return held.entries.filter((entry) => entry.name === name);
  return addresses.map((address) => ({ text: `${name}:${address}`, name, address }));
}

/** Whether the names of the mesh stand sorted, whatever stands between them. */
function isSorted(entries: readonly HostEntry[], isOfMesh: (name: Name) => boolean): boolean {
  const names = entries.flatMap(({ name }) => (isOfMesh(name) ? [name] : []));
  return names.every((name, index) => index === 0 || (names[index - 1] as Name) <= name);
}

/** Entries that come back stand before the first name of the mesh that sorts behind them, else behind the last. */
function inOrder(
  kept: readonly HostEntry[],
  added: readonly HostEntry[],
  isOfMesh: (name: Name) => boolean,
): HostEntry[] {
  const waiting = added.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const last = kept.findLastIndex(({ name }) => isOfMesh(name));
  const result: HostEntry[] = [];
  let next = 0;
  const place = (isDue: (name: Name) => boolean) => {
    for (; next < waiting.length && isDue((waiting[next] as HostEntry).name); next += 1)
      result.push(waiting[next] as HostEntry);
  };
  for (const [index, entry] of kept.entries()) {
    place((name) => isOfMesh(entry.name) && name < entry.name);
    result.push(entry);
    if (index === last) place(() => true);
  }
  place(() => true);
  return result;
}

/** Entries that come back stand behind the entry behind which the container holds them; others, at the end. */
function inPlace(kept: readonly HostEntry[], added: readonly HostEntry[], held: HostsList | null): HostEntry[] {
  const places = new Map(kept.map(({ text }, index) => [text, index]));
  const waiting = new Map<Name, HostEntry[]>();
  for (const entry of added) waiting.set(entry.name, [...(waiting.get(entry.name) ?? []), entry]);
  const behind = new Map<number, HostEntry[]>();
  let place = -1;
  for (const { name, text } of held?.entries ?? []) {
    const entries = waiting.get(name);
    // one entry at a time: those of a name need not stand together
    const entry = entries?.shift();
    if (entry === undefined) place = places.get(text) ?? place;
    else behind.set(place, [...(behind.get(place) ?? []), entry]);
  }
  return [
    ...(behind.get(-1) ?? []),
    ...kept.flatMap((entry, index) => [entry, ...(behind.get(index) ?? [])]),
    ...[...waiting.values()].flat(),
  ];
}
