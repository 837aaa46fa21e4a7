import { describe, expect, test } from 'vitest';
import { policyOf } from '../../../src/diff/index.ts';
import type { Loss } from '../../../src/diff/policies/losses.ts';
import { openRules } from '../../../src/diff/policies/roster-rule.ts';
import type { Address, Name } from '../../../src/roster/index.ts';
import { names, ruleStep, shown } from './builders.ts';

const wiki: Loss = {
  name: 'wiki.example' as Name,
  addresses: ['192.0.2.2' as Address],
  owner: 'g14',
  evidence: 'recorded',
};
const lost = new Map([[wiki.name, wiki]]);
const whole = names('git.example:192.0.2.1', 'wiki.example:192.0.2.2');
const without = names('git.example:192.0.2.1');

describe('openRules', () => {
  test('gives the same object while the names are the same, whatever object they come as', () => {
    const rules = openRules([]);

    const first = rules(ruleStep(whole));

    expect(first).toBe(whole);
    expect(rules(ruleStep(names('git.example:192.0.2.1', 'wiki.example:192.0.2.2')))).toBe(first);
    expect(rules(ruleStep(without))).toBe(without);
  });

  test('tells another order of the addresses of a name from the one before', () => {
    const rules = openRules([]);
    rules(ruleStep(names('git.example:192.0.2.1,192.0.2.2')));

    expect(shown(rules(ruleStep(names('git.example:192.0.2.2,192.0.2.1'))))).toEqual([
      'git.example:192.0.2.2,192.0.2.1',
    ]);
  });

  test('gives what comes out of one rule to the next', () => {
    const rules = openRules(policyOf(['last-known-good', 'hold-down'], 1).rules);

    const given = [ruleStep(whole), ruleStep(without, 1, lost), ruleStep(without, 2), ruleStep(without, 3)].map(
      (step) => shown(rules(step)).length,
    );

    // kept while it is lost, held down for one pass after that, and gone
    expect(given).toEqual([2, 2, 2, 1]);
  });

  test('opens each kind of rule', () => {
    const kinds = (['last-known-good', 'hold-down', 'damped', 'damped-7196'] as const).map((part) => {
      const rules = openRules(policyOf([part], 1).rules);
      return [whole, without, whole, without, whole, without].map(
        (map, minute) => shown(rules(ruleStep(map, minute, map === without ? lost : new Map()))).length,
      );
    });

    expect(kinds).toEqual([
      [2, 2, 2, 2, 2, 2],
      [2, 2, 2, 2, 2, 2],
      [2, 1, 2, 1, 2, 1],
      [2, 1, 2, 1, 2, 1],
    ]);
  });
});
