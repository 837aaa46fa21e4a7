import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storedProgram } from '../cli/run.ts';
import { evenings } from './arbitraries.ts';
import type { PassDocument } from './controller.ts';
import { runMesh } from './miniature-mesh.ts';
import { randomOf } from './seeded-random.ts';

/** The hosts lists of a node's containers after a pass, by the containers' ids. */
type Lists = ReadonlyMap<string, readonly string[]>;

/** What each node was to run after each pass; a node that failed runs what it was to run before. */
function declaredLists(documents: readonly PassDocument[], node: string): Lists[] {
  let standing: Lists = new Map();
  return documents.map(({ nodes }) => {
    const element = nodes.find((one) => one.node === node);
    if (element?.outcome === 'planned') {
      standing = new Map(element.containers.map(({ module, name, hosts }) => [`${module}/${name}`, hosts]));
    }
    return standing;
  });
}

/** An entry's name and address. */
function divided(entry: string): [name: string, address: string] {
  const at = entry.indexOf(':');
  return [entry.slice(0, at), entry.slice(at + 1)];
}

/** A container as docker inspect prints it, under its bare name, as an engine knows it. */
function inspection(id: string, hosts: readonly string[], number: number): object {
  return {
    Id: String(number).padStart(64, '0'),
    Name: `/${id.slice(id.indexOf('/') + 1)}`,
    State: { Running: true },
    Config: { Env: ['SESSION=kite-Marble-73'], Labels: {} },
    HostConfig: { ExtraHosts: hosts },
  };
}

/** What is stale of a list that was held since some pass, by going through all passes: `name kind since passes`. */
function expectedNames(lists: readonly Lists[], id: string, held: readonly string[]): string[] {
  const [holds, declared] = [new Map(held.map(divided)), new Map((lists.at(-1)?.get(id) ?? []).map(divided))];
  return [...new Set([...holds.keys(), ...declared.keys()])].flatMap((name) => {
    const [before, after] = [holds.get(name), declared.get(name)];
    if (before === after) return [];
    const alike = lists.map((list) => new Map((list.get(id) ?? []).map(divided)).get(name) === before);
    const since = alike.lastIndexOf(true) + 2;
    const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'moved';
    return [`${name} ${kind} ${before} ${after} ${since} ${lists.length - since + 1}`];
  });
}

interface StaleDocument {
  readonly stale: readonly {
    readonly container: string;
    readonly names: readonly {
      readonly name: string;
      readonly kind: string;
      readonly holds: readonly string[];
      readonly declared: readonly string[];
      readonly since: { readonly pass: number } | null;
      readonly passes: number;
    }[];
  }[];
  readonly notDeclared: readonly unknown[];
  readonly notRunning: readonly unknown[];
}

describe('containers that an agent left alone', () => {
  test('are found, and no others, with their names, their addresses and since when', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(evenings({ eventRate: 1 }), fc.nat(), async (options, seed) => {
        const { documents } = runMesh(options);
        const random = randomOf(seed, 'stale');
        const { folder, print, run } = storedProgram();
        mkdirSync(join(folder, 'passes'));
        for (const one of documents) writeFileSync(join(folder, 'passes', `${one.pass}.json`), JSON.stringify(one));
        await print('record', join(folder, 'passes'));

        for (const { node } of documents.at(-1)?.nodes ?? []) {
          const lists = declaredLists(documents, node);
          const running = [...(lists.at(-1) ?? [])].map(([id, hosts]) => {
            const madeAt = lists.findLastIndex((list) => !list.has(id)) + 1;
            const isLeftAlone = random.between(0, 1) === 0;
            const leftAt = random.between(madeAt, lists.length - 1);
            return { id, hosts: isLeftAlone ? (lists[leftAt]?.get(id) ?? hosts) : hosts };
          });
          if (running.length === 0) continue;
          const file = join(folder, `${node}.json`);
          writeFileSync(file, JSON.stringify(running.map(({ id, hosts }, index) => inspection(id, hosts, index))));

          const { out, exitCode } = await run('stale', file, '--node', node, '--json', '--exit-code');

          const expected = running.flatMap(({ id, hosts }) => {
            const names = expectedNames(lists, id, hosts);
            return names.length === 0 ? [] : [[id, names.sort()]];
          });
          const { stale, notDeclared, notRunning } = JSON.parse(out) as StaleDocument;
          expect(
            stale
              .map(({ container, names }) => [
                container,
                names
                  .map(({ name, kind, holds, declared, since, passes }) =>
                    [name, kind, holds[0], declared[0], since?.pass, passes].map(String).join(' '),
                  )
                  .sort(),
              ])
              .sort(),
          ).toEqual(expected.sort());
          expect([notDeclared, notRunning, exitCode]).toEqual([[], [], expected.length > 0 ? 1 : 0]);
          found += expected.length;
        }
      }),
      { numRuns: 12 },
    );
    expect(found).toBeGreaterThan(0);
  }, 60_000);
});
