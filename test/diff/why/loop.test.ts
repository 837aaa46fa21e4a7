import { describe, expect, test } from 'vitest';
import type { ExplainedPass } from '../../../src/diff/explained-pass.ts';
import { findLoop } from '../../../src/diff/why/loop.ts';
import { explainWindow } from '../../../src/diff/window.ts';
import { type PassParts, pass } from '../../roster/builders.ts';
import { recordingGap } from '../builders.ts';

/** What a pass did: `S` replaced the store, `R` the registry, `B` both, `-` none; `!` before it says that a node failed in it. */
function explained(text: string, parts: (number: number) => PassParts = () => ({})): ExplainedPass[] {
  let [store, registry] = [0, 0];
  const stateOf = () => ({
    nodes: {
      novox: {
        containers: [
          { id: 'mesh-store/postgres.server', spec: { version: store } },
          { id: 'registry/registry.server', spec: { version: registry } },
        ],
      },
    },
  });
  const before = pass({ number: 0, state: stateOf() });
  const passes = [...text.matchAll(/(!?)([SRB-])/g)].map(([, failed, what], index) => {
    if (what === 'S' || what === 'B') store += 1;
    if (what === 'R' || what === 'B') registry += 1;
    const outcomes = failed ? [{ node: 'g14', outcome: 'failed' as const }] : [];
    return pass({ number: index + 1, state: stateOf(), outcomes, ...parts(index + 1) });
  });
  return [...explainWindow(passes, before).passes];
}

const controlPlane = ['postgres*', 'registry*'];

describe('a loop', () => {
  test('feeds itself where failures follow each time after such passes, and never after others', () => {
    expect(findLoop(explained('S!--S!--'), controlPlane)).toEqual({
      containers: [
        {
          node: 'novox',
          container: 'mesh-store/postgres.server',
          after: { failed: 2, of: 2 },
          others: { failed: 0, of: 3 },
        },
      ],
      after: { failed: 2, of: 2 },
      others: { failed: 0, of: 3 },
      selfReinforcing: true,
      passes: [1, 4],
      failures: [2, 5],
      tested: [1, 2, 3, 4, 5],
    });
  });

  test.each([
    ['it held once only', 'S!---', { failed: 1, of: 1 }, { failed: 0, of: 2 }],
    ['it did not hold each time', 'S!--S--', { failed: 1, of: 2 }, { failed: 0, of: 3 }],
    ['failures follow others too', 'S!--S!-!--', { failed: 2, of: 2 }, { failed: 1, of: 4 }],
    ['there are no others', 'S!S!S!S', { failed: 3, of: 3 }, { failed: 0, of: 0 }],
    ['what follows the last pass is not known', 'S!--S', { failed: 1, of: 1 }, { failed: 0, of: 2 }],
  ])('is not claimed where %s', (_, text, after, others) => {
    expect(findLoop(explained(text), controlPlane)).toMatchObject({ after, others, selfReinforcing: false });
  });

  test('names first the container that separates best', () => {
    const loop = findLoop(explained('B!-S--R!--R!--'), ['postgres*', 'registry*']);

    expect(loop?.containers.map(({ container, after }) => [container, after])).toEqual([
      ['registry/registry.server', { failed: 3, of: 3 }],
      ['mesh-store/postgres.server', { failed: 1, of: 2 }],
    ]);
  });

  test('names those that cannot be told apart in the order in which they were given', () => {
    const order = (patterns: readonly string[]) =>
      findLoop(explained('B!--B!--'), patterns)?.containers.map(({ container }) => container);

    expect(order(['registry*', 'postgres*'])).toEqual(['registry/registry.server', 'mesh-store/postgres.server']);
    expect(order(['postgres*', 'registry*'])).toEqual(['mesh-store/postgres.server', 'registry/registry.server']);
  });

  test('a pass that failed as a whole is a failure, one that could not be read tells nothing', () => {
    const outcome =
      (is: 'failed' | 'unreadable') =>
      (number: number): PassParts =>
        number === 2 ? { outcome: is } : {};

    expect(findLoop(explained('S--', outcome('failed')), controlPlane)).toMatchObject({ after: { failed: 1, of: 1 } });
    expect(findLoop(explained('S--', outcome('unreadable')), controlPlane)).toBeNull();
  });

  test('passes that are missing in between tell nothing', () => {
    const jump = (number: number): PassParts => ({ key: String(number > 3 ? number + 5 : number) });

    expect(findLoop(explained('S!-S-', jump), controlPlane)).toMatchObject({ after: { failed: 1, of: 1 } });
  });

  test('a gap that the recorder told of in between tells nothing', () => {
    const passes = explained('S!-S-');

    expect(findLoop(passes, controlPlane)).toMatchObject({ after: { failed: 1, of: 2 } });
    expect(findLoop(passes, controlPlane, [recordingGap(3.2, 3.8)])).toMatchObject({ after: { failed: 1, of: 1 } });
  });

  test('is none where no container is one of the control plane, or none was replaced', () => {
    expect(findLoop(explained('S!-S!-'), [])).toBeNull();
    expect(findLoop(explained('S!-S!-'), ['mail*'])).toBeNull();
    expect(findLoop(explained('--!-'), controlPlane)).toBeNull();
    expect(findLoop([], controlPlane)).toBeNull();
  });
});
