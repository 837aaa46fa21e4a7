import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evenings } from './arbitraries.ts';
import type { MeshOptions } from './mesh-options.ts';
import { type MeshRun, runMesh } from './miniature-mesh.ts';
import { hub } from './world.ts';

/** An evening without any event but the kick before pass 3. */
const kicked: MeshOptions = { seed: 1, passes: 12, fault: true, reported: false, eventRate: 0 };

/** Each pass by the node that could not be planned, the names that moved and the containers that were replaced. */
function sequenceOf({ truth }: MeshRun): [failed: string | null, moved: number, replaced: number][] {
  return truth.map(({ failed, moves, replaced }) => [failed, moves.length, replaced.length]);
}

describe('a seed', () => {
  test('gives the same evening always', () => {
    fc.assert(
      fc.property(evenings(), (options) => {
        expect(runMesh(options)).toEqual(runMesh(options));
      }),
      { numRuns: 20 },
    );
  });

  test('gives another evening than its neighbour', () => {
    const options: MeshOptions = { ...kicked, eventRate: 0.5 };

    expect(runMesh(options)).not.toEqual(runMesh({ ...options, seed: 2 }));
  });

  test('gives the same benign events whether or not the fault is there and the failure is told', () => {
    fc.assert(
      fc.property(evenings(), (options) => {
        const eventsOf = (some: Partial<MeshOptions>) =>
          runMesh({ ...options, ...some }).truth.map(({ event }) => event);

        expect(eventsOf({ fault: true, reported: true })).toEqual(eventsOf({ fault: false, reported: false }));
      }),
      { numRuns: 20 },
    );
  });
});

describe('with the fault', () => {
  test('a kick makes the names come and go with a period of three passes', () => {
    const run = runMesh(kicked);

    expect(sequenceOf(run)).toEqual([
      [null, 0, 0],
      [null, 0, 0],
      [null, 1, 12],
      ['g14', 3, 12],
      ['g14', 0, 0],
      [null, 3, 12],
      ['g14', 3, 12],
      ['g14', 0, 0],
      [null, 3, 12],
      ['g14', 3, 12],
      ['g14', 0, 0],
      [null, 3, 12],
    ]);
  });

  test('a node whose failure is told keeps its own containers, and the period is the same', () => {
    const run = runMesh({ ...kicked, reported: true, passes: 8 });

    expect(sequenceOf(run)).toEqual([
      [null, 0, 0],
      [null, 0, 0],
      [null, 1, 12],
      ['g14', 3, 9],
      ['g14', 0, 0],
      [null, 3, 9],
      ['g14', 3, 9],
      ['g14', 0, 0],
    ]);
  });

  test('a hub whose failure is told keeps its store, and a kick costs one failed pass', () => {
    const run = runMesh({ ...kicked, reported: true, failingNode: hub, passes: 8 });

    expect(sequenceOf(run)).toEqual([
      [null, 0, 0],
      [null, 0, 0],
      [null, 1, 12],
      ['novox', 3, 9],
      [null, 3, 9],
      [null, 0, 0],
      [null, 0, 0],
      [null, 0, 0],
    ]);
  });

  test('nothing moves before a kick', () => {
    expect(
      runMesh({ ...kicked, kickAt: null }).truth.flatMap(({ moves, replaced }) => [...moves, ...replaced]),
    ).toEqual([]);
  });

  test('it never stops by itself once it began', () => {
    fc.assert(
      fc.property(evenings({ fault: true, passes: 30, routedNamesPerNode: 2, kickAt: 3 }), (given) => {
        const options = given.reported && given.failingNode === hub ? { ...given, failingNode: 'g14' } : given;

        const { truth } = runMesh(options);

        for (let first = 3; first + 4 <= truth.length; first += 1) {
          const four = truth.slice(first, first + 4);
          expect(four.map(({ failed }) => failed)).toContain(options.failingNode);
        }
        const alternating = truth.filter(({ moves }) => moves.some(({ reason }) => reason === 'lost'));
        expect(alternating.length).toBeGreaterThan(3);
      }),
      { numRuns: 20 },
    );
  });
});

describe('without the fault', () => {
  test('a kick costs one wave of replacements, and then it is quiet', () => {
    const run = runMesh({ ...kicked, fault: false, passes: 6 });

    expect(sequenceOf(run)).toEqual([
      [null, 0, 0],
      [null, 0, 0],
      [null, 1, 12],
      [null, 0, 0],
      [null, 0, 0],
      [null, 0, 0],
    ]);
  });

  test('no plan fails, no name is lost, and a trigger that merely coincides replaces nothing', () => {
    fc.assert(
      fc.property(evenings({ fault: false }), (options) => {
        const { truth } = runMesh(options);

        const idle = truth.filter(({ event: { kind } }) => kind === 'nothing' || kind === 'coincidence');
        expect(
          idle.flatMap(({ moves, replaced, created, removed }) => [...moves, ...replaced, ...created, ...removed]),
        ).toEqual([]);

        expect(truth.every(({ failed }) => failed === null)).toBe(true);
        expect(truth.flatMap(({ moves }) => moves.map(({ reason }) => reason))).not.toContain('lost');
      }),
      { numRuns: 20 },
    );
  });
});
