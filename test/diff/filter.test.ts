import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anyContainerMatcher,
  differenceFilter,
  type Filter,
  filterDifference,
  isEmptyFilter,
  matcher,
} from '../../src/diff/filter.ts';
import { type StateDifference, stateDiffer } from '../../src/diff/state-difference.ts';
import { state } from '../roster/builders.ts';
import { state as anyState } from './arbitraries.ts';
import { grounds, mesh, runs } from './builders.ts';

const difference = stateDiffer()(
  state(
    mesh(['forge:192.0.2.2', 'git:192.0.2.3'], {
      roster: ['forge:192.0.2.2', 'git:192.0.2.3', 'books:192.0.2.2'],
      nodes: { ace: { containers: [{ id: 'wiki', hosts: ['git:192.0.2.3'] }, { id: 'old/old.job' }] } },
    }),
  ),
  state(
    mesh(['git:192.0.2.4'], {
      roster: ['GIT:192.0.2.4'],
      nodes: { ace: { containers: [{ id: 'wiki', hosts: ['git:192.0.2.4'] }, { id: 'new/new.job' }] }, shanks: runs() },
    }),
  ),
  grounds(),
);

/** What a filter lets through, by name and place. */
function through(filter: Filter) {
  const { moves, replacements, firstSeen } = filterDifference(difference, filter);
  return {
    moves: moves.map(({ name }) => name),
    containers: replacements.containers.map(({ container }) => container),
    created: replacements.created.map(({ container }) => container),
    removed: replacements.removed.map(({ container }) => container),
    firstSeen,
  };
}

describe('filterDifference', () => {
  test('an empty filter lets everything through', () => {
    expect(filterDifference(difference, {})).toBe(difference);
    expect(isEmptyFilter({})).toBe(true);
    expect(isEmptyFilter({ name: 'git' })).toBe(false);
  });

  test('by name: the move, and the containers that it replaced', () => {
    expect(through({ name: 'forge' })).toEqual({
      moves: ['forge'],
      containers: ['forgejo/forgejo.server', 'mesh-store/postgres.server', 'gitea/gitea.server'],
      created: [],
      removed: [],
      firstSeen: [],
    });
  });

  test('by node: what its views saw, and what happened on it', () => {
    expect(through({ node: 'ace' })).toEqual({
      moves: ['git'],
      containers: ['wiki'],
      created: ['new/new.job'],
      removed: ['old/old.job'],
      firstSeen: [],
    });
    expect(through({ node: 'sh*' }).firstSeen).toEqual(['shanks']);
  });

  test('by container: what replaced it', () => {
    expect(through({ container: 'gitea.server' })).toEqual({
      moves: ['git', 'forge'],
      containers: ['gitea/gitea.server'],
      created: [],
      removed: [],
      firstSeen: [],
    });
  });

  test('a container goes by its id, its label and its bare name', () => {
    for (const container of ['new/new.job', 'new.job (new)', 'NEW.job', '*.job'])
      expect(through({ container }).created).toEqual(['new/new.job']);
    expect(through({ container: 'new' }).created).toEqual([]);
  });

  test('all that is given has to match', () => {
    expect(through({ node: 'novox', container: 'wiki' })).toEqual({
      moves: [],
      containers: [],
      created: [],
      removed: [],
      firstSeen: [],
    });
  });

  test('the text of a roster is of no one name, node or container', () => {
    const reordered = stateDiffer()(
      state({ roster: ['a:192.0.2.1', 'b:192.0.2.2'] }),
      state({ roster: ['b:192.0.2.2', 'a:192.0.2.1'] }),
      grounds(),
    );

    expect(reordered.rosterText).toEqual({ order: true, spelling: false });
    expect(filterDifference(reordered, { name: 'a' }).rosterText).toEqual({ order: false, spelling: false });
  });

  test('never invents anything', () => {
    const pattern = fc.constantFrom(undefined, '*', 'g14', 'novox', 'db', 'git*', '*.server', 'nothing');
    fc.assert(
      fc.property(
        anyState,
        anyState,
        fc.record({ node: pattern, container: pattern, name: pattern }),
        (a, b, asked) => {
          const filter = Object.fromEntries(Object.entries(asked).filter(([, one]) => one !== undefined)) as Filter;
          const whole = stateDiffer()(a, b, grounds());
          const part = filterDifference(whole, filter);

          expect(whole.moves).toEqual(expect.arrayContaining([...part.moves]));
          expect(whole.replacements.containers).toEqual(expect.arrayContaining([...part.replacements.containers]));
          expect(whole.replacements.created).toEqual(expect.arrayContaining([...part.replacements.created]));
          expect(whole.replacements.removed).toEqual(expect.arrayContaining([...part.replacements.removed]));
          expect(part.replacements.total).toBe(
            part.replacements.containers.filter(({ observed }) => observed !== false).length,
          );
        },
      ),
    );
  });
});

test('differenceFilter gives the same object for the same object', () => {
  const filter = differenceFilter({ name: 'git' });
  const other: StateDifference = { ...difference };

  expect(filter(difference)).toBe(filter(difference));
  expect(filter(difference)).toEqual(filterDifference(difference, { name: 'git' }));
  expect(filter(other)).not.toBe(filter(difference));
});

describe('matcher', () => {
  test.each([
    [undefined, 'anything', true],
    ['*', '', true],
    ['g14', 'G14', true],
    ['g14', 'g14.internal', false],
    ['g14*', 'g14.internal', true],
    ['*.g14.*', 'forge.g14.example', true],
    ['a**b', 'a b', true],
    ['a.b', 'axb', false],
    ['(', '(', true],
    ['[a]', 'a', false],
    ['a*', 'a\nb', true],
  ])('%s matches %j: %s', (pattern, text, matches) => {
    expect(matcher(pattern)(text)).toBe(matches);
  });
});

test('a container is told by any of several patterns, asked again or not', () => {
  const isControlPlane = anyContainerMatcher(['postgres*', 'mesh-registry/*']);

  expect(
    ['mesh-store/postgres.server', 'mesh-registry/distribution', 'gitea/gitea', 'gitea/gitea'].map(isControlPlane),
  ).toEqual([true, true, false, false]);
  expect(anyContainerMatcher([])('mesh-store/postgres.server')).toBe(false);
});
