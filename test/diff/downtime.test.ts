import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { absencesOf, perMinute } from '../../src/diff/downtime.ts';
import type { ObservationKind } from '../../src/roster/index.ts';

function events(...all: readonly [at: number, kind: ObservationKind, container?: string, node?: string][]) {
  return all.map(([at, kind, container = 'a/a', node = 'hub']) => ({ node, container, kind, at }));
}

describe('a container', () => {
  test('is away from its end to its next start', () => {
    const seen = events(
      [30, 'started'],
      [10, 'died'],
      [11, 'destroyed'],
      [29, 'created'],
      [50, 'destroyed'],
      [60, 'started'],
    );

    expect(absencesOf(seen, () => true)).toEqual([
      { node: 'hub', container: 'a/a', from: 10, until: 30 },
      { node: 'hub', container: 'a/a', from: 50, until: 60 },
    ]);
  });

  test('that nobody saw start again is still away', () => {
    expect(absencesOf(events([5, 'started'], [10, 'died']), () => true)).toEqual([
      { node: 'hub', container: 'a/a', from: 10, until: null },
    ]);
  });

  test('may have blanks in its name and in that of its node', () => {
    expect(
      absencesOf(events([1, 'died', 'my app', 'the hub'], [2, 'started', 'app', 'the hub my']), () => true),
    ).toEqual([{ node: 'the hub', container: 'my app', from: 1, until: null }]);
  });

  test('is told of only where it is asked for', () => {
    const seen = events([1, 'died', 'a/a'], [2, 'died', 'b/b']);

    expect(absencesOf(seen, (id) => id === 'b/b').map(({ container }) => container)).toEqual(['b/b']);
  });

  test('of another node is another one, and absences come in the order of their beginning', () => {
    const seen = events([2, 'died', 'a/a', 'x'], [1, 'died', 'a/a', 'y'], [3, 'started', 'a/a', 'x']);

    expect(absencesOf(seen, () => true).map(({ node, until }) => [node, until])).toEqual([
      ['y', null],
      ['x', 3],
    ]);
  });
});

describe('replacements by minute', () => {
  test('tell minutes without any in between too', () => {
    expect(perMinute([185_000, 10_000, 61_000, 60_000])).toEqual([
      { minute: 0, count: 1 },
      { minute: 60_000, count: 2 },
      { minute: 120_000, count: 0 },
      { minute: 180_000, count: 1 },
    ]);
    expect(perMinute([])).toEqual([]);
  });

  test('leave out a silence of more than a day', () => {
    expect(perMinute([0, 3 * 86_400_000])).toEqual([
      { minute: 0, count: 1 },
      { minute: 3 * 86_400_000, count: 1 },
    ]);
  });

  test('may be very many', () => {
    expect(perMinute(Array(300_000).fill(7))).toEqual([{ minute: 0, count: 300_000 }]);
  });

  test('count each once', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), (instants) => {
        expect(perMinute(instants).reduce((sum, { count }) => sum + count, 0)).toBe(instants.length);
      }),
    );
  });
});
