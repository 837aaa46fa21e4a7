import { expect, test } from 'vitest';
import { asRecorded, policyOf } from '../../../src/diff/index.ts';
import { restingPasses } from '../../../src/diff/policies/resting-passes.ts';

const fiveMinutes = 300_000;

test('a policy without rules is at rest with the next pass', () => {
  expect([restingPasses([], fiveMinutes), restingPasses([asRecorded], fiveMinutes)]).toEqual([1, 1]);
});

test('what is held down goes with the pass after those for which it is held', () => {
  expect(restingPasses([asRecorded, policyOf(['hold-down'], 100)], fiveMinutes)).toBe(101);
});

test('what is damped is back when its score has faded from the ceiling', () => {
  // four half-lives from 12,000 to 750, and the pass below
  expect(restingPasses([policyOf(['damped'])], fiveMinutes)).toBe(14);
  expect(restingPasses([policyOf(['damped'])], 10_000)).toBe(362);
});

test('the rules of one policy may follow each other', () => {
  expect(restingPasses([policyOf(['last-known-good', 'hold-down', 'damped'], 3)], fiveMinutes)).toBe(18);
});

test('passes without a pause do not go on for ever', () => {
  expect(restingPasses([policyOf(['damped'])], 1)).toBe(2001);
});
