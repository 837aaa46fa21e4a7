import type { Address } from './address.ts';
import { type Digest, digestOf } from './digest.ts';
import type { HostEntry } from './host-entry.ts';
import type { Name } from './name.ts';

/** A container's host entries in the order given, as the host agent hashes them. */
export interface HostsList {
  readonly entries: readonly HostEntry[];
  readonly digest: Digest;
}

/** Names with their distinct addresses, both in the order in which they first stand. A name without an address has none. */
export type NameMap = ReadonlyMap<Name, readonly Address[]>;

/** Makes a hosts list of its entries. */
export function hostsListOf(entries: readonly HostEntry[]): HostsList {
  return { entries, digest: digestOf(encodeEntries(entries)) };
}

/** The hosts list without entries. */
export const emptyHostsList: HostsList = hostsListOf([]);

const namesByList = new WeakMap<HostsList, NameMap>();

/** The names of a hosts list with their addresses. Computed once per list. */
export function namesOf(list: HostsList): NameMap {
  let names = namesByList.get(list);
  if (!names) {
    names = nameMapOf(list.entries);
    namesByList.set(list, names);
  }
  return names;
}

function nameMapOf(entries: readonly HostEntry[]): NameMap {
  const names = new Map<Name, Address[]>();
  for (const { name, address } of entries) {
    const addresses = names.get(name);
    if (!addresses) names.set(name, address === null ? [] : [address]);
    else if (address !== null && !addresses.includes(address)) addresses.push(address);
  }
  return names;
}

/**
 * The canonical bytes of host entries: a JSON array, an entry being its text alone where that is `name:address` in
 * canonical form, else `[text, name, address]`.
 */
export function encodeEntries(entries: readonly HostEntry[]): string {
  return JSON.stringify(
    entries.map(({ text, name, address }) =>
      address !== null && text === `${name}:${address}` && !/[:=]/.test(name) ? text : [text, name, address],
    ),
  );
}

/** Host entries as {@link encodeEntries} writes them, after JSON.parse. */
export type EncodedEntries = readonly (string | readonly [text: string, name: Name, address: Address | null])[];

/** Reads back what {@link encodeEntries} wrote. */
export function decodeEntries(encoded: EncodedEntries): HostEntry[] {
  return encoded.map((entry) => {
    if (typeof entry !== 'string') return { text: entry[0], name: entry[1], address: entry[2] };
    const at = entry.indexOf(':');
    return { text: entry, name: entry.slice(0, at) as Name, address: entry.slice(at + 1) as Address };
  });
}

/** The problem that a list holds the same pair more than once, told once a name. */
export function repeatedEntriesOf(entries: readonly HostEntry[]): { name: Name; text: string }[] {
  const seen = new Set<string>();
  const repeated = new Map<Name, string>();
  for (const { name, address, text } of entries) {
    const pair = `${name} ${address}`;
    if (seen.has(pair)) repeated.set(name, text);
    else seen.add(pair);
  }
  return [...repeated].map(([name, text]) => ({ name, text }));
}
