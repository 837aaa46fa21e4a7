import { expect, test } from 'vitest';
import { costLines } from '../../src/report/cost-lines.ts';
import { mesh } from '../diff/builders.ts';
import type { PassParts, StateParts } from '../roster/builders.ts';
import { passesOf, texts, windowOf } from './builders.ts';

function cost(...all: readonly (StateParts | PassParts)[]): string[] {
  return texts(costLines(windowOf(passesOf(...all)).passes));
}

const [one, two] = [mesh(['db:192.0.2.81']), mesh(['db:192.0.2.82'])];

test('nothing', () => {
  expect(cost(one, one)).toEqual(['no container was replaced']);
});

test('a single pass', () => {
  expect(cost(one, two)).toEqual(['3 replacements for the roster alone', 'both of novox, the one of g14']);
});

test('the same containers each time', () => {
  expect(cost(one, two, two, one)).toEqual([
    '6 replacements in 2 of 3 passes, for the roster alone',
    'each time both of novox, the one of g14',
  ]);
});

test('in one pass of several', () => {
  expect(cost(one, two, two)).toEqual([
    '3 replacements in 1 of 2 passes, for the roster alone',
    'both of novox, the one of g14',
  ]);
});

test('other containers each time, for several causes', () => {
  const ace = (image: string) => mesh(['db:192.0.2.81'], { nodes: { ace: { containers: [{ spec: { image } }] } } });

  expect(cost(one, two, ace('a'), ace('b'))).toEqual(['7 replacements in 3 of 3 passes, for roster and spec']);
});

test('a container that was seen to stay costs nothing', () => {
  const running = (host: string, first: string) => ({
    nodes: {
      ace: {
        containers: [
          { id: 'a', hosts: [host], engine: { id: first } },
          { id: 'b', hosts: [host], engine: { id: '1' } },
        ],
      },
    },
  });

  expect(cost(running('db:192.0.2.81', '1'), running('db:192.0.2.82', '2'))).toEqual([
    '1 replacement for the roster alone',
    '1 of 2 of ace',
  ]);
});

test('what was observed of all passes', () => {
  const tally = { predicted: 3, observed: 2, unexplained: 1, missing: 2 };
  const { passes } = windowOf(passesOf(one, two));

  expect(
    texts(
      costLines(passes, [
        { pass: 1, ...tally },
        { pass: 2, ...tally },
      ]),
    ).at(-1),
  ).toBe('predicted 6, observed 4, unexplained 2, missing 4');
});
