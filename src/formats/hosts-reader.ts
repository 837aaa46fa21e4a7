import {
  type Address,
  canonicalJson,
  type HostEntry,
  type HostsList,
  hostEntriesOf,
  hostsListOf,
  isJsonObject,
  type Json,
  type Name,
  type Problem,
  parseHostEntry,
  parseName,
  type Roster,
  repeatedEntriesOf,
  rosterOf,
} from '../roster/index.ts';
import { expectFewEntries } from './most-parts.ts';

/** Reads hosts lists and rosters out of JSON values, the same list only once, and gathers what is odd about them. */
export interface HostsReader {
  /** A list of `name:address` texts or of `{name, address}`, or a map of name to address or addresses, or null for none. */
  readHosts(value: unknown): HostsList;
  /** The same shapes for a roster, where `{name, address, node}` names the owner too. */
  readRoster(value: unknown): Roster;
}

/** Lists that never change and in which nothing is odd, which are the same in every input. */
const sound = new WeakMap<object, HostsList>();

interface ReadEntries {
  readonly entries: readonly HostEntry[];
  readonly owners: ReadonlyMap<Name, string>;
}

/** Makes a reader that adds the problems it meets to `problems`, under `node` where one is given. */
export function hostsReader(problems: Problem[], node: string | null): HostsReader {
  const read = new Map<string, HostsList>();
  let last: { readonly given: unknown; readonly list: HostsList } | null = null;

  function note(found: readonly Problem[]): void {
    for (const problem of found) problems.push(node === null ? problem : { ...problem, node });
  }

  function pairEntries(name: string, value: unknown): readonly HostEntry[] {
    if (Array.isArray(value) && value.length > 0) return value.flatMap((one) => pairEntries(name, one));
    if (isJsonObject(value)) return [objectEntry(name, value)];
    const address = value === null || value === undefined || Array.isArray(value) ? '' : String(value);
    const parsed = hostEntriesOf(`${name}:${address}`, name, address);
    note(parsed.problems);
    return parsed.entries;
  }

  /** An object where an address should be: its JSON is kept as the invalid address. */
  function objectEntry(nameText: string, value: Json): HostEntry {
    const { name } = parseName(nameText.trim());
    const text = canonicalJson(value);
    note([{ code: 'invalid-address', name, text }]);
    return { text: `${nameText}:${text}`, name, address: text as Address };
  }

  function rowEntries(row: unknown, owners: Map<Name, string>): readonly HostEntry[] {
    if (typeof row === 'string') {
      const parsed = parseHostEntry(row);
      note(parsed.problems);
      return parsed.entries;
    }
    if (!isJsonObject(row) || typeof row.name !== 'string') {
      note([{ code: 'malformed-entry', text: canonicalJson(row as Json) }]);
      return [];
    }
    if (typeof row.node === 'string') owners.set(parseName(row.name.trim()).name, row.node);
    return pairEntries(row.name, row.address ?? row.addresses);
  }

  function readEntries(value: unknown): ReadEntries {
    expectFewEntries(value);
    const owners = new Map<Name, string>();
    const entries = isJsonObject(value)
      ? flatList(Object.entries(value), ([name, address]) => pairEntries(name, address))
      : flatList(Array.isArray(value) ? value : [value], (row) => rowEntries(row, owners));
    note(repeatedEntriesOf(entries).map((repeated) => ({ code: 'repeated-entry' as const, ...repeated })));
    return { entries, owners };
  }

  return {
    readHosts(value) {
      const given = value ?? [];
      // the containers of a node have the same list as a rule, and comparing is cheaper than writing it out
      if (last !== null && isSameTexts(last.given, given)) return last.list;
      const before = Object.isFrozen(given) ? sound.get(given as object) : undefined;
      if (before !== undefined) return before;
      const key = JSON.stringify(given);
      const toldBefore = problems.length;
      const list = read.get(key) ?? hostsListOf(readEntries(given).entries);
      read.set(key, list);
      if (Object.isFrozen(given) && problems.length === toldBefore) sound.set(given as object, list);
      last = { given, list };
      return list;
    },
    readRoster(value) {
      const { entries, owners } = readEntries(value);
      return rosterOf(entries, owners);
    },
  };
}

/** What `flatMap` gives, in a third of the time: there may be millions of rows, and one that is as the last is read once. */
function flatList<T>(rows: readonly T[], entriesOf: (row: T) => readonly HostEntry[]): HostEntry[] {
  const entries: HostEntry[] = [];
  let last: readonly HostEntry[] = [];
  for (const [index, row] of rows.entries()) {
    if (index === 0 || typeof row !== 'string' || row !== rows[index - 1]) last = entriesOf(row);
    for (const entry of last) entries.push(entry);
  }
  return entries;
}

function isSameTexts(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((text, index) => typeof text === 'string' && text === right[index]);
}
