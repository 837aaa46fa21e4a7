import { describe, expect, test } from 'vitest';
import type { Replacement, Replacements } from '../../src/diff/index.ts';
import { countReplacements } from '../../src/diff/index.ts';
import { nodeCounts, pathWords, placesWords, replacementLines, whyWords } from '../../src/report/replacement-lines.ts';
import { texts } from './builders.ts';

const sizes = new Map([
  ['ace', 1],
  ['g14', 6],
  ['novox', 40],
  ['shanks', 2],
]);

function replaced(node: string, container: string, parts: Partial<Replacement> = {}): Replacement {
  return { node, container, causes: ['roster'], names: [], spec: [], observed: null, ...parts };
}

function many(node: string, number: number, parts: Partial<Replacement> = {}): Replacement[] {
  return Array.from({ length: number }, (_, index) => replaced(node, `m/${index}`, parts));
}

function linesOf(parts: Partial<Replacements>) {
  return texts(replacementLines(countReplacements({ containers: [], created: [], removed: [], ...parts }), sizes));
}

describe('replacementLines', () => {
  test('containers that were replaced for the same causes are one line, counted by node', () => {
    expect(linesOf({ containers: [...many('g14', 6), ...many('novox', 2)] })).toEqual([
      'replaced 8 for the roster alone: all 6 of g14, 2 of 40 of novox',
    ]);
  });

  test('a few containers are named', () => {
    expect(linesOf({ containers: [replaced('novox', 'mesh-store/postgres.server'), replaced('ace', 'wiki')] })).toEqual(
      ['replaced 2 for the roster alone: postgres.server (mesh-store) on novox and wiki on ace'],
    );
  });

  test('other causes, other paths and other evidence are lines of their own', () => {
    const containers = [
      replaced('ace', 'a', { causes: ['spec'], spec: ['env.LOG_LEVEL', 'image'] }),
      replaced('ace', 'b', { causes: ['spec'], spec: ['image'] }),
      replaced('ace', 'c', { causes: ['roster', 'order'] }),
      replaced('ace', 'd', { causes: ['unexplained'], observed: true }),
      replaced('ace', 'e', { causes: ['spelling'], observed: false }),
    ];

    expect(linesOf({ containers })).toEqual([
      'replaced 1 for the spec (env.LOG_LEVEL and image): a on ace',
      'replaced 1 for the spec (image): b on ace',
      'replaced 1 for the roster and order: c on ace',
      'replaced 1 for no cause that we keep (unexplained): d on ace · observed',
      'changed and not replaced 1 for spelling (no name moved): e on ace',
    ]);
  });

  test('containers that came and went are told apart, the first few by name', () => {
    const created = Array.from({ length: 6 }, (_, index) => ({ node: 'ace', container: `m/${index}` }));

    expect(linesOf({ created, removed: [{ node: 'g14', container: 'old' }] })).toEqual([
      '+ 6 containers came: 0 (m) on ace, 1 (m) on ace, 2 (m) on ace and 3 more',
      '− 1 container went: old on g14',
    ]);
  });
});

describe('nodeCounts', () => {
  test('the node with the most stands first', () => {
    expect(nodeCounts([...many('ace', 1), ...many('novox', 40), ...many('shanks', 2)], sizes)).toBe(
      'all 40 of novox, both of shanks, the one of ace',
    );
  });

  test('a node of which nothing else is known has all that are listed', () => {
    expect(nodeCounts(many('elsewhere', 3), sizes)).toBe('all 3 of elsewhere');
  });

  test('of many nodes the first are told', () => {
    const places = Array.from({ length: 8 }, (_, index) => ({ node: `n${index}`, container: 'a' }));

    expect(nodeCounts(places, sizes)).toBe(
      'the one of n0, the one of n1, the one of n2, the one of n3, the one of n4 and of 3 more nodes',
    );
    expect(nodeCounts(places.slice(0, 6), sizes)).toMatch(/the one of n5$/);
  });
});

test('placesWords counts from four containers on', () => {
  expect(placesWords(many('novox', 3), sizes)).toBe('0 (m) on novox, 1 (m) on novox and 2 (m) on novox');
  expect(placesWords(many('novox', 4), sizes)).toBe('4 of 40 of novox');
});

test('pathWords shortens many paths', () => {
  expect(pathWords(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])).toBe('a, b, c, d, e, f and 2 more');
});

test.each([
  [['roster'] as const, 'the roster alone'],
  [['spec'] as const, 'the spec'],
  [['roster', 'spec'] as const, 'the roster and the spec'],
  [['order', 'spelling'] as const, 'order and spelling (no name moved)'],
])('whyWords %j', (causes, words) => {
  expect(whyWords(causes)).toBe(words);
});
