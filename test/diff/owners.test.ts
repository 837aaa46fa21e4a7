import { describe, expect, test } from 'vitest';
import { isOwnName, ownersOf } from '../../src/diff/owners.ts';
import { parseAddress, parseName } from '../../src/roster/index.ts';
import { roster, state } from '../roster/builders.ts';
import { runs } from './builders.ts';

function ownerOf(parts: Parameters<typeof state>[0], name: string, ...addresses: readonly string[]) {
  return ownersOf(state(parts)).ownerOf(
    parseName(name).name,
    addresses.map((text) => parseAddress(text).address),
  );
}

describe('ownersOf', () => {
  test('a name is owned by the node that it was said to route to', () => {
    const given = roster(['git:192.0.2.3'], { git: 'novox' });

    expect(ownerOf({ roster: given, nodes: { ace: { address: '192.0.2.3' } } }, 'git', '192.0.2.3')).toBe('novox');
  });

  test("a node's roster says so too, and the mesh's goes before it", () => {
    const nodes = { ace: { roster: roster([], { git: 'ace', wiki: 'ace' }) } };

    expect(ownerOf({ nodes }, 'wiki')).toBe('ace');
    expect(ownerOf({ roster: roster([], { git: 'novox' }), nodes }, 'git')).toBe('novox');
  });

  test('else by the node whose address is its first one', () => {
    const nodes = { ace: { address: '192.0.2.4' }, g14: { address: '192.0.2.2' } };

    expect(ownerOf({ nodes }, 'forge', '192.0.2.2', '192.0.2.4')).toBe('g14');
    expect(ownerOf({ nodes }, 'forge', '192.0.2.9')).toBeNull();
    expect(ownerOf({ nodes }, 'forge')).toBeNull();
  });

  test("a node's address may be written in any form", () => {
    expect(ownerOf({ nodes: { g14: { address: '2001:DB8:0::2' } } }, 'forge', '2001:db8::2')).toBe('g14');
  });

  test('a node whose address was not given has that of its own name', () => {
    const nodes = { g14: runs('g14.internal:192.0.2.2', 'forge:192.0.2.2'), ace: runs('wiki:192.0.2.4') };

    expect(ownerOf({ nodes }, 'forge', '192.0.2.2')).toBe('g14');
    expect(ownerOf({ nodes }, 'wiki', '192.0.2.4')).toBeNull();
  });

  test('an address that two nodes share tells nothing', () => {
    const nodes = { ace: { address: '192.0.2.4' }, g14: { address: '192.0.2.4' } };

    expect(ownerOf({ nodes }, 'wiki', '192.0.2.4')).toBeNull();
  });
});

test.each([
  ['g14', true],
  ['g14.internal', true],
  ['forge.g14.example', false],
  ['g14x.internal', false],
])("%s is g14's own name: %s", (name, own) => {
  expect(isOwnName(name, 'G14')).toBe(own);
});
