import type { RosterEntry } from './controller.ts';
import type { WantedContainer } from './world.ts';

/** What a controller does to its roster before it hands it out. */
export type KeepingRule =
  | { readonly kind: 'last-known-good' }
  | { readonly kind: 'hold-down'; readonly passes: number }
  | { readonly kind: 'damped'; readonly above: number; readonly ceiling: number };

/** A rule for identities, as the controller and the host agents of a mesh really follow it. */
export interface BuiltInPolicy {
  readonly keeping: readonly KeepingRule[];
  /** What an agent bakes in: all entries that it is handed, those that the container's spec speaks of, or none. */
  readonly bakes: 'all' | 'bound' | 'none';
  /** Whether another order of the same entries is another identity. */
  readonly orderCounts: boolean;
}

/** The mesh as it was on the evening of the incident. */
export const asOnTheEvening: BuiltInPolicy = { keeping: [], bakes: 'all', orderCounts: true };

/** Entries that an agent bakes into a container. */
export function bakedEntries(
  { bakes }: BuiltInPolicy,
  hosts: readonly string[],
  spec: WantedContainer['spec'],
): string[] {
  if (bakes === 'none') return [];
  if (bakes === 'all') return [...hosts];
  const words = wordsOf(spec);
  return hosts.filter((entry) => words.has(entry.slice(0, entry.indexOf(':'))));
}

/** The words that a container's spec says, its image aside. */
export function wordsOf({ image: _, ...spec }: WantedContainer['spec']): ReadonlySet<string> {
  return new Set(JSON.stringify(spec).split(/[^a-z0-9.-]+/));
}

/** What an agent hashes of baked entries. */
export function entriesText({ orderCounts }: BuiltInPolicy, baked: readonly string[]): string {
  return (orderCounts ? baked : [...baked].sort()).join('\n');
}

/** Keeps a roster by the rules, pass by pass. `told` is the node whose failure the controller says, where it does. */
export function rosterKeeper({ keeping }: Pick<BuiltInPolicy, 'keeping'>) {
  const keepers = keeping.map((rule) => {
    if (rule.kind === 'last-known-good') return lastKnownGood();
    return rule.kind === 'hold-down' ? holdDown(rule.passes) : damped(rule.above, rule.ceiling);
  });
  return (roster: readonly RosterEntry[], told: string | null, at: number): readonly RosterEntry[] =>
    keepers.reduce((entries, keep) => keep(entries, told, at), roster);
}

type Keeper = (roster: readonly RosterEntry[], told: string | null, at: number) => readonly RosterEntry[];

/** A controller that keeps names whose node failed. Where it does not say so itself, it goes by what went at once. */
function lastKnownGood(): Keeper {
  const kept = new Map<string, { entry: RosterEntry; told: boolean }>();
  let before: readonly RosterEntry[] = [];
  return (roster, told) => {
    const went = without(before, roster);
    const came = before.length === 0 ? [] : without(roster, before);
    for (const [name, { entry, told: wasTold }] of kept) {
      const plansAgain = came.some(({ node }) => node === entry.node) || (wasTold && told !== entry.node);
      if (plansAgain || roster.some((one) => one.name === name)) kept.delete(name);
    }
    const isTold = went.some(({ node }) => node === told);
    for (const entry of went) {
      const routed = before.filter(({ node, name }) => node === entry.node && name !== `${node}.internal`);
      const wholeNode = routed.length >= 2 && routed.every((one) => went.includes(one));
      const halfOfAll = went.length === before.length || (went.length >= 3 && went.length * 2 >= before.length);
      if (entry.node === told) kept.set(entry.name, { entry, told: true });
      else if (wholeNode || (halfOfAll && went.length >= 2 && !isTold)) kept.set(entry.name, { entry, told: false });
    }
    before = roster;
    return byName([...roster, ...[...kept.values()].map(({ entry }) => entry)]);
  };
}

/** A controller that takes a name out when it has been missing for more passes than this. */
function holdDown(passes: number): Keeper {
  const missing = new Map<string, { entry: RosterEntry; for: number }>();
  return (roster) => {
    const names = new Set(roster.map(({ name }) => name));
    for (const [name, one] of missing) {
      one.for += 1;
      if (names.has(name) || one.for > passes) missing.delete(name);
    }
    const held = [...missing.values()].map(({ entry }) => entry);
    for (const entry of roster) missing.set(entry.name, { entry, for: 0 });
    return byName([...roster, ...held]);
  };
}

/** A controller that leaves out names that changed too often: 1000 for going, 500 for moving, half of it gone in a quarter of an hour. */
function damped(above: number, ceiling: number): Keeper {
  const scores = new Map<string, { value: number; at: number; out: boolean }>();
  let before: readonly RosterEntry[] = [];
  const scoreAt = (name: string, at: number) => {
    const score = scores.get(name);
    return score ? score.value * 0.5 ** ((at - score.at) / 900_000) : 0;
  };
  return (roster, _, at) => {
    for (const { name, address } of before) {
      const next = roster.find((entry) => entry.name === name);
      if (next?.address === address) continue;
      const value = Math.min(ceiling, scoreAt(name, at) + (next ? 500 : 1000));
      scores.set(name, { value, at, out: scores.get(name)?.out ?? false });
    }
    before = roster;
    for (const [name, score] of scores) score.out = score.out ? scoreAt(name, at) >= 750 : scoreAt(name, at) > above;
    return roster.filter(({ name }) => !scores.get(name)?.out);
  };
}

function without(entries: readonly RosterEntry[], others: readonly RosterEntry[]): RosterEntry[] {
  const names = new Set(others.map(({ name }) => name));
  return entries.filter(({ name }) => !names.has(name));
}

/** As a controller hands out its roster. */
function byName(entries: readonly RosterEntry[]): RosterEntry[] {
  return [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
}
