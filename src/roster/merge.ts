import type { Container, Declaration } from './declaration.ts';
import type { HostEntry } from './host-entry.ts';
import { type HostsList, hostsListOf } from './hosts-list.ts';
import type { Name } from './name.ts';
import type { Missing } from './outcome.ts';
import { type Roster, rosterOf } from './roster.ts';

/** What is in force of a node before a report: null where nothing was known. */
export type InForce = Declaration | null;

/**
 * The declaration in force after a report. A complete one (`missing` null) takes the place of all it speaks of; one that
 * may lack something updates what it shows and removes nothing of the kind that it may lack.
 */
export function declarationInForce(before: InForce, delivered: Declaration, missing: Missing | null): Declaration {
  return {
    address: delivered.address ?? before?.address ?? null,
    roster: rosterInForce(before?.roster ?? null, delivered.roster, missing),
    containers: containersInForce(before?.containers ?? null, delivered.containers, missing),
    extra: delivered.extra,
  };
}

/** The same for a roster. */
export function rosterInForce(before: Roster | null, delivered: Roster | null, missing: Missing | null): Roster | null {
  if (delivered === null || before === null || !mayLackNames(missing)) return delivered ?? before;
  const entries = entriesInForce(before.list.entries, delivered.list.entries, missing === 'names');
  const owners = missing === 'names' ? new Map([...before.owners, ...delivered.owners]) : delivered.owners;
  return rosterOf(entries, owners);
}

function containersInForce(
  before: readonly Container[] | null,
  delivered: readonly Container[] | null,
  missing: Missing | null,
): readonly Container[] | null {
  if (delivered === null || before === null) return delivered ?? before;
  const known = new Map(before.map((container) => [container.id, container]));
  const shown = delivered.map((container) => {
    const last = known.get(container.id);
    if (!last || !mayLackNames(missing)) return container;
    return { ...container, hosts: hostsInForce(last.hosts, container.hosts, missing === 'names') };
  });
  if (missing !== 'containers' && missing !== 'names') return shown;
  const ids = new Set(delivered.map(({ id }) => id));
  return [...shown, ...before.filter(({ id }) => !ids.has(id))];
}

function mayLackNames(missing: Missing | null): boolean {
  return missing === 'names' || missing === 'addresses';
}

function hostsInForce(before: HostsList, delivered: HostsList, keepUnlisted: boolean): HostsList {
  return before.digest === delivered.digest
    ? before
    : hostsListOf(entriesInForce(before.entries, delivered.entries, keepUnlisted));
}

/**
 * The delivered entries with the earlier ones of each name that was delivered without an address, and, where unlisted
 * names stand, with those too. An earlier entry goes behind the one that it stood behind before, so that what merely
 * was not shown makes no other order.
 */
function entriesInForce(
  before: readonly HostEntry[],
  delivered: readonly HostEntry[],
  keepUnlisted: boolean,
): HostEntry[] {
  const resolved = new Set(delivered.filter(({ address }) => address !== null).map(({ name }) => name));
  const listed = new Set(delivered.map(({ name }) => name));
  const standing = new Map<Name, HostEntry[]>();
  for (const entry of before) {
    if (resolved.has(entry.name) || (!keepUnlisted && !listed.has(entry.name))) continue;
    standing.set(entry.name, [...(standing.get(entry.name) ?? []), entry]);
  }
  const followers = new Map<Name | null, Name[]>();
  let predecessor: Name | null = null;
  for (const { name } of before) {
    if (name === predecessor) continue;
    if (standing.has(name) && !listed.has(name))
      followers.set(predecessor, [...(followers.get(predecessor) ?? []), name]);
    predecessor = name;
  }
  const result: HostEntry[] = [];
  const placed = new Set<Name>();
  const place = (name: Name | null): void => {
    const queue = [...(followers.get(name) ?? [])];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (placed.has(next)) continue;
      placed.add(next);
      result.push(...(standing.get(next) as HostEntry[]));
      queue.unshift(...(followers.get(next) ?? []));
    }
  };
  place(null);
  const lastAt = new Map(delivered.map(({ name }, index) => [name, index]));
  for (const [index, entry] of delivered.entries()) {
    const earlier = entry.address === null ? standing.get(entry.name) : undefined;
    if (!earlier) result.push(entry);
    else if (!placed.has(entry.name)) result.push(...earlier);
    placed.add(entry.name);
    if (lastAt.get(entry.name) === index) place(entry.name);
  }
  return result;
}
