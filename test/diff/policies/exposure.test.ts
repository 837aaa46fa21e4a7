import { describe, expect, test } from 'vitest';
import { openExposures } from '../../../src/diff/policies/exposure.ts';
import type { Losses } from '../../../src/diff/policies/losses.ts';
import type { Address, Name } from '../../../src/roster/index.ts';
import { list } from '../../roster/builders.ts';
import { names } from './builders.ts';

const nothing: Losses = new Map();

function lost(name: string): Losses {
  const loss = { name: name as Name, addresses: ['192.0.2.2' as Address], owner: null, evidence: 'inferred' as const };
  return new Map([[loss.name, loss]]);
}

const whole = names('a.example:192.0.2.1', 'b.example:192.0.2.2');

describe('a list is stale', () => {
  test('that has an address which a name had and has no more', () => {
    const exposureAt = openExposures();
    const [holding, current] = [list('a.example:192.0.2.1', 'b.example:192.0.2.2'), list('a.example:192.0.2.1')];
    expect(exposureAt(whole, nothing).stalenessOf(holding)).toBe(null);

    const now = exposureAt(names('a.example:192.0.2.1', 'b.example:192.0.2.9'), nothing);

    expect(now.stalenessOf(holding)).toEqual({ names: 1, lostOnly: false });
    expect(now.stalenessOf(current)).toBe(null);
  });

  test('not where the address was never given to the name', () => {
    const now = openExposures()(whole, nothing);

    expect(now.stalenessOf(list('a.example:192.0.2.7', 'z.example:192.0.2.1'))).toBe(null);
  });

  test('with an address that was given to the name only after the list was first looked at', () => {
    const exposureAt = openExposures();
    const early = list('a.example:192.0.2.9');
    expect(exposureAt(whole, nothing).stalenessOf(early)).toBe(null);

    exposureAt(names('a.example:192.0.2.9'), nothing);

    expect(exposureAt(whole, nothing).stalenessOf(early)).toEqual({ names: 1, lostOnly: false });
  });

  test('with one of several addresses of a name', () => {
    const exposureAt = openExposures();
    exposureAt(names('a.example:192.0.2.1,192.0.2.2'), nothing);

    const now = exposureAt(names('a.example:192.0.2.1'), nothing);

    expect(now.stalenessOf(list('a.example:192.0.2.1', 'a.example:192.0.2.2'))).toEqual({ names: 1, lostOnly: false });
  });

  test('only for what is lost where every such name is', () => {
    const exposureAt = openExposures();
    const held = list('a.example:192.0.2.1', 'b.example:192.0.2.2');
    exposureAt(whole, nothing);
    const [same, moved] = [names('a.example:192.0.2.1'), names('a.example:192.0.2.9')];

    expect(exposureAt(same, lost('b.example')).stalenessOf(held)).toEqual({ names: 1, lostOnly: true });
    expect(exposureAt(same, nothing).stalenessOf(held)).toEqual({ names: 1, lostOnly: false });
    expect(exposureAt(moved, lost('b.example')).stalenessOf(held)).toEqual({ names: 2, lostOnly: false });
  });
});

describe('a name is missing', () => {
  const carried = new Set(['a.example', 'b.example', 'gone.example'] as Name[]);

  test('that was carried and that the roster has, or would have but for a plan that failed', () => {
    const now = openExposures()(names('a.example:192.0.2.1'), lost('b.example'));

    expect(now.missingOf(names(), carried)).toEqual(['a.example', 'b.example']);
    expect(now.missingOf(names('a.example:192.0.2.1'), carried)).toEqual(['b.example']);
  });
});

test('what was found is kept as long as the roster says the same', () => {
  const exposureAt = openExposures();
  const [held, without] = [list('b.example:192.0.2.2'), names('a.example:192.0.2.1')];
  const carried = new Set(['a.example'] as Name[]);
  exposureAt(whole, nothing);
  const found = exposureAt(without, nothing);
  const missing = found.missingOf(names(), carried);

  const again = exposureAt(without, nothing);

  expect(again).toBe(found);
  expect(again.stalenessOf(held)).toBe(found.stalenessOf(held));
  expect(again.missingOf(names(), carried)).toEqual(missing);
});
