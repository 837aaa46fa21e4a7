import { describe, expect, test } from 'vitest';
import { asRecorded, defaultPolicies, policyOf, rfc2439, rfc7196 } from '../../../src/diff/index.ts';

describe('policyOf', () => {
  test('makes one policy of its parts, in an order of its own', () => {
    expect(policyOf(['sorted', 'hold-down', 'scoped', 'last-known-good'], 5)).toEqual({
      name: 'sorted+scoped+last-known-good+hold-down 5',
      rules: [{ kind: 'last-known-good' }, { kind: 'hold-down', passes: 5 }],
      entries: 'bound',
      textCounts: false,
    });
  });

  test('bakes nothing in under resolver, so that no text counts', () => {
    expect(policyOf(['resolver', 'damped'])).toEqual({
      name: 'resolver+damped',
      rules: [{ kind: 'damped', damping: rfc2439 }],
      entries: 'none',
      textCounts: false,
    });
  });

  test('of nothing but as-recorded is what was recorded', () => {
    expect(policyOf(['as-recorded'])).toEqual(asRecorded);
  });

  test('takes the threshold and the ceiling of RFC 7196 where they are asked for', () => {
    expect(policyOf(['damped-7196']).rules).toEqual([{ kind: 'damped', damping: rfc7196 }]);
    expect(rfc7196).toEqual({ suppressAbove: 6000, reuseBelow: 750, halfLifeMs: 900_000, ceiling: 50_000 });
  });
});

test('where a user names none, each policy is compared, and one mix', () => {
  expect(defaultPolicies.map(({ name }) => name)).toEqual([
    'as-recorded',
    'sorted',
    'scoped',
    'resolver',
    'last-known-good',
    'hold-down 3',
    'damped',
    'damped-7196',
    'scoped+last-known-good',
  ]);
});
