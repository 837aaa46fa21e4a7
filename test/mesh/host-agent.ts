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

interface Running {
  readonly hosts: readonly string[];
  readonly hostsText: string;
  readonly spec: WantedContainer['spec'];
}

/** When a replacement begins before the new container is there, in milliseconds: the old one ends. */
export const endedBeforeMs = 200;

/**
 * The host agent of one node, which already runs what it is given first. It works through a declaration one container after
 * the other, a few seconds after the pass and well before the next, and replaces each whose identity changed.
 */
export function hostAgent(first: Delivery, intervalMs: number, random: Random) {
  let running = runningOf(first);

  return (delivery: Delivery, passAt: number): AgentPass => {
    const before = running;
    running = runningOf(delivery);
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
  };
}

function runningOf({ containers, hosts }: Delivery): Map<string, Running> {
  const hostsText = hosts.join('\n');
  return new Map(containers.map((container) => [idOf(container), { hosts, hostsText, spec: container.spec }]));
}

/** An identity is the text of the hosts list and the spec. */
function causesOf(before: Running, after: Running): TrueCause[] {
  const roster = before.hostsText === after.hostsText ? [] : (['roster'] as const);
  const same = before.spec === after.spec || JSON.stringify(before.spec) === JSON.stringify(after.spec);
  const spec = same ? [] : (['spec'] as const);
  return [...roster, ...spec];
}
