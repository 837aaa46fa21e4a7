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
  const names = new Map<Name, Set<Address>>();
  for (const { name, address } of entries) {
    const addresses = names.get(name) ?? new Set();
    if (address !== null) addresses.add(address);
    names.set(name, addresses);
  }
  return new Map([...names].map(([name, addresses]) => [name, [...addresses]]));
}

/**
 * The canonical bytes of host entries: a JSON array. An entry is its text alone where that is `name:address` in
 * canonical form; else `[text, name, address, …]`, with each further name and address that the same text gave.
 */
export function encodeEntries(entries: readonly HostEntry[]): string {
  const encoded: (string | (string | null)[])[] = [];
  for (const { text, name, address } of entries) {
    const last = encoded.at(-1);
    if (address !== null && text === `${name}:${address}` && !/[:=]/.test(name)) encoded.push(text);
    else if (Array.isArray(last) && last[0] === text) last.push(name, address);
    else encoded.push([text, name, address]);
  }
  return JSON.stringify(encoded);
}

/** Host entries as {@link encodeEntries} writes them, after JSON.parse. */
export type EncodedEntries = readonly (string | readonly [text: string, ...pairs: (string | null)[]])[];

/** Reads back what {@link encodeEntries} wrote. */
export function decodeEntries(encoded: EncodedEntries): HostEntry[] {
  const entries: HostEntry[] = [];
  for (const entry of encoded) {
    if (typeof entry === 'string') {
      const at = entry.indexOf(':');
      entries.push({ text: entry, name: entry.slice(0, at) as Name, address: entry.slice(at + 1) as Address });
      continue;
    }
    const [text, ...pairs] = entry;
    for (let at = 0; at < pairs.length; at += 2) {
      entries.push({ text, name: pairs[at] as Name, address: pairs[at + 1] as Address | null });
    }
  }
  return entries;
}

/** The texts of host entries as they were written: one that gives several addresses stands once. */
export function writtenTexts(entries: readonly HostEntry[]): string[] {
  const texts: string[] = [];
  let given = new Set<string>();
  for (const { text, name, address } of entries) {
    const pair = `${name} ${address}`;
    const isSame = texts.at(-1) === text && !given.has(pair);
    if (!isSame) {
      texts.push(text);
      given = new Set();
    }
    given.add(pair);
  }
  return texts;
}

/** The problem that a list holds the same pair more than once, told once a name. */
export function repeatedEntriesOf(entries: readonly HostEntry[]): { name: Name; text: string }[] {
  const seen = new Set<string>();
  const repeated = new Map<Name, string>();
  for (const { name, address, text } of entries) {
    const pair = `${name.length} ${name} ${address}`;
    if (seen.has(pair)) repeated.set(name, text);
    else seen.add(pair);
  }
  return [...repeated].map(([name, text]) => ({ name, text }));
}
