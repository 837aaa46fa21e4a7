import { expect, test } from 'vitest';
import { explainWindow, flapsOf } from '../../src/diff/index.ts';
import { container, type PassParts, pass } from '../roster/builders.ts';

const containers = [
  container({ id: 'm/web', hosts: ['a.example:192.0.2.1', 'b.example:192.0.2.1', 'c.example:192.0.2.1'] }),
];

function moves(...states: readonly NonNullable<PassParts['state']>[]) {
  const [before, ...rest] = states.map((state, index) => pass({ number: index + 1, state }));
  const flaps = flapsOf({ baseline: before ?? null, passes: () => rest }).flaps;
  expect(flaps).toEqual([]);
  return explainWindow(rest, before ?? null).passes.flatMap(({ difference }) => difference?.moves ?? []);
}

test('a node that loses its last container loses no names, and gets none with the next', () => {
  const [full, empty] = [{ nodes: { ace: { containers } } }, { nodes: { ace: { containers: [] } } }];

  expect(moves(full, empty, full, empty, full)).toEqual([]);
});

test('a roster that is given where one was derived before moves no name', () => {
  const derived = { nodes: { ace: { containers } } };
  const given = { nodes: { ace: { containers, roster: ['d.example:192.0.2.1'] } } };

  expect(moves(derived, given, derived, given, derived)).toEqual([]);
});
