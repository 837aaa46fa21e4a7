import type { Container, Declaration } from './declaration.ts';
import { entriesInForce } from './entries-in-force.ts';
import { type HostsList, hostsListOf } from './hosts-list.ts';
import type { Missing } from './outcome.ts';
import { type Roster, rosterOf } from './roster.ts';

/** What is in force of a node before a report: null where nothing was known. */
export type InForce = Declaration | null;

/**
 * The declaration in force after a report. A complete one (`missing` null) takes the place of all it speaks of; one that
 * may lack something updates what it shows and removes nothing of the kind that it may lack. Linear in what both hold.
 */
export function declarationInForce(before: InForce, delivered: Declaration, missing: Missing | null): Declaration {
  return {
    address: delivered.address ?? before?.address ?? null,
    roster: rosterInForce(before?.roster ?? null, delivered.roster, missing),
    containers: containersInForce(before?.containers ?? null, delivered.containers, missing),
    extra: missing === 'names' ? { ...before?.extra, ...delivered.extra } : delivered.extra,
  };
}

/** The same for a roster. */
export function rosterInForce(before: Roster | null, delivered: Roster | null, missing: Missing | null): Roster | null {
  if (delivered === null || before === null || missing === null) return delivered ?? before;
  const entries = entriesInForce(before.list.entries, delivered.list.entries, missing);
  const owners = missing === 'names' ? new Map([...before.owners, ...delivered.owners]) : delivered.owners;
  return rosterOf(entries, owners);
}

function containersInForce(
  before: readonly Container[] | null,
  delivered: readonly Container[] | null,
  missing: Missing | null,
): readonly Container[] | null {
  if (delivered === null || before === null || missing === null) return delivered ?? before;
  const known = new Map(before.map((container) => [container.id, container]));
  const merge = hostsMerger(missing);
  const shown = delivered.map((container) => {
    const last = known.get(container.id);
    return last ? { ...container, hosts: merge(last.hosts, container.hosts) } : container;
  });
  if (missing === 'addresses') return shown;
  const ids = new Set(delivered.map(({ id }) => id));
  return [...shown, ...before.filter(({ id }) => !ids.has(id))];
}

/** Merges each pair of lists once: the containers of a mesh mostly carry the same one. */
function hostsMerger(missing: Missing): (before: HostsList, delivered: HostsList) => HostsList {
  const merged = new Map<string, HostsList>();
  return (before, delivered) => {
    if (before.digest === delivered.digest) return delivered;
    const pair = `${before.digest} ${delivered.digest}`;
    const list = merged.get(pair) ?? hostsListOf(entriesInForce(before.entries, delivered.entries, missing));
    merged.set(pair, list);
    return list;
  };
}
