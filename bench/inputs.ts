/** One pass as a controller writes it: the text of each node's declaration, by file name. */
export type PassFiles = ReadonlyMap<string, string>;

/** How large a generated mesh is. */
export interface MeshSize {
  readonly nodes: number;
  readonly containers: number;
  readonly names: number;
}

/** Four declarations of about 170 KB: what a user's `git add -A && git commit` was measured on. */
export const smallMesh: MeshSize = { nodes: 4, containers: 30, names: 150 };

/** A fleet, each of whose passes is about 200 MB of declarations. */
export const fleetMesh: MeshSize = { nodes: 200, containers: 50, names: 500 };

/** The passes of a mesh, endless: what `flap` and `churn` do is told by {@link flap} and {@link churn}. */
export type Story = (size: MeshSize) => Generator<PassFiles>;

/** One node's names vanish every second pass, and come back. */
export function* flap(size: MeshSize): Generator<PassFiles> {
  const whole = rosterOf(size, new Map());
  const short = whole.filter((_name, index) => index % size.nodes !== 1);
  const [all, some] = [filesOf(size, whole), filesOf(size, short)];
  for (;;) {
    yield all;
    yield some;
  }
}

/** A quarter of the passes move a name to an address it never had; the others change nothing. */
export function* churn(size: MeshSize): Generator<PassFiles> {
  const moved = new Map<number, number>();
  let files = filesOf(size, rosterOf(size, moved));
  for (let pass = 0; ; pass += 1) {
    if (pass % 4 === 3) {
      moved.set((pass * 7) % size.names, pass);
      files = filesOf(size, rosterOf(size, moved));
    }
    yield files;
  }
}

function rosterOf({ nodes, names }: MeshSize, moved: ReadonlyMap<number, number>): string[] {
  return Array.from({ length: names }, (_value, index) => {
    const generation = moved.get(index);
    const address = generation === undefined ? `192.0.2.${(index % nodes) + 1}` : addressOf(generation);
    return `service-${String(index).padStart(4, '0')}.mesh.example:${address}`;
  });
}

/** An address out of the range for benchmarks (RFC 2544), another one for each generation. */
function addressOf(generation: number): string {
  return `198.${18 + ((generation >> 16) & 1)}.${(generation >> 8) & 255}.${generation & 255}`;
}

function filesOf({ nodes, containers }: MeshSize, hosts: readonly string[]): PassFiles {
  return new Map(
    Array.from({ length: nodes }, (_value, node) => [
      `node-${node + 1}.json`,
      JSON.stringify(
        {
          node: `node-${node + 1}`,
          address: `192.0.2.${(node % 250) + 1}`,
          containers: Array.from({ length: containers }, (_one, container) => ({
            name: `service-${container}.server`,
            module: `module-${container % 7}`,
            image: `registry.mesh.example/service-${container}:1.${node}`,
            env: { LOG_LEVEL: 'info', PORT: String(8000 + container), TOKEN: `not-a-secret-${node}-${container}` },
            mounts: [{ source: `/srv/${container}`, target: '/data' }],
            hosts,
          })),
        },
        null,
        1,
      ),
    ]),
  );
}
