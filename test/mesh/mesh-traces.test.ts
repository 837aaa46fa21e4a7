import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evenings } from './arbitraries.ts';
import { askAfterMs, type PassDocument } from './controller.ts';
import type { MeshOptions } from './mesh-options.ts';
import { hostLogOf, runMesh } from './miniature-mesh.ts';
import { hub, storeId } from './world.ts';

const kicked: MeshOptions = { seed: 1, passes: 8, fault: true, reported: false, eventRate: 0, containersPerNode: 1 };

function rosterTexts({ roster }: PassDocument): string[] {
  return roster.map(({ name, address }) => `${name}:${address}`);
}

describe('the documents', () => {
  test('show the names that the truth says moved in the roster', () => {
    fc.assert(
      fc.property(evenings(), (options) => {
        const { documents, truth } = runMesh(options);

        for (const [index, document] of documents.entries()) {
          const [before, after] = [rosterTexts(documents[index - 1] ?? document), rosterTexts(document)];
          const moves = (truth[index]?.moves ?? []).filter(({ roster }) => roster);
          expect(moves.flatMap((move) => move.before.map((address) => `${move.name}:${address}`))).toEqual(
            before.filter((entry) => !after.includes(entry)).sort(),
          );
          expect(moves.flatMap((move) => move.after.map((address) => `${move.name}:${address}`))).toEqual(
            after.filter((entry) => !before.includes(entry)).sort(),
          );
        }
      }),
      { numRuns: 20 },
    );
  });

  test('tell a failure where it is reported, and nothing of it where it is swallowed', () => {
    fc.assert(
      fc.property(evenings({ fault: true }), (options) => {
        const { documents, truth } = runMesh(options);

        const told = documents.map(({ nodes }) =>
          nodes.filter(({ outcome }) => outcome === 'failed').map(({ node }) => node),
        );
        expect(told).toEqual(truth.map(({ failed }) => (failed !== null && options.reported ? [failed] : [])));
        if (!options.reported) expect(JSON.stringify(documents)).not.toContain('store unreachable');
      }),
      { numRuns: 20 },
    );
  });

  test('give every container of a pass the roster of that pass', () => {
    fc.assert(
      fc.property(evenings(), (options) => {
        for (const document of runMesh(options).documents) {
          const containers = document.nodes.flatMap((node) => (node.outcome === 'planned' ? node.containers : []));
          for (const { hosts } of containers) expect(hosts).toEqual(rosterTexts(document));
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('the host log', () => {
  test('has a line for each container that was replaced, in three forms', () => {
    const run = runMesh({ ...kicked, passes: 3 });

    const words =
      "updated keycloak.server (keycloak): replaced; a container's configuration is fixed when it is created";
    expect(run.hostLog.g14).toBe(`22:41:06 g14 mesh-agent: ${words}\n`);
    expect(hostLogOf(run, 'g14', 'rfc3339')).toBe(`2026-09-29T22:41:06+02:00 g14 mesh-agent: ${words}\n`);
    expect(hostLogOf(run, 'g14', 'syslog')).toBe(`Sep 29 22:41:06 g14 mesh-agent[734]: ${words}\n`);
  });

  test('tells all replacements, and them only, before the next pass begins', () => {
    fc.assert(
      fc.property(evenings(), (options) => {
        const run = runMesh(options);

        const replaced = run.truth.flatMap((pass) => pass.replaced.map((deed) => ({ ...deed, passAt: pass.at })));
        for (const { at, passAt } of replaced) {
          expect(at).toBeGreaterThan(passAt + 3000);
          expect(at).toBeLessThan(passAt + options.intervalSeconds * 500);
        }
        const lines = Object.values(run.hostLog).flatMap((text) => text.split('\n').slice(0, -1));
        expect(lines.length).toBe(replaced.length);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the engine', () => {
  test('tells when the store was away', () => {
    fc.assert(
      fc.property(evenings(), (options) => {
        const { events, truth } = runMesh(options);

        const [module, name] = storeId.split('/');
        const told = (events[hub] ?? [])
          .filter(
            ({ Actor: { Attributes: labels } }) =>
              labels['com.docker.compose.project'] === module && labels['com.docker.compose.service'] === name,
          )
          .flatMap(({ Action, timeNano }) =>
            Action === 'die' || Action === 'start' ? [[Action, Math.round(timeNano / 1e6)]] : [],
          );
        const times = truth.flatMap(({ storeAway }) => storeAway ?? []);
        const ends = times.filter((_, index) => !times[index - 1]?.cutShort);
        const returns = times.filter(({ cutShort }) => !cutShort);
        const expected = [...ends.map(({ from }) => ['die', from]), ...returns.map(({ until }) => ['start', until])];
        expect(told).toEqual(expected.sort((a, b) => Number(a[1]) - Number(b[1])));
      }),
      { numRuns: 20 },
    );
  });
});

test('a plan fails in exactly those passes that ask while the store is away', () => {
  fc.assert(
    fc.property(evenings(), (options) => {
      const { truth } = runMesh(options);

      const times = truth.flatMap(({ storeAway }) => storeAway ?? []);
      for (const { at, failed } of truth) {
        const away = times.some(({ from, until }) => from <= at + askAfterMs && at + askAfterMs < until);
        expect(failed).toBe(away ? options.failingNode : null);
      }
    }),
    { numRuns: 20 },
  );
});
