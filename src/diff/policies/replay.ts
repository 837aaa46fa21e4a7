import {
  type Container,
  type HostsList,
  type Name,
  type NameMap,
  type NodeState,
  namesOf,
} from '../../roster/index.ts';
import { type ContainerPlace, configChanged } from '../replacements.ts';
import { openListAdjuster } from './adjusted-list.ts';
import { bakerOf, type GivenBindings } from './baked.ts';
import type { Losses } from './losses.ts';
import type { Policy } from './policy.ts';
import { isHanded, type ReplayStep } from './replay-steps.ts';
import { openRules } from './roster-rule.ts';

/** One container as it runs under a policy. */
export interface Running {
  readonly container: Container;
  /** The list that it was given, of which the policy bakes a part. */
  readonly list: HostsList;
  readonly baked: HostsList;
  /** The names of the lists that it was given up to now. */
  readonly carried: ReadonlySet<Name>;
  /** The names that it was seen to bind with this spec. */
  readonly bound: ReadonlySet<Name>;
}

/** What a pass does under a policy, and what runs after it. */
export interface ReplayedPass {
  readonly replaced: readonly ContainerPlace[];
  /** The names of the mesh as the policy has them. */
  readonly names: NameMap;
  /** By node, and by the id of the container. The same map of a node while nothing changes on it. */
  readonly running: ReadonlyMap<string, ReadonlyMap<string, Running>>;
}

/** How a pass goes where it would not have gone as it was recorded. */
export interface OtherCourse {
  /** The names of the mesh as they would come out of the plans, and those that would be lost. */
  readonly names: NameMap;
  readonly losses: Losses;
  /** Nodes whose plans fail though they did not, and such as do not fail though they did. */
  readonly failing: ReadonlySet<string>;
  readonly averted: ReadonlySet<string>;
}

/** A policy at work. */
export interface Replay {
  /** Takes the next pass, as it was recorded unless another course is given. */
  take(step: ReplayStep, course?: OtherCourse): ReplayedPass;
}

interface NodeRun {
  readonly state: NodeState;
  /** The names of the mesh that its lists were made with. */
  readonly basis: NameMap;
  readonly names: NameMap;
  readonly running: ReadonlyMap<string, Running>;
}

/**
 * Opens the replay of a policy. A node that is handed nothing keeps what it runs, under every policy. The cost of a pass is
 * that of the nodes on which anything changes.
 */
export function openReplay(policy: Policy, given?: GivenBindings): Replay {
  const rules = openRules(policy.rules);
  const adjuster = openListAdjuster();
  const baker = bakerOf(policy, given);
  const carry = openCarrying();
  let nodes: ReadonlyMap<string, NodeRun> = new Map();
  let names: NameMap = new Map();

  function handed(state: NodeState, before: NodeRun | undefined, basis: NameMap): NodeRun {
    if (before?.state.digest === state.digest && before.basis === basis && before.names === names) return before;
    const running = new Map<string, Running>();
    for (const [id, container] of state.containers) {
      const last = before?.running.get(id);
      const list = adjuster.adjust(container.hosts, last?.list ?? null, basis, names);
      const bound = boundNames(container, last);
      const baked = baker.bake(container, list, bound);
      running.set(id, { container, list, bound, baked, carried: carry(last?.carried ?? nothing, list) });
    }
    return { state, basis, names, running };
  }

  function replacedOn(node: string, before: NodeRun, after: NodeRun): ContainerPlace[] {
    if (before === after) return [];
    return [...after.running].flatMap(([id, next]) => {
      const last = before.running.get(id);
      if (last === undefined) return [];
      const isSame =
        !changesSpec(last.container, next.container) &&
        (last.baked === next.baked || baker.identityOf(last.baked) === baker.identityOf(next.baked));
      return isSame ? [] : [{ node, container: id }];
    });
  }

  return {
    take(step, course) {
      if (step.isRead) {
        const { names: delivered, losses } = course ?? step;
        names = rules({ names: delivered, losses, at: step.pass.at });
      }
      const after = new Map<string, NodeRun>();
      const replaced: ContainerPlace[] = [];
      for (const [node, state] of step.state.nodes) {
        const before = nodes.get(node);
        const isFailing = course?.failing.has(node) === true;
        const isGiven = step.isRead && (isHanded(step.outcomes.get(node)) || course?.averted.has(node) === true);
        // the lists that stand of a node were made with the names of the pass that handed them over
        const basis = isHanded(step.outcomes.get(node)) ? step.names : (before?.basis ?? step.names);
        const run = before !== undefined && (isFailing || !isGiven) ? before : handed(state, before, basis);
        if (before !== undefined) replaced.push(...replacedOn(node, before, run));
        after.set(node, run);
      }
      nodes = after;
      return { replaced, names, running: new Map([...after].map(([node, { running }]) => [node, running])) };
    },
  };
}

/** A digest that a compose tool keeps follows from the hosts list too, and so tells only where that stayed. */
function changesSpec(before: Container, after: Container): boolean {
  if (before.spec.digest !== after.spec.digest) return true;
  return before.hosts.digest === after.hosts.digest && configChanged(before, after);
}

/** A name that is gone from the roster is found in no spec; as long as the spec is the same, it is bound as it was. */
function boundNames({ spec }: Container, last: Running | undefined): ReadonlySet<Name> {
  const { names } = spec.binds;
  if (last === undefined || last.container.spec.digest !== spec.digest) return names;
  const isKnown = [...names].every((name) => last.bound.has(name));
  return isKnown ? last.bound : new Set([...last.bound, ...names]);
}

const nothing: ReadonlySet<Name> = new Set();

/** Adds the names of lists to those that were carried before. The same of the same is the same set. */
function openCarrying(): (before: ReadonlySet<Name>, list: HostsList) => ReadonlySet<Name> {
  const known = new WeakMap<ReadonlySet<Name>, WeakMap<HostsList, ReadonlySet<Name>>>();
  return (before, list) => {
    const own = known.get(before) ?? new WeakMap<HostsList, ReadonlySet<Name>>();
    known.set(before, own);
    let carried = own.get(list);
    if (carried === undefined) {
      const added = [...namesOf(list).keys()].filter((name) => !before.has(name));
      carried = added.length === 0 ? before : new Set([...before, ...added]);
      own.set(list, carried);
    }
    return carried;
  };
}
