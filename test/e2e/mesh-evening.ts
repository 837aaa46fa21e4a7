import { setTimeout as delay } from 'node:timers/promises';
import { controller, type Delivery, type PassDocument } from '../mesh/controller.ts';
import type { Deed } from '../mesh/host-agent.ts';
import { moveWatcher, type TrueMove } from '../mesh/truth.ts';
import { firstWorld, hub, storeId, type Wanted, type WantedContainer, type World } from '../mesh/world.ts';
import { busyboxImage, type DockerEngine } from './docker-engine.ts';
import { agentPassBetween, type EngineContainer, engineContainers, serveNode } from './mesh-host-agent.ts';

/**
 * How long a controller waits after one pass before it begins the next one, in milliseconds. More than a second, so that
 * times to the second are those of one pass.
 */
const pauseMs = { healthy: 1100, faulty: 2000 };

/**
 * How long the store must have been running before it answers, in milliseconds. With the fault it is nearly two pauses: the
 * store is the last that a pass replaces, so that a pass asks one pause after the store was replaced, or two
 * pauses and more. Two pauses cannot be shorter than this, and one can be nearly twice as long as it should.
 */
const answersAfterMs = { healthy: 0, faulty: 2 * pauseMs.faulty - 200 };

/** What an owner does before a pass. */
export interface Change {
  readonly trigger: string;
  readonly node: string;
  readonly change: (wanted: Wanted) => Wanted;
}

/** An evening on a real engine. */
export interface EveningOptions {
  /** The mesh at the beginning. */
  readonly world: World;
  readonly passes: number;
  /** Whether the store needs a while after it was started, so that the pass that follows finds it away. */
  readonly fault: boolean;
  readonly failingNode: string;
  readonly reported: boolean;
  /** By the number of the pass. */
  readonly changes: Readonly<Record<number, Change>>;
  /** Is handed each document as the controller produced it, while the agents work; the pass ends with both. */
  readonly recordDocument: (document: PassDocument) => Promise<void>;
  /** Is handed each pass that is over. Nothing waits for it. */
  readonly recordOutcome: (pass: RealPass) => void;
}

/** What really happened in one pass, as the engine says it. */
export interface RealPass {
  readonly pass: number;
  readonly at: string;
  /** The node whose plan failed. */
  readonly failed: string | null;
  readonly moves: readonly TrueMove[];
  readonly replaced: readonly Deed[];
  readonly created: readonly Deed[];
  readonly removed: readonly Deed[];
  /** What the engine had when the pass was over. */
  readonly after: readonly EngineContainer[];
}

/** An evening as it was, with what the agents logged. */
export interface RealEvening {
  /** The mesh at the beginning, and as its owners left it. */
  readonly first: World;
  readonly last: World;
  readonly passes: readonly RealPass[];
  readonly logged: readonly Deed[];
  /** From before the first pass until after the last one, in milliseconds since the epoch. */
  readonly since: number;
  readonly until: number;
}

/** A mesh of three nodes and eight containers that an engine without a registry can run. */
export function smallWorld(): World {
  const world = firstWorld({ nodes: 3, containersPerNode: 3, routedNamesPerNode: 3 });
  const runnable = ({ module, name, spec: { env } }: WantedContainer): WantedContainer => ({
    module,
    name,
    spec: { image: busyboxImage, env },
  });
  const wanted = [...world.wanted].map(([node, { containers, routes }]): [string, Wanted] => [
    node,
    { containers: containers.slice(0, node === 'ace' ? 2 : 3).map(runnable), routes },
  ]);
  return { ...world, wanted: new Map(wanted) };
}

/** Brings the mesh up, waits until its store answers, and runs pass after pass. */
export async function spendEvening(engine: DockerEngine, options: EveningOptions): Promise<RealEvening> {
  const { world: first, fault, failingNode, reported, changes } = options;
  const temper = fault ? 'faulty' : 'healthy';
  let away = false;
  const plan = controller({ isAway: () => away }, failingNode, reported, first);
  const ready = plan(first, 0, Date.now(), 'timer');
  const movesOf = moveWatcher(ready.roster);
  let world = first;
  let before = await engineContainers(engine);
  await deliver(engine, ready.deliveries, before);
  before = await engineContainers(engine);
  while (await isAway(engine, before, answersAfterMs[temper])) await delay(100);

  const passes: RealPass[] = [];
  const logged: Deed[] = [];
  const since = Date.now();
  for (let number = 1; number <= options.passes; number += 1) {
    const change = changes[number];
    if (change) world = changed(world, change);
    const at = Date.now();
    away = await isAway(engine, before, answersAfterMs[temper]);
    const planned = plan(world, number, at, change?.trigger ?? 'timer');
    const [deeds] = await Promise.all([
      deliver(engine, planned.deliveries, before),
      options.recordDocument(planned.document),
    ]);
    const pause = delay(pauseMs[temper]);
    logged.push(...deeds);
    const after = await engineContainers(engine);
    const done = agentPassBetween(before, after, at);
    const ofKind = (kind: Deed['kind']) => done.deeds.filter((deed) => deed.kind === kind);
    const pass: RealPass = {
      pass: number,
      at: planned.document.at,
      failed: planned.failed,
      moves: movesOf(planned, [done]),
      replaced: ofKind('replaced'),
      created: ofKind('created'),
      removed: ofKind('removed'),
      after,
    };
    passes.push(pass);
    options.recordOutcome(pass);
    before = after;
    await pause;
  }
  return { first, last: world, passes, logged, since, until: Date.now() };
}

/** All nodes at once, but the store when the other nodes are done. */
async function deliver(
  engine: DockerEngine,
  deliveries: readonly Delivery[],
  before: readonly EngineContainer[],
): Promise<Deed[]> {
  const [own, others] = [true, false].map((isHub) => deliveries.filter(({ node }) => (node === hub) === isHub)) as [
    Delivery[],
    Delivery[],
  ];
  const served = Promise.all(others.map((delivery) => serveNode(engine, delivery, before, Promise.resolve())));
  const all = await Promise.all([served, ...own.map((delivery) => serveNode(engine, delivery, before, served))]);
  return all.flat(2);
}

/** Asks the engine whether the store has been running for long enough to answer. */
async function isAway(engine: DockerEngine, containers: readonly EngineContainer[], afterMs: number): Promise<boolean> {
  const store = containers.find(({ node, container }) => node === hub && container === storeId);
  if (!store) return true;
  const askedAt = Date.now();
  const [running, startedAt] = (
    await engine.docker(['inspect', '--format', '{{.State.Running}} {{.State.StartedAt}}', store.engineId])
  )
    .trim()
    .split(' ') as [string, string];
  return running !== 'true' || askedAt - Date.parse(startedAt) < afterMs;
}

function changed(world: World, { node, change }: Change): World {
  return { ...world, wanted: new Map(world.wanted).set(node, change(world.wanted.get(node) as Wanted)) };
}
