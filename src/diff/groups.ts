import type { Address, Name } from '../roster/index.ts';
import type { ExplainedPass } from './explained-pass.ts';
import { type GroupStep, listedSteps, type NameSteps, nameSteps, type StepChain } from './name-steps.ts';
import type { Replacements } from './replacements.ts';
import type { SeenBy } from './sightings.ts';

/** Names of one owner that moved in the same passes in the same ways: said once, with what they cost. */
export interface MoveGroup {
  readonly names: readonly Name[];
  readonly owner: string | null;
  /** In the order of the passes; two of one pass where its views moved in different ways. */
  readonly steps: readonly GroupStep[];
  /** Replacements that one of its names is to blame for, over the window. */
  readonly replacements: number;
  /** The distinct addresses that its names held, in the order in which they first did; null where each name held its own. */
  readonly values: readonly (readonly Address[])[] | null;
  /** The addresses of its first name before the first step and after the last. */
  readonly before: readonly Address[];
  readonly after: readonly Address[];
  /** Where it was seen to move: every node of any step, and the most containers of one step. */
  readonly seenBy: SeenBy;
}

/** The co-moving sets of a window, those that cost most first. Linear in the moves. */
export function comovingGroups(passes: readonly ExplainedPass[]): MoveGroup[] {
  const groups = [...membersByGroup(nameSteps(passes)).values()];
  const costs = replacementsOf(groups, passes);
  return groups
    .map((group, index) => groupOf(group, costs[index] as number))
    .sort(
      (a, b) => b.replacements - a.replacements || b.steps.length - a.steps.length || b.names.length - a.names.length,
    );
}

type Members = Map<Name, NameSteps>;

function membersByGroup(members: ReadonlyMap<Name, NameSteps>): Map<string, Members> {
  const numbers = new Map<StepChain, number>();
  const groups = new Map<string, Members>();
  for (const [name, steps] of members) {
    const number = numbers.get(steps.chain) ?? numbers.size;
    numbers.set(steps.chain, number);
    const key = JSON.stringify([number, steps.owner]);
    groups.set(key, (groups.get(key) ?? new Map()).set(name, steps));
  }
  return groups;
}

function groupOf(members: Members, replacements: number): MoveGroup {
  const names = [...members.keys()].sort();
  const all = [...members.values()];
  const first = members.get(names[0] as Name) as NameSteps;
  const valueKey = ({ values }: NameSteps) => [...values.keys()].join(' ');
  return {
    names,
    owner: first.owner,
    steps: listedSteps(first.chain),
    replacements,
    values: all.every((steps) => valueKey(steps) === valueKey(first)) ? [...first.values.values()] : null,
    before: first.before,
    after: first.after,
    seenBy: {
      roster: all.some(({ seenBy }) => seenBy.roster),
      nodes: [...new Set(all.flatMap(({ seenBy }) => [...seenBy.nodes]))].sort(),
      containers: Math.max(...all.map(({ seenBy }) => seenBy.containers)),
    },
  };
}

/** How many replacements each group is to blame for. Counted once for passes that share their replacements. */
function replacementsOf(groups: readonly Members[], passes: readonly ExplainedPass[]): number[] {
  const groupByName = new Map(groups.flatMap((names, group) => [...names.keys()].map((name) => [name, group])));
  const known = new WeakMap<Replacements, ReadonlyMap<number, number>>();
  const costs = groups.map(() => 0);
  for (const { difference } of passes) {
    if (!difference) continue;
    const counted = known.get(difference.replacements) ?? blame(difference.replacements, groupByName);
    known.set(difference.replacements, counted);
    for (const [group, number] of counted) costs[group] = (costs[group] as number) + number;
  }
  return costs;
}

function blame({ containers }: Replacements, groupByName: ReadonlyMap<Name, number>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { names, observed } of containers) {
    if (observed === false) continue;
    const blamed = new Set(names.flatMap((name) => groupByName.get(name) ?? []));
    for (const group of blamed) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}
