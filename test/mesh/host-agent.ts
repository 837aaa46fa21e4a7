import { asOnTheEvening, type BuiltInPolicy, bakedEntries, entriesText } from './built-in-policy.ts';
import type { Delivery } from './controller.ts';
import type { Random } from './seeded-random.ts';
import { idOf, type WantedContainer } from './world.ts';

/** What is part of a container's identity and can change. */
export type TrueCause = 'roster' | 'spec';

/** One thing that an agent did to a container. `at` is when the container that is to stay was created, or the old one had gone. */
export interface Deed {
  readonly kind: 'replaced' | 'created' | 'removed';
  readonly node: string;
  readonly container: string;
  readonly image: string;
  readonly at: number;
  /** Why it was replaced; empty for the other kinds. */
  readonly causes: readonly TrueCause[];
}

/** The hosts lists of a container that was there before a pass and is there after it. */
export interface KeptContainer {
  readonly node: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What an agent did in one pass, and what became of the hosts lists of the containers that it kept. */
export interface AgentPass {
  readonly deeds: readonly Deed[];
  readonly kept: readonly KeptContainer[];
}

/** A container as it runs. */
export interface HeldContainer {
  readonly node: string;
  readonly container: string;
  /** The entries that it was created with. */
  readonly baked: readonly string[];
  /** The list that its agent was handed last. */
  readonly handed: readonly string[];
  readonly spec: WantedContainer['spec'];
}

interface Running {
  /** Those that were handed over last, of which a container that was left alone holds what it was created with. */
  readonly hosts: readonly string[];
  readonly baked: readonly string[];
  readonly text: string;
  readonly spec: WantedContainer['spec'];
}

/** When a replacement begins before the new container is there, in milliseconds: the old one ends. */
export const endedBeforeMs = 200;

/**
 * The host agent of one node, which already runs what it is given first. It works through a declaration one container after
 * the other, a few seconds after the pass and well before the next, and replaces each whose identity changed.
 */
export function hostAgent(first: Delivery, intervalMs: number, random: Random, policy: BuiltInPolicy = asOnTheEvening) {
  let running = runningOf(first, policy, new Map());

  function take(delivery: Delivery, passAt: number): AgentPass {
    const before = running;
    running = runningOf(delivery, policy, before);
    const changed = [...new Set([...before.keys(), ...running.keys()])].flatMap((id) => {
      const [last, next] = [before.get(id), running.get(id)];
      const causes = last && next ? causesOf(last, next) : [];
      if (last && next && causes.length === 0) return [];
      const kind: Deed['kind'] = !last ? 'created' : !next ? 'removed' : 'replaced';
      const { image } = (next ?? (last as Running)).spec;
      return [{ kind, node: delivery.node, container: id, image, causes }];
    });
    const longestMs = Math.min(900, Math.floor((intervalMs / 2 - 6000) / Math.max(1, changed.length)));
    let at = passAt + random.between(3000, 5000);
    const deeds = changed.map((deed): Deed => {
      at += random.between(Math.ceil(longestMs / 2), longestMs);
      return { ...deed, at };
    });
    const kept = [...running].flatMap(([id, { hosts }]): KeptContainer[] => {
      const last = before.get(id);
      return last ? [{ node: delivery.node, before: last.hosts, after: hosts }] : [];
    });
    return { deeds, kept };
  }

  return {
    take,
    holding: (): HeldContainer[] =>
      [...running].map(([container, { baked, hosts, spec }]) => ({
        node: first.node,
        container,
        baked,
        handed: hosts,
        spec,
      })),
  };
}

/** What runs of a delivery. A container whose identity stays is left alone, with what it was created with. */
function runningOf(
  { containers, hosts }: Delivery,
  policy: BuiltInPolicy,
  before: ReadonlyMap<string, Running>,
): Map<string, Running> {
  return new Map(
    containers.map((container) => {
      const { spec, own = [] } = container;
      const given = own.length === 0 ? hosts : [...hosts, ...own];
      const baked = bakedEntries(policy, given, spec);
      const created: Running = { hosts: given, baked, text: entriesText(policy, baked), spec };
      const last = before.get(idOf(container));
      const isLeftAlone = last !== undefined && causesOf(last, created).length === 0;
      return [idOf(container), isLeftAlone ? { ...created, baked: last.baked } : created];
    }),
  );
}

/** An identity is the text of the host entries and the spec. */
function causesOf(before: Running, after: Running): TrueCause[] {
  const roster = before.text === after.text ? [] : (['roster'] as const);
  const same = before.spec === after.spec || JSON.stringify(before.spec) === JSON.stringify(after.spec);
  const spec = same ? [] : (['spec'] as const);
  return [...roster, ...spec];
}
