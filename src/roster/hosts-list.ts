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
  // most names have one address, and a set for each of them costs more than all the rest
  const many = new Map<Name, Set<Address>>();
  for (const { name, address } of entries) {
    const addresses = names.get(name);
    if (addresses === undefined) names.set(name, address === null ? [] : [address]);
    else if (address !== null && !holds(many, name, addresses, address)) addresses.push(address);
  }
  return names;
}

/** Whether a name has an address already. Asked for one that is added where it has not. */
function holds(many: Map<Name, Set<Address>>, name: Name, addresses: readonly Address[], address: Address): boolean {
  if (addresses.length < 8) return addresses.includes(address);
  const known = many.get(name) ?? new Set(addresses);
  many.set(name, known);
  const isKnown = known.has(address);
  known.add(address);
  return isKnown;
}

/**
 * The canonical bytes of host entries: a JSON array. An entry is its text alone where that is `name:address` in
 * canonical form; else `[text, name, address, …]`, with each further name and address that the same text gave.
 */
export function encodeEntries(entries: readonly HostEntry[]): string {
  const encoded: (string | (string | null)[])[] = [];
  let before: HostEntry | null = null;
  for (const entry of entries) {
    const { text, name, address } = entry;
    const last = encoded.at(-1);
    if ((entry === before && last === text) || isCanonical(text, name, address)) encoded.push(text);
    else if (Array.isArray(last) && last[0] === text) last.push(name, address);
    else encoded.push([text, name, address]);
    before = entry;
  }
  return JSON.stringify(encoded);
}

/** Says whether a text is `name:address`, of which both can be read back. Makes no text, for it is asked of each entry. */
function isCanonical(text: string, name: Name, address: Address | null): boolean {
  if (address === null || text.length !== name.length + 1 + address.length) return false;
  return text.startsWith(name) && text[name.length] === ':' && text.endsWith(address) && !/[:=]/.test(name);
}

/** Host entries as {@link encodeEntries} writes them, after JSON.parse. */
export type EncodedEntries = readonly (string | readonly [text: string, ...pairs: (string | null)[]])[];

/** Reads back what {@link encodeEntries} wrote. */
export function decodeEntries(encoded: EncodedEntries): HostEntry[] {
  const entries: HostEntry[] = [];
  for (const [index, entry] of encoded.entries()) {
    if (typeof entry === 'string') {
      const last = entry === encoded[index - 1] ? entries.at(-1) : undefined;
      entries.push(last ?? plainEntry(entry));
      continue;
    }
    const [text, ...pairs] = entry;
    for (let at = 0; at < pairs.length; at += 2) {
      entries.push({ text, name: pairs[at] as Name, address: pairs[at + 1] as Address | null });
    }
  }
  return entries;
}

/** The entry of a text that is `name:address`. */
function plainEntry(text: string): HostEntry {
  const at = text.indexOf(':');
  return { text, name: text.slice(0, at) as Name, address: text.slice(at + 1) as Address };
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
  const seen = new Map<Name, Address | null | Set<Address | null>>();
  const repeated = new Map<Name, string>();
  for (const { name, address, text } of entries) {
    const known = seen.get(name);
    if (known === undefined) seen.set(name, address);
    else if (known === address) repeated.set(name, text);
    else if (!(known instanceof Set)) seen.set(name, new Set([known, address]));
    else if (known.has(address)) repeated.set(name, text);
    else known.add(address);
  }
  return [...repeated].map(([name, text]) => ({ name, text }));
}
