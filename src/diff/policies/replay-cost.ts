import { type Container, type Name, type NameMap, namesOf } from '../../roster/index.ts';
import { placeKey } from '../replacements.ts';
import { bindingsOf, type GivenBindings } from './baked.ts';
import { type Exposure, openExposures } from './exposure.ts';
import type { Policy } from './policy.ts';
import type { ReplayedPass, Running } from './replay.ts';
import type { ReplayStep } from './replay-steps.ts';

/** How much runs with a stale address: one that the roster gave to a name before and gives to it no more. */
export interface StaleExposure {
  /** Each container that runs so after a pass, once for each such pass. */
  readonly containerPasses: number;
  /** Those of them in which every such name was lost: its owner's plan failed, and its address most likely still holds. */
  readonly lostOnly: number;
  /** How many containers ran so at all. */
  readonly containers: number;
  /** The time that they ran so, added up, up to the last pass. */
  readonly containerMs: number;
  /** The longest time that one of them did. */
  readonly longestMs: number;
}

/** What a window costs under a policy. */
export interface PolicyCost {
  readonly policy: Policy;
  readonly replacements: number;
  /** Those of containers that the control plane runs on. */
  readonly controlPlane: number;
  /** The minute with the most replacements, by the times of their passes; null where there are none. */
  readonly worstMinute: { readonly minute: number; readonly count: number } | null;
  readonly stale: StaleExposure;
  /**
   * Containers that lack a name which they were given before, once for each pass after which they do: the roster has it and
   * the policy leaves it out, or its owner's plan failed.
   */
  readonly missing: number;
  /** Containers that after the last pass are given no entry of theirs, since they bind none of the names. */
  readonly bare: number;
}

/** Adds up what a policy costs, pass by pass. */
export interface CostCounter {
  /** `told` are the names of the mesh as they came out of the plans, and those of them that are lost. */
  take(step: ReplayStep, replayed: ReplayedPass, told?: Pick<ReplayStep, 'names' | 'losses'>): void;
  cost(): PolicyCost;
}

const minuteMs = 60_000;

/** Opens a counter. `isControlPlane` is asked with the ids of containers. */
export function openCostCounter(
  policy: Policy,
  isControlPlane: (container: string) => boolean,
  given?: GivenBindings,
): CostCounter {
  const minutes = new Map<number, number>();
  let exposureAt = openExposures();
  let wasGiven: boolean | null = null;
  const exposure = openStaleExposure();
  const known = new WeakMap<Exposure, WeakMap<NameMap, WeakMap<RunningNode, NodeExposure>>>();
  let current = exposureAt(new Map(), new Map());
  const neededOf = bindingsOf(given);
  let replacements = 0;
  let controlPlane = 0;
  let missing = 0;
  let last: ReplayedPass['running'] = new Map();

  function exposureOf(containers: RunningNode, node: string, names: NameMap): NodeExposure {
    const byNames = known.get(current) ?? new WeakMap<NameMap, WeakMap<RunningNode, NodeExposure>>();
    known.set(current, byNames);
    const byNode = byNames.get(names) ?? new WeakMap<RunningNode, NodeExposure>();
    byNames.set(names, byNode);
    const found = byNode.get(containers) ?? look(containers, node, names);
    byNode.set(containers, found);
    return found;
  }

  function look(containers: RunningNode, node: string, names: NameMap): NodeExposure {
    const stale: StalePlace[] = [];
    let lacking = 0;
    for (const [container, one] of containers) {
      const staleness = current.stalenessOf(one.baked);
      if (staleness !== null) stale.push({ key: placeKey({ node, container }), lostOnly: staleness.lostOnly });
      // where nothing is baked in, what is looked up is the roster of the moment
      const held = policy.entries === 'none' ? names : namesOf(one.list);
      if (lacksAny(one.container, current.missingOf(held, one.carried))) lacking += 1;
    }
    return { stale, lacking };
  }

  /** Where bindings count, only a name that the container binds is lacking, as far as that can be told. */
  function lacksAny(container: Container, missing: readonly Name[]): boolean {
    if (missing.length === 0 || policy.entries !== 'bound') return missing.length > 0;
    const needed = neededOf(container, new Map(missing.map((name) => [name, null])));
    return needed === null || needed.size > 0;
  }

  /** What a derived roster had and a given one has not was not moved. */
  function follow({ state: { roster } }: ReplayStep, { names, losses }: Pick<ReplayStep, 'names' | 'losses'>): void {
    const isGiven = roster !== null;
    if (wasGiven !== null && wasGiven !== isGiven) exposureAt = openExposures();
    wasGiven = isGiven;
    current = exposureAt(names, losses);
  }

  return {
    take(step, { replaced, running, names }, told = step) {
      const { pass, isRead, isBaseline } = step;
      if (isRead) follow(step, told);
      last = running;
      if (isBaseline) return;
      replacements += replaced.length;
      controlPlane += replaced.filter(({ container }) => isControlPlane(container)).length;
      const minute = Math.floor(pass.at / minuteMs);
      if (replaced.length > 0) minutes.set(minute, (minutes.get(minute) ?? 0) + replaced.length);
      exposure.beginPass(pass.at);
      for (const [node, containers] of running) {
        const { stale, lacking } = exposureOf(containers, node, names);
        for (const place of stale) exposure.add(place);
        missing += lacking;
      }
      exposure.endPass();
    },
    cost() {
      const [worst] = [...minutes].sort(([a, some], [b, others]) => others - some || a - b);
      return {
        policy,
        replacements,
        controlPlane,
        worstMinute: worst === undefined ? null : { minute: worst[0] * minuteMs, count: worst[1] },
        stale: exposure.told(),
        missing,
        bare: policy.entries === 'bound' ? bareContainers(last) : 0,
      };
    },
  };
}

function bareContainers(running: ReplayedPass['running']): number {
  const all = [...running.values()].flatMap((containers) => [...containers.values()]);
  return all.filter(({ list, baked }) => list.entries.length > 0 && baked.entries.length === 0).length;
}

type RunningNode = ReadonlyMap<string, Running>;

/** A container that runs with a stale address. */
interface StalePlace {
  readonly key: string;
  readonly lostOnly: boolean;
}

/** What is wrong on a node: containers with a stale address, and how many lack a name. */
interface NodeExposure {
  readonly stale: readonly StalePlace[];
  readonly lacking: number;
}

/** Counts the containers that run with a stale address, and for how long. A clock that goes back adds no time. */
function openStaleExposure() {
  const since = new Map<string, number>();
  const everStale = new Set<string>();
  let now = new Set<string>();
  let before = new Set<string>();
  let at = 0;
  const counts = { containerPasses: 0, lostOnly: 0, containerMs: 0, longestMs: 0 };

  return {
    beginPass(passAt: number) {
      const ms = Math.max(0, passAt - at);
      counts.containerMs += before.size * ms;
      for (const key of before) {
        const lasted = (since.get(key) ?? 0) + ms;
        since.set(key, lasted);
        counts.longestMs = Math.max(counts.longestMs, lasted);
      }
      at = passAt;
      now = new Set();
    },
    add({ key, lostOnly }: StalePlace) {
      now.add(key);
      everStale.add(key);
      counts.containerPasses += 1;
      if (lostOnly) counts.lostOnly += 1;
    },
    endPass() {
      for (const key of before) if (!now.has(key)) since.delete(key);
      before = now;
    },
    told: (): StaleExposure => ({ ...counts, containers: everStale.size }),
  };
}
