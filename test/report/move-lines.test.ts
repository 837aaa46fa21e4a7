import { describe, expect, test } from 'vitest';
import type { Move, SeenBy } from '../../src/diff/index.ts';
import { addressWords, foldMoves, moveLines, reachWords, reasonWords, signOf } from '../../src/report/move-lines.ts';
import { parseAddress, parseName } from '../../src/roster/index.ts';
import { texts } from './builders.ts';

const sizes = new Map([
  ['ace', 1],
  ['g14', 6],
  ['novox', 40],
  ['shanks', 2],
]);

function move(
  parts: Partial<Omit<Move, 'name' | 'before' | 'after'>> & { name?: string; before?: string[]; after?: string[] } = {},
): Move {
  const { name = 'forge', before = ['192.0.2.2'], after = [], ...rest } = parts;
  return {
    kind: 'removed',
    owner: 'g14',
    reason: 'lost',
    evidence: 'inferred',
    seenBy: { roster: true, nodes: ['novox'], containers: 40 },
    ...rest,
    name: parseName(name).name,
    before: before.map((text) => parseAddress(text).address),
    after: after.map((text) => parseAddress(text).address),
  };
}

describe('moveLines', () => {
  test('a move alone is one line', () => {
    expect(texts(moveLines([move()], sizes))).toEqual([
      '− forge of g14: was 192.0.2.2, lost (inferred), in all 40 containers of novox',
    ]);
  });

  test('moves that differ in nothing but their name are said once', () => {
    expect(texts(moveLines([move(), move({ name: 'books' })], sizes))).toEqual([
      '− 2 names of g14: was 192.0.2.2, lost (inferred), in all 40 containers of novox',
      '  forge books',
    ]);
  });

  test('many names are shortened', () => {
    const moves = Array.from({ length: 10 }, (_, index) => move({ name: `n${index}` }));

    expect(texts(moveLines(moves, sizes))[1]).toBe('  n0 n1 n2 n3 n4 n5 n6 n7 and 2 more');
  });

  test('each kind has its sign', () => {
    const kinds = [
      move({ kind: 'added', before: [], after: ['192.0.2.2', '192.0.2.3'], reason: 'new', evidence: null }),
      move({ kind: 'moved', after: ['192.0.2.9'], reason: null, evidence: null, owner: null }),
      move({
        kind: 'reordered',
        before: ['192.0.2.2', '192.0.2.3'],
        after: ['192.0.2.3', '192.0.2.2'],
        reason: null,
        evidence: null,
      }),
    ];

    expect(texts(moveLines(kinds, sizes))).toEqual([
      '+ forge of g14: 192.0.2.2 192.0.2.3, new, in all 40 containers of novox',
      '~ forge: 192.0.2.2 → 192.0.2.9, in all 40 containers of novox',
      '↕ forge of g14: 192.0.2.2 192.0.2.3 → 192.0.2.3 192.0.2.2, in all 40 containers of novox',
    ]);
    expect(signOf('removed')).toEqual({ text: '−', tone: 'removed' });
  });
});

describe('foldMoves', () => {
  test('names that moved to other addresses are not folded', () => {
    const moved = (name: string, after: string) => move({ name, kind: 'moved', after: [after] });

    expect(
      foldMoves([moved('a', '192.0.2.9'), moved('b', '192.0.2.9'), moved('c', '192.0.2.8')]).map(({ names }) => names),
    ).toEqual([['a', 'b'], ['c']]);
  });

  test('names that came at other addresses are folded, and no one address is shown for all', () => {
    const came = (name: string, after: string) =>
      move({ name, kind: 'added', before: [], after: [after], reason: 'new', evidence: null });

    expect(texts(moveLines([came('a', '192.0.2.9'), came('b', '192.0.2.8'), came('c', '192.0.2.8')], sizes))).toEqual([
      '+ 3 names of g14: at 2 addresses, new, in all 40 containers of novox',
      '  a b c',
    ]);
  });
});

test('reasonWords says what a reason rests on', () => {
  expect(reasonWords({ reason: 'lost', evidence: 'recorded' })).toBe('lost (recorded)');
  expect(reasonWords({ reason: 'new', evidence: null })).toBe('new');
  expect(reasonWords({ reason: null, evidence: null })).toBe('');
});

test('addressWords tells both sides of a move that has two', () => {
  expect(addressWords(move({ kind: 'moved', after: ['192.0.2.9'] }))).toBe('192.0.2.2 → 192.0.2.9');
});

test.each<[Partial<SeenBy>, string]>([
  [{ roster: true }, 'in the roster'],
  [{ nodes: ['ace'] }, 'in the roster of ace'],
  [{ nodes: ['ace'], containers: 1 }, 'in the one container of ace'],
  [{ nodes: ['shanks'], containers: 2 }, 'in both containers of shanks'],
  [{ nodes: ['ace', 'shanks'], containers: 3 }, 'in all 3 containers of ace and shanks'],
  [{ nodes: ['g14', 'novox', 'shanks'], containers: 5 }, 'in 5 of 48 containers of 3 nodes'],
  [{ nodes: ['elsewhere'], containers: 2 }, 'in both containers of elsewhere'],
])('reachWords %j', (seenBy, words) => {
  expect(reachWords({ seenBy: { roster: false, nodes: [], containers: 0, ...seenBy } }, sizes)).toBe(words);
});
