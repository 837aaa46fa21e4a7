import { type Digest, digestOf } from './digest.ts';
import type { HostEntry } from './host-entry.ts';
import { encodeEntries, type HostsList } from './hosts-list.ts';
import type { Name } from './name.ts';

/** The names of a mesh, or of one node, as a controller gave them. `owners` holds the nodes that names were said to route to. */
export interface Roster {
  readonly list: HostsList;
  readonly owners: ReadonlyMap<Name, string>;
  readonly digest: Digest;
}

/** Makes a roster of its entries and of the owners that were given with them. */
export function rosterOf(entries: readonly HostEntry[], owners: ReadonlyMap<Name, string> = new Map()): Roster {
  const encoded = encodeEntries(entries);
  return {
    list: { entries, digest: digestOf(encoded) },
    owners,
    digest: digestOf(withOwners(encoded, owners)),
  };
}

/** The canonical bytes of a roster: its entries, then its owners sorted by name. */
export function encodeRoster(entries: readonly HostEntry[], owners: ReadonlyMap<Name, string>): string {
  return withOwners(encodeEntries(entries), owners);
}

function withOwners(encoded: string, owners: ReadonlyMap<Name, string>): string {
  const sorted = [...owners].sort(([a], [b]) => (a < b ? -1 : 1));
  return `[${encoded},${JSON.stringify(sorted)}]`;
}
