import {
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

/** Reads hosts lists and rosters out of JSON values, the same list only once, and gathers what is odd about them. */
export interface HostsReader {
  /** A list of `name:address` texts, or a map of name to address or addresses, or null for none. */
  readHosts(value: unknown): HostsList;
  /** A list of `{name, address, node}` or of texts, or a map as for hosts. */
  readRoster(value: unknown): Roster;
}

/** Makes a reader that adds the problems it meets to `problems`, under `node` where one is given. */
export function hostsReader(problems: Problem[], node: string | null): HostsReader {
  const read = new Map<string, HostsList>();
  const named = node === null ? {} : { node };

  function note(found: readonly Problem[]): void {
    for (const problem of found) problems.push({ ...problem, ...named });
  }

  function noteRepeated(entries: readonly HostEntry[]): void {
    note(repeatedEntriesOf(entries).map(({ name, text }) => ({ code: 'repeated-entry' as const, name, text })));
  }

  function pairEntries(name: string, value: unknown): HostEntry[] {
    if (Array.isArray(value)) {
      return value.length === 0 ? pairEntries(name, '') : value.flatMap((one) => pairEntries(name, one));
    }
    const address = value === null || value === undefined ? '' : String(value);
    const parsed = hostEntriesOf(`${name}:${address}`, name, address);
    note(parsed.problems);
    return [...parsed.entries];
  }

  function entriesOf(value: unknown): HostEntry[] {
    if (isJsonObject(value)) return Object.entries(value).flatMap(([name, address]) => pairEntries(name, address));
    if (!Array.isArray(value)) {
      note([{ code: 'malformed-entry', text: canonicalJson(value as Json) }]);
      return [];
    }
    const entries: HostEntry[] = [];
    for (const text of value) {
      if (typeof text !== 'string') {
        note([{ code: 'malformed-entry', text: canonicalJson(text) }]);
        continue;
      }
      const parsed = parseHostEntry(text);
      note(parsed.problems);
      for (const entry of parsed.entries) entries.push(entry);
    }
    return entries;
  }

  return {
    readHosts(value) {
      const given = value ?? [];
      const key = JSON.stringify(given);
      let list = read.get(key);
      if (!list) {
        const entries = entriesOf(given);
        noteRepeated(entries);
        list = hostsListOf(entries);
        read.set(key, list);
      }
      return list;
    },
    readRoster(value) {
      const owners = new Map<Name, string>();
      const entries: HostEntry[] = [];
      const rows = Array.isArray(value) ? value : [value];
      for (const row of rows) {
        if (!isJsonObject(row) || !Array.isArray(value)) {
          for (const entry of entriesOf(isJsonObject(row) ? row : [row])) entries.push(entry);
        } else if (typeof row.name === 'string') {
          for (const entry of pairEntries(row.name, row.address ?? row.addresses)) entries.push(entry);
          if (typeof row.node === 'string') owners.set(parseName(row.name).name, row.node);
        } else {
          note([{ code: 'malformed-entry', text: canonicalJson(row) }]);
        }
      }
      noteRepeated(entries);
      return rosterOf(entries, owners);
    },
  };
}
