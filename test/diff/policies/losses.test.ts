import { describe, expect, test } from 'vitest';
import type { Pass } from '../../../src/roster/index.ts';
import { pass } from '../../roster/builders.ts';
import { mesh } from '../builders.ts';
import { stepsOf } from './builders.ts';

const own = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3'];
const routed = ['git.g14.example:192.0.2.2', 'wiki.g14.example:192.0.2.2'];

/** Passes of rosters, and the nodes that failed in them. */
function passes(...all: readonly (readonly [roster: readonly string[], failed?: string])[]): Pass[] {
  return all.map(([roster, failed], index) =>
    pass({
      number: index + 1,
      state: mesh(roster, { roster }),
      outcomes: failed === undefined ? [] : [{ node: failed, outcome: 'failed' }],
    }),
  );
}

/** What is lost after each pass. */
function lost(all: readonly Pass[]): string[][] {
  return stepsOf(all).map(({ losses }) => [...losses.values()].map(({ name, evidence }) => `${name} ${evidence}`));
}

const whole = [...own, ...routed];
const bothRecorded = ['git.g14.example recorded', 'wiki.g14.example recorded'];
const bothInferred = ['git.g14.example inferred', 'wiki.g14.example inferred'];

describe('a loss whose failure was recorded', () => {
  test('is told with the addresses and the owner of the name', () => {
    const [, step] = stepsOf(passes([whole], [own, 'g14']));

    expect([...(step?.losses.values() ?? [])][0]).toEqual({
      name: 'git.g14.example',
      addresses: ['192.0.2.2'],
      owner: 'g14',
      evidence: 'recorded',
    });
  });

  test('ends when its owner plans without the name', () => {
    expect(lost(passes([whole], [own, 'g14'], [own, 'g14'], [own]))).toEqual([[], bothRecorded, bothRecorded, []]);
  });
});

describe('a loss that looks like one', () => {
  test('does not end with a plan that its owner says was good', () => {
    expect(lost(passes([whole], [own], [own], [own]))).toEqual([[], bothInferred, bothInferred, bothInferred]);
  });

  test("ends when any of its owner's names is back", () => {
    expect(lost(passes([whole], [own], [[...own, 'git.g14.example:192.0.2.2']]))).toEqual([[], bothInferred, []]);
  });

  test('ends for the one name that another node gives', () => {
    const elsewhere = [...own, 'git.g14.example:192.0.2.3'];

    expect(lost(passes([whole], [own], [elsewhere]))).toEqual([[], bothInferred, ['wiki.g14.example inferred']]);
  });
});

test('a name that was withdrawn is not lost', () => {
  expect(lost(passes([whole], [[...own, 'git.g14.example:192.0.2.2']]))).toEqual([[], []]);
});

test('while nothing changes, the losses are the same object', () => {
  const [, first, second] = stepsOf(passes([whole], [own], [own]));

  expect(second?.losses).toBe(first?.losses);
});
