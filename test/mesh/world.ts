/** A machine of the mesh. Its own name is `NODE.internal`. */
export interface MeshNode {
  readonly node: string;
  readonly address: string;
}

/** One container as its owner wants it. The spec is all of it but its names and its hosts list. */
export interface WantedContainer {
  readonly module: string;
  readonly name: string;
  readonly spec: Readonly<Record<string, unknown>> & { readonly image: string };
  /** Entries of its own, which stand behind those of the roster. */
  readonly own?: readonly string[];
}

/** What one node is to run, and the names that it routes. Never changed: an event makes another one. */
export interface Wanted {
  readonly containers: readonly WantedContainer[];
  readonly routes: readonly string[];
}

/** The mesh as its owners want it at one moment. */
export interface World {
  readonly nodes: readonly MeshNode[];
  readonly wanted: ReadonlyMap<string, Wanted>;
}

/** The nodes that a mesh can have, in the order in which it takes them. */
export const meshNodes: readonly MeshNode[] = [
  { node: 'novox', address: '192.0.2.3' },
  { node: 'g14', address: '192.0.2.2' },
  { node: 'ace', address: '192.0.2.4' },
  { node: 'shanks', address: '192.0.2.5' },
  { node: 'lyra', address: '192.0.2.6' },
  { node: 'kite', address: '192.0.2.7' },
];

/** The node that runs the control plane. */
export const hub = 'novox';

/** The id of the control plane's own store, which the controller asks for every plan. */
export const storeId = 'mesh-store/postgres.server';

/** The id of a container: `module/name`. */
export function idOf({ module, name }: Pick<WantedContainer, 'module' | 'name'>): string {
  return `${module}/${name}`;
}

const routeWords = ['auth', 'books', 'chat', 'cloud', 'git', 'mail', 'music', 'news', 'photos', 'wiki'];
const appWords = ['forgejo', 'keycloak', 'minio', 'mailu', 'umami', 'immich', 'nextcloud', 'miniflux', 'paperless'];

const controlPlane: readonly WantedContainer[] = [
  wantedContainer('mesh-store', 'postgres.server', { labels: { 'mesh.tier': 'control-plane' } }),
  wantedContainer('mesh-registry', 'distribution.store', { labels: { 'mesh.tier': 'control-plane' } }),
  wantedContainer('route-proxy', 'route-proxy.server', { labels: { 'mesh.tier': 'edge' } }),
];

/** A container of version 1, with a secret of its own among its variables. */
export function wantedContainer(module: string, name: string, more: Record<string, unknown> = {}): WantedContainer {
  return {
    module,
    name,
    spec: {
      image: `registry.novox.example/${module}:1.0`,
      env: { LOG_LEVEL: 'info', ADMIN_PASSWORD: `invented-${module}` },
      mounts: [`/srv/${module}:/data`],
      ...more,
    },
  };
}

/** The mesh at the beginning: each node runs and routes as many as it is told, the hub its control plane first. */
export function firstWorld(size: {
  nodes: number;
  containersPerNode: number;
  routedNamesPerNode: number;
  ownEntries?: boolean;
}): World {
  const nodes = meshNodes.slice(0, size.nodes);
  const routesOf = (node: string) =>
    Array.from({ length: size.routedNamesPerNode }, (_, place) => `${nthWord(routeWords, place)}.${node}.example`);
  const wanted = nodes.map(({ node }, index): [string, Wanted] => {
    const own = node === hub ? controlPlane : [];
    const apps = Array.from({ length: Math.max(0, size.containersPerNode - own.length) }, (_, place) => {
      const module = nthWord(appWords, index + place);
      const neighbour = routesOf((nodes[(index + place) % nodes.length] as MeshNode).node);
      return wantedContainer(module, `${module}.server`, peersOf(neighbour[place % Math.max(1, neighbour.length)]));
    });
    const all = [...own, ...apps].map((one, place) =>
      size.ownEntries && place % 2 === 0 ? { ...one, own: [`cache-${place}.private:198.51.100.${place + 1}`] } : one,
    );
    return [node, { containers: all, routes: routesOf(node) }];
  });
  return { nodes, wanted: new Map(wanted) };
}

/** Of the names of the mesh, an app speaks of two: where its data is, in a value that hides a secret, and a peer of its own. */
function peersOf(peer: string | undefined): Record<string, unknown> {
  const command = ['serve', '--peer', `https://${peer ?? `${hub}.internal`}/api`];
  return { command, env: { LOG_LEVEL: 'info', DATABASE_URL: `postgres://app:invented@${hub}.internal:5432/app` } };
}

/** Past its end a list of words begins again, with a number behind each. */
function nthWord(words: readonly string[], index: number): string {
  const round = Math.floor(index / words.length);
  return `${words[index % words.length]}${round === 0 ? '' : round + 1}`;
}
