import { describe, expect, test } from 'vitest';
import { rfc2439 } from '../../../src/diff/index.ts';
import { openDamped } from '../../../src/diff/policies/damped.ts';
import { names, ruleStep, shown } from './builders.ts';

const whole = names('git.example:192.0.2.1', 'wiki.example:192.0.2.2');
const without = names('git.example:192.0.2.1');
const moved = names('git.example:192.0.2.1', 'wiki.example:192.0.2.9');
const both = ['git.example:192.0.2.1', 'wiki.example:192.0.2.2'];

describe('openDamped', () => {
  test('leaves out a name above the one threshold, until it is below the other', () => {
    const rule = openDamped(rfc2439);
    const minutes: [number, typeof whole][] = [
      [0, whole],
      [1, without],
      [2, whole],
      [3, without],
      [4, whole],
      [5, without],
      [6, whole],
      [33, whole],
      [34, whole],
    ];

    const given = minutes.map(([minute, map]) => shown(rule(ruleStep(map, minute))).length);

    // 1000, 1912 and 2743 at the minutes 1, 3 and 5; 752 at minute 33 and 718 at minute 34
    expect(given).toEqual([2, 1, 2, 1, 2, 1, 1, 1, 2]);
  });

  test('leaves out a name that moves too often, at its old address and at its new one', () => {
    const rule = openDamped({ ...rfc2439, suppressAbove: 900 });

    const given = [whole, moved, whole, moved].map((map) => shown(rule(ruleStep(map))));

    expect(given).toEqual([
      both,
      ['git.example:192.0.2.1', 'wiki.example:192.0.2.9'],
      ['git.example:192.0.2.1'],
      ['git.example:192.0.2.1'],
    ]);
  });

  test('adds nothing for a name that comes, nor for what the first pass holds', () => {
    const rule = openDamped({ ...rfc2439, suppressAbove: 0 });

    expect([without, whole].map((map) => shown(rule(ruleStep(map))))).toEqual([['git.example:192.0.2.1'], both]);
  });

  test('gives the names as they came where none of them is left out', () => {
    const rule = openDamped({ ...rfc2439, suppressAbove: 900 });

    const given = [whole, without].map((map) => rule(ruleStep(map)));

    expect(given[0]).toBe(whole);
    expect(given[1]).toBe(without);
  });

  test('counts no further than the ceiling', () => {
    const quick = { suppressAbove: 1500, reuseBelow: 1000, halfLifeMs: 60_000, ceiling: 1600 };
    const [low, high] = [openDamped(quick), openDamped({ ...quick, ceiling: 12_000 })];

    for (const map of [whole, without, whole, without]) for (const rule of [low, high]) rule(ruleStep(map, 0));

    expect(shown(low(ruleStep(whole, 1)))).toEqual(both);
    expect(shown(high(ruleStep(whole, 1)))).toEqual(['git.example:192.0.2.1']);
  });

  test('lets nothing fade while a clock goes back, and goes on from there', () => {
    const forward = openDamped(rfc2439);
    const back = openDamped(rfc2439);
    const maps = [whole, without, whole, without, whole, moved];
    const take = (rule: typeof back, minutes: readonly number[]) =>
      maps.map((map, index) => shown(rule(ruleStep(map, minutes[index]))).length);

    expect(take(forward, [60, 61, 62, 120, 121, 122])).toEqual([2, 1, 2, 1, 2, 2]);
    expect(take(back, [60, 61, 62, 0, 1, 2])).toEqual([2, 1, 2, 1, 2, 1]);
  });

  test('forgets what has faded away', () => {
    const rule = openDamped(rfc2439);
    const day = 24 * 60;
    const maps = [whole, without, whole, whole, without, whole, without];

    const given = maps.map((map, index) => shown(rule(ruleStep(map, index < 3 ? index : day + index))).length);

    // without what was a day ago, 1000 and 1912 do not reach the threshold
    expect(given).toEqual([2, 1, 2, 2, 1, 2, 1]);
  });
});
