import { createHash } from 'node:crypto';
import type { Delivery } from '../mesh/controller.ts';
import type { AgentPass, Deed, KeptContainer, TrueCause } from '../mesh/host-agent.ts';
import { idOf, storeId, type WantedContainer } from '../mesh/world.ts';
import { busyboxImage, type DockerEngine } from './docker-engine.ts';

/** One container as the engine itself has it. */
export interface EngineContainer {
  readonly engineId: string;
  readonly node: string;
  /** `module/name`, as the mesh knows it. */
  readonly container: string;
  readonly hosts: readonly string[];
  readonly specDigest: string;
  /** What `docker inspect` printed of it. */
  readonly inspected: unknown;
}

/** The labels under which an agent finds its containers again. */
export const nodeLabel = 'mesh.node';
export const moduleLabel = 'mesh.module';
export const nameLabel = 'mesh.name';
const specLabel = 'mesh.spec';

/** Everything that the engine has, by node and container. */
export async function engineContainers(engine: DockerEngine): Promise<EngineContainer[]> {
  const ids = (await engine.docker(['ps', '-aq'])).split('\n').filter((id) => id !== '');
  if (ids.length === 0) return [];
  const inspected = JSON.parse(await engine.docker(['inspect', ...ids])) as Inspected[];
  return inspected
    .map((one): EngineContainer => {
      const label = (key: string) => one.Config.Labels[key] ?? '';
      return {
        engineId: one.Id,
        node: label(nodeLabel),
        container: `${label(moduleLabel)}/${label(nameLabel)}`,
        hosts: one.HostConfig.ExtraHosts ?? [],
        specDigest: label(specLabel),
        inspected: one,
      };
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

interface Inspected {
  readonly Id: string;
  readonly HostConfig: { readonly ExtraHosts: readonly string[] | null };
  readonly Config: { readonly Labels: Readonly<Record<string, string>> };
}

/**
 * The host agent of one node, on a real engine: it makes what is wanted and is not there, ends what is there and not
 * wanted, and replaces each container whose identity (spec and hosts list) is another one. It asks the engine what is
 * there. The control plane's own store comes last, when `beforeStore` has come. Gives what it did, and when.
 */
export async function serveNode(
  engine: DockerEngine,
  { node, containers, hosts }: Delivery,
  before: readonly EngineContainer[],
  beforeStore: Promise<unknown>,
): Promise<Deed[]> {
  const there = new Map(before.filter((one) => one.node === node).map((one) => [one.container, one]));
  const wanted = [...containers].sort((a, b) => Number(idOf(a) === storeId) - Number(idOf(b) === storeId));
  const deeds: Deed[] = [];
  for (const [id, { engineId }] of there) {
    if (wanted.some((one) => idOf(one) === id)) continue;
    await engine.docker(['rm', '-f', engineId]);
    deeds.push({ kind: 'removed', node, container: id, image: busyboxImage, at: Date.now(), causes: [] });
  }
  for (const one of wanted) {
    const last = there.get(idOf(one));
    const causes = last ? causesOf(last, hosts, specDigestOf(one)) : [];
    if (last && causes.length === 0) continue;
    if (idOf(one) === storeId) await beforeStore;
    if (last) await engine.docker(['rm', '-f', last.engineId]);
    const name = `${node}-${one.module}-${one.name}`;
    await engine.docker(createArgs(name, node, one, hosts));
    await engine.docker(['start', name]);
    const kind = last ? 'replaced' : 'created';
    deeds.push({ kind, node, container: idOf(one), image: one.spec.image, at: Date.now(), causes });
  }
  return deeds;
}

/** What was really done between two looks at the engine, as its own ids, hosts lists and labels say it. */
export function agentPassBetween(
  before: readonly EngineContainer[],
  after: readonly EngineContainer[],
  at: number,
): AgentPass {
  const last = new Map(before.map((one) => [keyOf(one), one]));
  const next = new Map(after.map((one) => [keyOf(one), one]));
  const deedOf = (kind: Deed['kind'], { node, container }: EngineContainer, causes: readonly TrueCause[]): Deed => ({
    kind,
    node,
    container,
    image: busyboxImage,
    at,
    causes,
  });
  const stayed = after.flatMap((one): [EngineContainer, EngineContainer][] => {
    const earlier = last.get(keyOf(one));
    return earlier ? [[earlier, one]] : [];
  });
  const deeds = [
    ...stayed
      .filter(([earlier, one]) => earlier.engineId !== one.engineId)
      .map(([earlier, one]) => deedOf('replaced', one, causesOf(earlier, one.hosts, one.specDigest))),
    ...after.filter((one) => !last.has(keyOf(one))).map((one) => deedOf('created', one, [])),
    ...before.filter((one) => !next.has(keyOf(one))).map((one) => deedOf('removed', one, [])),
  ];
  const kept = stayed.map(
    ([earlier, one]): KeptContainer => ({ node: one.node, before: earlier.hosts, after: one.hosts }),
  );
  return { deeds, kept };
}

/** The id of a container to whom only the engine is known: one machine that runs the containers of all nodes, by compose labels. */
export function engineIdOf({ node, container }: Pick<Deed, 'node' | 'container'>): string {
  return `${node}-${container}/1`;
}

function createArgs(name: string, node: string, wanted: WantedContainer, hosts: readonly string[]): string[] {
  const { env = {} } = wanted.spec as { env?: Readonly<Record<string, string>> };
  const labels = {
    [nodeLabel]: node,
    [moduleLabel]: wanted.module,
    [nameLabel]: wanted.name,
    [specLabel]: specDigestOf(wanted),
    'com.docker.compose.project': `${node}-${wanted.module}`,
    'com.docker.compose.service': wanted.name,
    'com.docker.compose.container-number': '1',
  };
  const flags = [
    ...hosts.flatMap((entry) => ['--add-host', entry]),
    ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    ...Object.entries(labels).flatMap(([key, value]) => ['--label', `${key}=${value}`]),
  ];
  return ['create', '--name', name, '--network', 'none', ...flags, wanted.spec.image, 'sleep', '3600'];
}

function causesOf(before: EngineContainer, hosts: readonly string[], specDigest: string): TrueCause[] {
  const roster = before.hosts.join('\n') === hosts.join('\n') ? [] : (['roster'] as const);
  const spec = before.specDigest === specDigest ? [] : (['spec'] as const);
  return [...roster, ...spec];
}

function specDigestOf({ spec }: WantedContainer): string {
  return createHash('sha256').update(JSON.stringify(spec)).digest('hex');
}

function keyOf({ node, container }: Pick<EngineContainer, 'node' | 'container'>): string {
  return `${node} ${container}`;
}
