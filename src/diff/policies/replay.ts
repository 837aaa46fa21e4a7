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
import { openRecall } from './recall.ts';
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
  /** What came after it, by what was handed over then. */
  readonly next: Map<string, Step>;
}

interface Step {
  readonly run: NodeRun;
  readonly replaced: readonly ContainerPlace[];
}

/** So many ways on are remembered of what runs on a node. */
const rememberedSteps = 64;

/**
 * Opens the replay of a policy. A node that is handed nothing keeps what it runs, under every policy. The cost of a pass is
 * that of the nodes on which anything changes, and what comes again and again is worked out once.
 */
export function openReplay(policy: Policy, given?: GivenBindings): Replay {
  const rules = openRules(policy.rules);
  const adjuster = openListAdjuster();
  const baker = bakerOf(policy, given);
  const carry = openCarrying();
  const numberOf = openNumbering();
  const recalls = new Map<string, (run: NodeRun) => NodeRun>();
  const bases = new Map<string, NameMap>();
  let nodes: ReadonlyMap<string, NodeRun> = new Map();
  let names: NameMap = new Map();

  function handed(state: NodeState, before: NodeRun | undefined, basis: NameMap): Step {
    if (before === undefined) return { run: runOf(state, undefined, basis), replaced: [] };
    if (before.state.digest === state.digest && before.basis === basis && before.names === names)
      return { run: before, replaced: [] };
    const key = `${state.digest} ${numberOf(basis)} ${numberOf(names)}`;
    let step = before.next.get(key);
    if (step === undefined) {
      const run = runOf(state, before, basis);
      step = { run, replaced: replacedOn(state.node, before, run) };
      if (before.next.size >= rememberedSteps) before.next.clear();
      before.next.set(key, step);
    }
    return step;
  }

  function runOf(state: NodeState, before: NodeRun | undefined, basis: NameMap): NodeRun {
    const running = new Map<string, Running>();
    for (const [id, container] of state.containers) {
      const last = before?.running.get(id);
      const held = before && last ? { list: last.list, names: before.names } : null;
      const list = adjuster.adjust(container.hosts, held, basis, names);
      const baked = baker.bake(container, list);
      running.set(id, { container, list, baked, carried: carry(last?.carried ?? nothing, list, basis) });
    }
    const recall = recalls.get(state.node) ?? openRecall(isSameRun);
    recalls.set(state.node, recall);
    return recall({ state, basis, names, running, next: new Map() });
  }

  function replacedOn(node: string, before: NodeRun, after: NodeRun): ContainerPlace[] {
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
        // a node's recorded lists were made with the names of the pass that handed them over, whatever else would have come
        if (step.isRead && isHanded(step.outcomes.get(node))) bases.set(node, step.names);
        const basis = bases.get(node) ?? step.names;
        const stands = before !== undefined && (isFailing || !isGiven);
        const next = stands ? { run: before, replaced: [] } : handed(state, before, basis);
        for (const place of next.replaced) replaced.push(place);
        after.set(node, next.run);
      }
      nodes = after;
      return { replaced, names, running: new Map([...after].map(([node, { running }]) => [node, running])) };
    },
  };
}

function isSameRun(known: NodeRun, run: NodeRun): boolean {
  if (known.state.digest !== run.state.digest || known.basis !== run.basis || known.names !== run.names) return false;
  return [...run.running].every(([id, one]) => {
    const other = known.running.get(id) as Running;
    return one.list === other.list && one.baked === other.baked && one.carried === other.carried;
  });
}

/** Numbers objects, so that a text can name them. */
function openNumbering(): (one: object) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (one) => {
    const known = numbers.get(one);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(one, last);
    return last;
  };
}

/** A digest that a compose tool keeps follows from the hosts list too, and so tells only where that stayed. */
function changesSpec(before: Container, after: Container): boolean {
  if (before.spec.digest !== after.spec.digest) return true;
  return before.hosts.digest === after.hosts.digest && configChanged(before, after);
}

const nothing: ReadonlySet<Name> = new Set();

/** So many times the names of the mesh are carried at most: names may come and go for years. */
const mostCarried = 4;

/**
 * Adds the names of a list to those that were carried before. The same of the same is the same set. Where many of them are
 * of the mesh no more, those are forgotten.
 */
function openCarrying(): (before: ReadonlySet<Name>, list: HostsList, mesh: NameMap) => ReadonlySet<Name> {
  const known = new WeakMap<ReadonlySet<Name>, WeakMap<HostsList, ReadonlySet<Name>>>();
  return (before, list, mesh) => {
    const own = known.get(before) ?? new WeakMap<HostsList, ReadonlySet<Name>>();
    known.set(before, own);
    const carried = own.get(list) ?? carriedNames(before, namesOf(list), mesh);
    own.set(list, carried);
    return carried;
  };
}

function carriedNames(before: ReadonlySet<Name>, list: NameMap, mesh: NameMap): ReadonlySet<Name> {
  const added = [...list.keys()].filter((name) => !before.has(name));
  if (added.length === 0) return before;
  const all = [...before, ...added];
  const isMany = all.length > mostCarried * (mesh.size + list.size + 64);
  return new Set(isMany ? all.filter((name) => mesh.has(name) || list.has(name)) : all);
}
