import { describe, expect, test } from 'vitest';
import { openHoldDown } from '../../../src/diff/policies/hold-down.ts';
import { names, ruleStep, shown } from './builders.ts';

const whole = names('git.example:192.0.2.1', 'wiki.example:192.0.2.2');
const without = names('git.example:192.0.2.1');

describe('openHoldDown', () => {
  test('keeps a name for so many passes after it went, and lets it go with the next', () => {
    const rule = openHoldDown(2);

    const given = [whole, without, without, without, without].map((map) => shown(rule(ruleStep(map))));

    expect(given).toEqual([
      ['git.example:192.0.2.1', 'wiki.example:192.0.2.2'],
      ['git.example:192.0.2.1', 'wiki.example:192.0.2.2'],
      ['git.example:192.0.2.1', 'wiki.example:192.0.2.2'],
      ['git.example:192.0.2.1'],
      ['git.example:192.0.2.1'],
    ]);
  });

  test('gives the names as they came where none is held', () => {
    const rule = openHoldDown(2);

    expect([rule(ruleStep(whole)), rule(ruleStep(whole))]).toEqual([whole, whole]);
    expect(rule(ruleStep(whole))).toBe(whole);
  });

  test('holds a name that returned with another address at that one, for as long as if it had never been gone', () => {
    const rule = openHoldDown(1);
    const elsewhere = names('git.example:192.0.2.1', 'wiki.example:192.0.2.9');

    const given = [whole, without, elsewhere, without, without].map((map) => shown(rule(ruleStep(map)))[1]);

    expect(given).toEqual([
      'wiki.example:192.0.2.2',
      'wiki.example:192.0.2.2',
      'wiki.example:192.0.2.9',
      'wiki.example:192.0.2.9',
      undefined,
    ]);
  });

  test('begins to count anew when a name is back', () => {
    const rule = openHoldDown(1);

    const given = [whole, without, whole, without, without].map((map) => shown(rule(ruleStep(map))).length);

    expect(given).toEqual([2, 2, 2, 2, 1]);
  });
});
