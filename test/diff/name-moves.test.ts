import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyMoves, nameMoves } from '../../src/diff/name-moves.ts';
import { type NameMap, namesOf } from '../../src/roster/index.ts';
import { list } from '../roster/builders.ts';
import { hostsList } from './arbitraries.ts';

function moves(before: readonly string[], after: readonly string[]) {
  return nameMoves(namesOf(list(...before)), namesOf(list(...after)));
}

describe('nameMoves', () => {
  test('a name that comes was added', () => {
    expect(moves([], ['db:192.0.2.81'])).toEqual([{ name: 'db', kind: 'added', before: [], after: ['192.0.2.81'] }]);
  });

  test('a name that goes was removed', () => {
    expect(moves(['db:192.0.2.81'], [])).toEqual([{ name: 'db', kind: 'removed', before: ['192.0.2.81'], after: [] }]);
  });

  test('a name with another address was moved', () => {
    expect(moves(['db:192.0.2.81'], ['db:192.0.2.82'])).toEqual([
      { name: 'db', kind: 'moved', before: ['192.0.2.81'], after: ['192.0.2.82'] },
    ]);
  });

  test('a name with one more address was moved', () => {
    expect(moves(['db:192.0.2.81'], ['db:192.0.2.81', 'db:192.0.2.82'])).toEqual([
      { name: 'db', kind: 'moved', before: ['192.0.2.81'], after: ['192.0.2.81', '192.0.2.82'] },
    ]);
  });

  test('a name with as many addresses of which one is another was moved', () => {
    expect(moves(['db:192.0.2.1,192.0.2.2'], ['db:192.0.2.2,192.0.2.3'])).toMatchObject([{ kind: 'moved' }]);
  });

  test('a name with the same addresses in another order was reordered', () => {
    expect(moves(['db:192.0.2.81', 'db:192.0.2.82'], ['db:192.0.2.82', 'db:192.0.2.81'])).toEqual([
      { name: 'db', kind: 'reordered', before: ['192.0.2.81', '192.0.2.82'], after: ['192.0.2.82', '192.0.2.81'] },
    ]);
  });

  test('another order of names is no move', () => {
    expect(moves(['a:192.0.2.1', 'b:192.0.2.2'], ['b:192.0.2.2', 'a:192.0.2.1'])).toEqual([]);
  });

  test('a name that is listed without an address is absent', () => {
    expect(moves(['db:'], ['db:192.0.2.81'])).toMatchObject([{ kind: 'added' }]);
    expect(moves(['db:192.0.2.81'], ['db:'])).toMatchObject([{ kind: 'removed' }]);
    expect(moves(['db:'], [])).toEqual([]);
    expect(moves([], ['db:'])).toEqual([]);
  });

  test('moves stand in the order of the names before, then of those after', () => {
    const found = moves(['b:192.0.2.1', 'a:192.0.2.1'], ['d:192.0.2.1', 'c:192.0.2.1', 'a:192.0.2.2']);

    expect(found.map(({ name }) => name)).toEqual(['b', 'a', 'd', 'c']);
  });
});

/** A name map without the names that are listed without an address, for which it is all the same whether they are listed. */
function held(names: NameMap) {
  return new Map([...names].filter(([, addresses]) => addresses.length > 0));
}

describe('applyMoves', () => {
  test('the moves from one map to another lead from the one to the other', () => {
    fc.assert(
      fc.property(hostsList, hostsList, (before, after) => {
        const applied = applyMoves(namesOf(before), nameMoves(namesOf(before), namesOf(after)));

        expect(held(applied)).toEqual(held(namesOf(after)));
      }),
    );
  });
});
