import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listDiffer, listDifference } from '../../src/diff/list-difference.ts';
import type { NameMove } from '../../src/diff/name-moves.ts';
import { list } from '../roster/builders.ts';
import { held, hostsList, listOf, rewritten } from './arbitraries.ts';

function difference(before: readonly string[], after: readonly string[]) {
  return listDifference(list(...before), list(...after));
}

const nothing = { moves: [], order: false, spelling: false };

describe('listDifference', () => {
  test('equal lists differ in nothing', () => {
    fc.assert(
      fc.property(held, (names) => {
        expect(listDifference(listOf(names), listOf(names))).toEqual(nothing);
      }),
    );
  });

  test('another order of names is order', () => {
    expect(difference(['a:192.0.2.1', 'b:192.0.2.2'], ['b:192.0.2.2', 'a:192.0.2.1'])).toEqual({
      ...nothing,
      order: true,
    });
  });

  test('a repeated entry is order', () => {
    expect(difference(['a:192.0.2.1'], ['a:192.0.2.1', 'a:192.0.2.1'])).toEqual({ ...nothing, order: true });
  });

  test.each([
    ['another case', 'g14.internal:192.0.2.2', 'G14.internal:192.0.2.2'],
    ['a final dot', 'g14.internal:192.0.2.2', 'g14.internal.:192.0.2.2'],
    ['another form of an IPv6 address', 'g14.internal:2001:db8::2', 'g14.internal:[2001:DB8:0::2]'],
    ['another separator', 'g14.internal:192.0.2.2', 'g14.internal=192.0.2.2'],
    ['a blank before the address', 'g14.internal:192.0.2.2', 'g14.internal: 192.0.2.2'],
    ['another place of a name without an address', 'g14.internal:', 'G14.internal:'],
  ])('%s is spelling', (_, before, after) => {
    expect(difference([before], [after])).toEqual({ ...nothing, spelling: true });
  });

  test('addresses on one line instead of two are spelling', () => {
    expect(difference(['db:192.0.2.1', 'db:192.0.2.2'], ['db:192.0.2.1,192.0.2.2'])).toEqual({
      ...nothing,
      spelling: true,
    });
  });

  test('a text that no other way of looking tells apart is spelling', () => {
    expect(difference(['a:192.0.2.1', 'db:'], ['db:', 'a:192.0.2.1'])).toEqual({ ...nothing, spelling: true });
  });

  test('a name that moved to another place in the list is no order', () => {
    expect(difference(['a:192.0.2.1', 'b:192.0.2.2'], ['b:192.0.2.2', 'a:192.0.2.9'])).toEqual({
      moves: [{ name: 'a', kind: 'moved', before: ['192.0.2.1'], after: ['192.0.2.9'] }],
      order: false,
      spelling: false,
    });
  });

  test('moves, order and spelling are told beside each other', () => {
    expect(difference(['a:192.0.2.1', 'b:192.0.2.2', 'c:192.0.2.3'], ['c.:192.0.2.3', 'b:192.0.2.2'])).toEqual({
      moves: [{ name: 'a', kind: 'removed', before: ['192.0.2.1'], after: [] }],
      order: true,
      spelling: true,
    });
  });

  test('order and spelling never name a move', () => {
    fc.assert(
      fc.property(
        held.chain((names) => fc.tuple(rewritten(names), rewritten(names))),
        ([before, after]) => {
          expect(listDifference(before, after).moves).toEqual([]);
        },
      ),
    );
  });

  test('moves do not depend on order or spelling', () => {
    const sorted = (moves: readonly NameMove[]) => [...moves].sort((a, b) => (a.name < b.name ? -1 : 1));
    const pair = fc.tuple(held, held);
    fc.assert(
      fc.property(
        pair.chain(([a, b]) => fc.tuple(fc.constant([a, b] as const), rewritten(a), rewritten(b))),
        ([[a, b], before, after]) => {
          const plain = listDifference(listOf(a), listOf(b));

          expect(sorted(listDifference(before, after).moves)).toEqual(sorted(plain.moves));
        },
      ),
    );
  });

  test('lists of different text always differ in something', () => {
    fc.assert(
      fc.property(hostsList, hostsList, (before, after) => {
        const { moves, order, spelling } = listDifference(before, after);

        expect(moves.length > 0 || order || spelling).toBe(before.digest !== after.digest);
      }),
    );
  });
});

describe('listDiffer', () => {
  test('compares each pair of lists once', () => {
    const differ = listDiffer();
    const [before, after] = [list('db:192.0.2.81'), list('db:192.0.2.82')];

    const first = differ(before, after);

    expect(differ(list('db:192.0.2.81'), list('db:192.0.2.82'))).toBe(first);
    expect(differ(after, before)).not.toBe(first);
  });
});
