import { benignEvents } from './benign-events.ts';
import type { BuiltInPolicy } from './built-in-policy.ts';
import { controlStore } from './control-store.ts';
import { controller, type Delivery, type PassDocument, type RosterEntry } from './controller.ts';
import { type EngineEvent, engineEvents } from './engine-events.ts';
import { type AgentPass, type Deed, endedBeforeMs, type HeldContainer, hostAgent } from './host-agent.ts';
import { type HostLogForm, hostLogText } from './host-log.ts';
import { type MeshOptions, wholeOptions } from './mesh-options.ts';
import { type Random, randomOf } from './seeded-random.ts';
import { moveWatcher, type PassTruth } from './truth.ts';
import { firstWorld, storeId } from './world.ts';

/** What an evening leaves behind, and what really happened. */
export interface MeshRun {
  /** What a recorder is given, pass by pass. Nothing in them tells of a failure that was swallowed. */
  readonly documents: readonly PassDocument[];
  /** The log of each node's agent, with its times as the clock tells them. */
  readonly hostLog: Readonly<Record<string, string>>;
  /** What the engine of each node told. */
  readonly events: Readonly<Record<string, readonly EngineEvent[]>>;
  readonly truth: readonly PassTruth[];
}

/**
 * Runs a controller and its hosts through an evening on a clock of their own. The fault closes a loop through the store:
 *
 * 1. A pass that replaces the store is followed by one in which the failing node cannot be planned.
 * 2. Where its names were there until then, they vanish now: every hosts list changes, and the store is replaced again.
 *    So the next pass cannot plan the node either; but nothing changes any more, and nothing is replaced.
 * 3. The pass after that plans well: the names return, everything is replaced, and it goes on at 1.
 *
 * Once anything has replaced the store, the roster thus alternates with a period of three passes: the names are there in
 * one and away in two, and of three passes two replace everything and one is quiet. An event that replaces the store in
 * the quiet pass makes that absence one pass longer. It never stops by itself, but where it is the hub that fails and
 * that is reported: then the store's last declaration stands while the names are away and is the same when they are back,
 * so that a kick costs one failed pass. Without the fault a kick costs one wave of replacements, and the mesh is quiet.
 */
export function runMesh(given: MeshOptions): MeshRun {
  const options = wholeOptions(given);
  const { seed, passes, fault, reported, failingNode, startAt, failures, policy } = options;
  const intervalMs = options.intervalSeconds * 1000;
  const first = firstWorld(options);
  const store = controlStore(fault, intervalMs, randomOf(seed, 'store'));
  const order = restlessOrder(options.restlessness, randomOf(seed, 'order'));
  const plan = controller(store, failingNode, reported, first, { policy, failures, order });
  const before = plan(first, 0, startAt, 'timer');
  const agents = hostAgents(before.deliveries, intervalMs, seed, policy);
  const movesOf = moveWatcher(before.roster);
  const eventOf = benignEvents(options, first);

  const steps = Array.from({ length: passes }, (_, index) => {
    const [number, at] = [index + 1, startAt + index * intervalMs];
    const { event, world } = eventOf(number);
    const planned = plan(world, number, at, event.trigger);
    const agentPasses = agents.take(planned.deliveries, at);
    const deeds = agentPasses.flatMap((one) => one.deeds);
    const storeEndsAt = endOfStore(deeds);
    if (storeEndsAt !== null) store.replace(storeEndsAt);
    const moves = movesOf(planned, agentPasses);
    return { number, at, event, planned, deeds, storeEndsAt, moves, holding: agents.holding() };
  });

  const truth = steps.map(
    ({ number, at, event, planned, moves, deeds, storeEndsAt, holding }): PassTruth => ({
      pass: number,
      at,
      event,
      failed: planned.failed,
      planned: planned.planned,
      roster: planned.roster,
      holding,
      moves,
      replaced: deeds.filter(({ kind }) => kind === 'replaced'),
      created: deeds.filter(({ kind }) => kind === 'created'),
      removed: deeds.filter(({ kind }) => kind === 'removed'),
      storeAway: store.times().find(({ from }) => from === storeEndsAt) ?? null,
    }),
  );
  const deedsOf = (node: string) => steps.flatMap(({ deeds }) => deeds.filter((deed) => deed.node === node));
  const names = first.nodes.map(({ node }) => node);
  return {
    documents: steps.map(({ planned }) => planned.document),
    hostLog: Object.fromEntries(names.map((node) => [node, hostLogText(deedsOf(node), 'clock')])),
    events: Object.fromEntries(
      names.map((node) => [node, engineEvents(deedsOf(node), store.times(), randomOf(seed, `engine ${node}`))]),
    ),
    truth,
  };
}

/** The log of one node's agent in another form than that of {@link MeshRun.hostLog}. */
export function hostLogOf({ truth }: Pick<MeshRun, 'truth'>, node: string, form: HostLogForm): string {
  return hostLogText(
    truth.flatMap(({ replaced }) => replaced.filter((deed) => deed.node === node)),
    form,
  );
}

/** The agents of all nodes, each with what it already runs. A node that is handed nothing does nothing. */
function hostAgents(first: readonly Delivery[], intervalMs: number, seed: number, policy: BuiltInPolicy) {
  const agents = new Map(
    first.map((one) => [one.node, hostAgent(one, intervalMs, randomOf(seed, `agent ${one.node}`), policy)]),
  );
  return {
    take: (deliveries: readonly Delivery[], at: number): AgentPass[] =>
      deliveries.flatMap((one) => agents.get(one.node)?.take(one, at) ?? []),
    holding: (): HeldContainer[] => [...agents.values()].flatMap((agent) => agent.holding()),
  };
}

/** Puts rosters in an order that now and then is another than that of the pass before: by name, turned round by some. */
function restlessOrder(restlessness: number, random: Random) {
  let turn = 0;
  return (roster: readonly RosterEntry[], number: number): readonly RosterEntry[] => {
    if (number > 1 && random.fraction() < restlessness) turn = random.between(0, 1000);
    const places = roster.length === 0 ? 0 : turn % roster.length;
    return [...roster.slice(places), ...roster.slice(0, places)];
  };
}

function endOfStore(deeds: readonly Deed[]): number | null {
  const deed = deeds.find(({ container }) => container === storeId);
  return deed === undefined ? null : deed.at - endedBeforeMs;
}
