import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Diagnosis, diagnose } from '../../src/diff/index.ts';
import { readInput } from '../../src/formats/index.ts';
import { postmortemJson, renderPostmortem, type TimeWriter } from '../../src/report/index.ts';
import type { Observation, Pass } from '../../src/roster/index.ts';
import { temporaryFolder } from '../support/temporary-store.ts';
import { evenings } from './arbitraries.ts';
import type { MeshOptions } from './mesh-options.ts';
import { hostLogOf, type MeshRun, runMesh } from './miniature-mesh.ts';
import { readRecorded } from './recorded-mesh.ts';

const controlPlane = ['postgres.server'];

const times: TimeWriter = {
  zone: 'UTC',
  instant: (at) => new Date(at).toISOString(),
  clock: (at) => new Date(at).toISOString().slice(11, 19),
  day: (at) => new Date(at).toISOString().slice(0, 10),
  duration: (ms) => `${ms / 1000} s`,
};

interface DiagnosedEvening extends MeshRun {
  readonly options: Required<MeshOptions>;
  readonly diagnosis: Diagnosis;
  readonly report: string;
}

/** What the hosts of an evening wrote, as the recorder reads it. */
function observed(run: MeshRun): Observation[] {
  return Object.keys(run.hostLog).flatMap((node) => {
    const read = readInput(hostLogOf(run, node, 'rfc3339'), { node }, 'host-log');
    return read.kind === 'observations' ? read.observations : [];
  });
}

/** Records evenings, each in a store of its own with the logs of its hosts, and checks how the tool diagnoses them. */
function checkAll(fixed: Partial<MeshOptions>, check: (evening: DiagnosedEvening) => void, numRuns = 10): void {
  const folder = temporaryFolder();
  fc.assert(
    fc.property(evenings(fixed), (options) => {
      const run = runMesh(options);
      const { diagnosis, report } = readRecorded(run.documents, folder, (recorded) => {
        const passes = [...recorded] as Pass[];
        const made = diagnose({ baseline: null, passes: () => passes }, { observations: observed(run), controlPlane });
        const ends = { since: passes[0]?.at ?? null, until: passes.at(-1)?.at ?? null };
        expect(postmortemJson(made, ends, times)).toMatchObject({ format: 'roster-history/report@1' });
        return { diagnosis: made, report: renderPostmortem(made, ends, times) };
      });
      check({ ...run, options, diagnosis, report });
    }),
    { numRuns },
  );
}

const kicked = { kickAt: 3, passes: 16, eventRate: 0, routedNamesPerNode: 3 } satisfies Partial<MeshOptions>;

describe('with the fault', () => {
  test("exactly the failing node's routed names flap, told as one set, with what they cost", () => {
    checkAll({ ...kicked, fault: true, reported: false }, ({ diagnosis, options, truth }) => {
      const { flaps, groups } = diagnosis.flaps;
      const lost = truth.flatMap(({ moves }) =>
        moves.filter(({ reason }) => reason === 'lost').map(({ name }) => name),
      );
      const flapping = flaps.filter(({ bouts }) => bouts.some(({ state }) => state !== 'fleeting'));

      expect(new Set(flapping.map(({ name }) => name))).toEqual(new Set(lost));
      expect(flapping.every(({ owner }) => owner === options.failingNode)).toBe(true);
      expect(new Set(flapping.map(({ group }) => group)).size).toBe(1);
      const set = groups.find(({ group }) => group === flapping[0]?.group);
      const cost = truth.reduce(
        (sum, { moves, replaced }) => sum + (moves.some(({ name }) => lost.includes(name)) ? replaced.length : 0),
        0,
      );
      expect(set?.replacements).toBe(cost);
      expect(flapping[0]?.bouts[0]?.oscillation).toMatchObject({ cycleLength: 2 });
    });
  });

  test('that the plan of that node failed is found, in the passes in which it did', () => {
    checkAll({ ...kicked, fault: true }, ({ diagnosis, options, truth }) => {
      const lostIn = truth.filter(({ moves }) => moves.some(({ reason }) => reason === 'lost')).map(({ pass }) => pass);
      const found = diagnosis.findings.find(({ kind }) => kind === 'plan-failed');

      expect(found).toMatchObject({
        kind: 'plan-failed',
        owner: options.failingNode,
        passes: lostIn,
        confidence: options.reported ? 'certain' : 'likely',
      });
    });
  });

  test('the loop is found, and where it closes', () => {
    // where the hub itself fails and that is reported, its last declaration stands: its store is left alone and the loop ends
    checkAll({ ...kicked, fault: true, failingNode: 'g14' }, ({ diagnosis, report }) => {
      expect(diagnosis.loop).toMatchObject({ selfReinforcing: true, others: { failed: 0 } });
      expect(diagnosis.loop?.containers[0]?.container).toBe('mesh-store/postgres.server');
      expect(report).toContain('self-reinforcing');
    });
  });
});

describe('without the fault', () => {
  test('no flap and no loop is claimed', () => {
    checkAll(
      { fault: false, passes: 16 },
      ({ diagnosis, report }) => {
        expect(diagnosis.flaps.flaps.filter(({ bouts }) => bouts.some(({ state }) => state !== 'fleeting'))).toEqual(
          [],
        );
        expect(diagnosis.loop?.selfReinforcing ?? false).toBe(false);
        expect(diagnosis.findings.filter(({ kind }) => kind === 'plan-failed')).toEqual([]);
        expect(report).not.toMatch(/is self-reinforcing/);
      },
      15,
    );
  });
});

describe('either way', () => {
  test('what was observed is what was predicted', () => {
    checkAll({}, ({ diagnosis, truth }) => {
      const { tallies } = diagnosis;
      const sum = (key: 'predicted' | 'observed' | 'unexplained' | 'missing') =>
        tallies.reduce((total, tally) => total + tally[key], 0);
      const replaced = truth.reduce((total, one) => total + one.replaced.length, 0);

      expect([sum('predicted'), sum('observed'), sum('unexplained'), sum('missing')]).toEqual([
        replaced,
        replaced,
        0,
        0,
      ]);
    });
  });

  test('the same evening gives the same report, byte for byte', () => {
    const folder = temporaryFolder();
    const run = runMesh({ seed: 7, passes: 12, fault: true, reported: false });
    const write = () =>
      readRecorded(run.documents, folder, (recorded) => {
        const passes = [...recorded] as Pass[];
        const made = diagnose({ baseline: null, passes: () => passes }, { observations: observed(run), controlPlane });
        return renderPostmortem(made, { since: null, until: null }, times);
      });

    expect(write()).toBe(write());
  });
});
