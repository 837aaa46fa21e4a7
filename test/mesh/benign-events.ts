import type { MeshOptions } from './mesh-options.ts';
import { type Random, randomOf } from './seeded-random.ts';
import { idOf, type Wanted, type World, wantedContainer } from './world.ts';

/** What an owner does before a pass, and the text that the controller gives as the trigger of the pass. */
export type BenignEvent =
  | { readonly kind: 'nothing'; readonly trigger: 'timer' }
  | { readonly kind: 'image-changed'; readonly trigger: string; readonly node: string; readonly container: string }
  | { readonly kind: 'assigned'; readonly trigger: string; readonly node: string; readonly module: string }
  | { readonly kind: 'unassigned'; readonly trigger: string; readonly node: string; readonly module: string }
  | { readonly kind: 'name-added'; readonly trigger: string; readonly node: string; readonly name: string }
  | { readonly kind: 'name-withdrawn'; readonly trigger: string; readonly node: string; readonly name: string }
  /** Where names move: another node routes the name from now on. */
  | {
      readonly kind: 'name-moved';
      readonly trigger: string;
      readonly node: string;
      readonly name: string;
      readonly target: string;
    }
  /** A module that is routed publicly only: neither a container nor a name of the mesh comes or goes. */
  | { readonly kind: 'coincidence'; readonly trigger: string; readonly node: string };

const nothing: BenignEvent = { kind: 'nothing', trigger: 'timer' };

const assignable: readonly string[] = ['etherpad', 'gatus', 'kavita', 'ntfy'];

/** How often each kind is drawn, out of 20. Names that really change are rare, so that they look like no flap. */
const kinds: readonly BenignEvent['kind'][] = [
  ...Array<BenignEvent['kind']>(7).fill('image-changed'),
  ...Array<BenignEvent['kind']>(4).fill('assigned'),
  ...Array<BenignEvent['kind']>(3).fill('unassigned'),
  ...Array<BenignEvent['kind']>(4).fill('coincidence'),
  'name-added',
  'name-withdrawn',
];

/** Makes the function that says, pass by pass and in order, what an owner did before it, and the world that is wanted since. */
export function benignEvents(
  { seed, failingNode, kickAt, eventRate, moving }: Required<MeshOptions>,
  first: World,
): (number: number) => { readonly event: BenignEvent; readonly world: World } {
  const random = randomOf(seed, 'events');
  const kicker = random.pick(first.nodes.filter(({ node }) => node !== failingNode)).node;
  let world = first;

  return (number) => {
    const usual = drawEvent(random, number, first, world);
    const drawn = moving && random.fraction() < 0.5 ? drawMove(random, world) : usual;
    const happens = random.fraction() < eventRate && number > 1;
    const event = number === kickAt ? nameAdded(kicker, number) : happens ? drawn : nothing;
    world = worldAfter(world, event);
    return { event, world };
  };
}

/** Draws an event. A node withdraws one name at most, and none that was added: a name that really changes changes once. */
function drawEvent(random: Random, number: number, first: World, world: World): BenignEvent {
  const [kind, module, { node }] = [random.pick(kinds), random.pick(assignable), random.pick(world.nodes)];
  const [original, wanted] = [first.wanted.get(node) as Wanted, world.wanted.get(node) as Wanted];
  const container = random.pick(wanted.containers);
  const runs = wanted.containers.some((one) => one.module === module);
  if (kind === 'image-changed') {
    return { kind, trigger: `deploy ${node} ${container.module}`, node, container: idOf(container) };
  }
  if (kind === 'assigned' && !runs) return { kind, trigger: `assign ${node} ${module}`, node, module };
  if (kind === 'unassigned' && runs) return { kind, trigger: `unassign ${node} ${module}`, node, module };
  if (kind === 'name-added') return nameAdded(node, number);
  const [name] = original.routes;
  if (kind === 'name-withdrawn' && name !== undefined && wanted.routes.includes(name)) {
    return { kind, trigger: `domain remove ${node} ${name}`, node, name };
  }
  return { kind: 'coincidence', trigger: `${random.pick(['assign', 'unassign'])} ${node} searxng`, node };
}

/** Draws a name that moves from one node to another, or that goes; nothing where the node drawn routes none. */
function drawMove(random: Random, world: World): BenignEvent {
  const [from, to] = [random.pick(world.nodes).node, random.pick(world.nodes).node];
  const goes = random.fraction() < 0.4;
  const { routes } = world.wanted.get(from) as Wanted;
  const name = routes.length === 0 ? null : random.pick(routes);
  if (name === null) return nothing;
  if (goes) return { kind: 'name-withdrawn', trigger: `domain remove ${from} ${name}`, node: from, name };
  if (from === to) return nothing;
  return { kind: 'name-moved', trigger: `domain move ${name} ${from} ${to}`, node: from, name, target: to };
}

/** A node routes one more name, which is like no other: it bears the number of the pass. */
function nameAdded(node: string, number: number): BenignEvent {
  const name = `blog-${number}.${node}.example`;
  return { kind: 'name-added', trigger: `domain add ${node} ${name}`, node, name };
}

function worldAfter(world: World, event: BenignEvent): World {
  if (event.kind === 'nothing' || event.kind === 'coincidence') return world;
  const before = world.wanted.get(event.node) as Wanted;
  if (event.kind === 'name-moved') {
    const target = world.wanted.get(event.target) as Wanted;
    const wanted = new Map(world.wanted)
      .set(event.node, { ...before, routes: before.routes.filter((name) => name !== event.name) })
      .set(event.target, { ...target, routes: [...target.routes, event.name] });
    return { ...world, wanted };
  }
  return { ...world, wanted: new Map(world.wanted).set(event.node, { ...before, ...changeOf(before, event) }) };
}

function changeOf(
  { containers, routes }: Wanted,
  event: Exclude<BenignEvent, { kind: 'nothing' | 'coincidence' | 'name-moved' }>,
): Partial<Wanted> {
  if (event.kind === 'name-added') return { routes: [...routes, event.name] };
  if (event.kind === 'name-withdrawn') return { routes: routes.filter((name) => name !== event.name) };
  if (event.kind === 'unassigned') return { containers: containers.filter(({ module }) => module !== event.module) };
  if (event.kind === 'assigned') {
    return { containers: [...containers, wantedContainer(event.module, `${event.module}.server`)] };
  }
  return {
    containers: containers.map((one) =>
      idOf(one) === event.container ? { ...one, spec: { ...one.spec, image: nextImage(one.spec.image) } } : one,
    ),
  };
}

function nextImage(image: string): string {
  const [repository, version] = image.split(/\.(?=\d+$)/) as [string, string];
  return `${repository}.${Number(version) + 1}`;
}
