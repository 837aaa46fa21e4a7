import { describe, expect, test } from 'vitest';
import { nameMoves } from '../../src/diff/name-moves.ts';
import { ownersOf } from '../../src/diff/owners.ts';
import { foldSightings, type SeenBy, type Sighting } from '../../src/diff/sightings.ts';
import { namesOf } from '../../src/roster/index.ts';
import { list, state } from '../roster/builders.ts';

const owners = ownersOf(state({ nodes: { g14: { address: '192.0.2.2' } } }));
const [forge, books, chat] = ['forge:192.0.2.2', 'books:192.0.2.2', 'chat:192.0.2.2'];

function sighting(before: readonly string[], after: readonly string[], seenBy: Partial<SeenBy>): Sighting {
  const [from, to] = [namesOf(list(...before)), namesOf(list(...after))];
  return {
    before: from,
    moves: nameMoves(from, to),
    disputed: new Set(),
    seenBy: { roster: false, nodes: [], containers: 0, ...seenBy },
  };
}

describe('foldSightings', () => {
  test('a move is said once for all the views that saw it', () => {
    const views = [
      sighting([forge], [], { roster: true }),
      sighting([forge], [], { nodes: ['novox'] }),
      sighting([forge, books], [books], { nodes: ['novox', 'g14'], containers: 3 }),
      sighting([forge], [], { nodes: ['novox'], containers: 2 }),
    ];

    expect(foldSightings(views, owners, owners)).toEqual([
      {
        name: 'forge',
        kind: 'removed',
        before: ['192.0.2.2'],
        after: [],
        owner: 'g14',
        together: null,
        seenBy: { roster: true, nodes: ['g14', 'novox'], containers: 5 },
      },
    ]);
  });

  test('whether names went together is judged in the widest view that saw them go', () => {
    const scoped = sighting([forge, books], [], { nodes: ['novox'], containers: 1 });
    const node = sighting([forge, books, chat], [chat], { nodes: ['novox'] });

    expect(foldSightings([scoped], owners, owners).map(({ together }) => together)).toEqual(['owner', 'owner']);
    expect(foldSightings([node, scoped], owners, owners).map(({ together }) => together)).toEqual([null, null]);
  });

  test('a disputed name is no part of a view', () => {
    const view = { ...sighting([forge], [], { roster: true }), disputed: new Set(namesOf(list(forge)).keys()) };

    expect(foldSightings([view], owners, owners)).toEqual([]);
  });

  test('moves of one name are sorted by their addresses', () => {
    const views = [
      sighting(['a:192.0.2.2'], ['a:192.0.2.9'], { nodes: ['c'] }),
      sighting(['a:192.0.2.2'], ['a:192.0.2.8'], { nodes: ['b'] }),
      sighting(['a:192.0.2.1'], ['a:192.0.2.9'], { nodes: ['a'] }),
    ];

    expect(foldSightings(views, owners, owners).map(({ before, after }) => `${before} ${after}`)).toEqual([
      '192.0.2.1 192.0.2.9',
      '192.0.2.2 192.0.2.8',
      '192.0.2.2 192.0.2.9',
    ]);
  });
});
