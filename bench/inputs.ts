import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One pass as a controller writes it: the name and the text of each node's declaration. The texts are made as they are
 * asked for, each time anew: those of a fleet are never held at once.
 */
export type PassFiles = Iterable<readonly [name: string, text: string]>;

/** How large a generated mesh is. */
export interface MeshSize {
  readonly nodes: number;
  readonly containers: number;
  readonly names: number;
}

/** Four declarations of about 170 KB: what a user's `git add -A && git commit` was measured on. */
export const smallMesh: MeshSize = { nodes: 4, containers: 30, names: 150 };

/** A fleet, each of whose passes is more than 200 MB of declarations. */
export const fleetMesh: MeshSize = { nodes: 200, containers: 50, names: 500 };

/** The passes of a mesh, endless. */
export type Story = (size: MeshSize) => Generator<PassFiles, never>;

/** One node's names vanish every second pass, and come back. */
export function* flap(size: MeshSize): Generator<PassFiles, never> {
  const whole = rosterOf(size, new Map());
  const short = whole.filter((_name, index) => index % size.nodes !== 1);
  const [all, some] = [filesOf(size, whole), filesOf(size, short)];
  for (;;) {
    yield all;
    yield some;
  }
}

/** A quarter of the passes move a name to an address it never had; the others change nothing. */
export function* churn(size: MeshSize): Generator<PassFiles, never> {
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

/** The passes of {@link churn} that move a name: all of them do. */
export function* changes(size: MeshSize): Generator<PassFiles, never> {
  const passes = churn(size);
  for (;;) {
    for (let quiet = 0; quiet < 3; quiet += 1) passes.next();
    yield passes.next().value;
  }
}

/** Writes the files of a pass into a folder. Gives their size. */
export function writePass(folder: string, files: PassFiles): number {
  mkdirSync(folder, { recursive: true });
  let bytes = 0;
  for (const [name, text] of files) {
    writeFileSync(join(folder, name), text);
    bytes += Buffer.byteLength(text);
  }
  return bytes;
}

function rosterOf({ nodes, names }: MeshSize, moved: ReadonlyMap<number, number>): string[] {
  return Array.from({ length: names }, (_value, index) => {
    const generation = moved.get(index);
    const address = generation === undefined ? nodeAddress(index % nodes) : addressOf(generation);
    return `service-${String(index).padStart(4, '0')}.mesh.example:${address}`;
  });
}

function nodeAddress(node: number): string {
  return node < 250 ? `192.0.2.${node + 1}` : `198.19.${node >> 8}.${node & 255}`;
}

/** An address out of the range for benchmarks (RFC 2544), another one for each of 65,536 generations. */
function addressOf(generation: number): string {
  return `198.18.${(generation >> 8) & 255}.${generation & 255}`;
}

function filesOf(size: MeshSize, hosts: readonly string[]): PassFiles {
  return {
    *[Symbol.iterator]() {
      // the list is the same in each container, and by far the most of the text
      const list = JSON.stringify(hosts, null, 1).replaceAll('\n', '\n   ');
      for (let node = 0; node < size.nodes; node += 1) {
        yield [
          `node-${node + 1}.json`,
          declarationOf(node, size.containers).replaceAll(`"${placeholder}"`, () => list),
        ];
      }
    },
  };
}

const placeholder = 'the hosts list';

/** The text of a declaration, with the placeholder where each hosts list is to stand. */
function declarationOf(node: number, containers: number): string {
  return JSON.stringify(
    {
      node: `node-${node + 1}`,
      address: nodeAddress(node),
      containers: Array.from({ length: containers }, (_one, container) => ({
        name: `service-${container}.server`,
        module: `module-${container % 7}`,
        image: `registry.mesh.example/service-${container}:1.${node}`,
        env: { LOG_LEVEL: 'info', PORT: String(8000 + container), TOKEN: `not-a-secret-${node}-${container}` },
        mounts: [{ source: `/srv/${container}`, target: '/data' }],
        hosts: placeholder,
      })),
    },
    null,
    1,
  );
}
