import { describe, expect, test } from 'vitest';
import { lastKnownGood } from '../../../src/diff/policies/last-known-good.ts';
import type { Losses } from '../../../src/diff/policies/losses.ts';
import type { Address, Name } from '../../../src/roster/index.ts';
import { names, shown } from './builders.ts';

function lost(name: string, ...addresses: readonly string[]): Losses {
  const loss = { name: name as Name, addresses: addresses as readonly Address[], owner: 'g14' };
  return new Map([[loss.name, { ...loss, evidence: 'inferred' }]]);
}

describe('lastKnownGood', () => {
  test('keeps a name that is lost at all addresses that it had', () => {
    const held = lastKnownGood({
      names: names('git.example:192.0.2.1'),
      losses: lost('wiki.example', '192.0.2.2', '192.0.2.3'),
    });

    expect(shown(held)).toEqual(['git.example:192.0.2.1', 'wiki.example:192.0.2.2,192.0.2.3']);
  });

  test('gives the names as they came where nothing is lost, and where a name is there all the same', () => {
    const map = names('git.example:192.0.2.1');

    expect(lastKnownGood({ names: map, losses: new Map() })).toBe(map);
    expect(lastKnownGood({ names: map, losses: lost('git.example', '192.0.2.9') })).toBe(map);
  });
});
