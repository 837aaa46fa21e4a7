import { describe, expect, test } from 'vitest';
import { comovingGroups, type MoveGroup } from '../../src/diff/groups.ts';
import { explainPasses } from '../../src/diff/window.ts';
import type { Pass } from '../../src/roster/index.ts';
import { pass, startMs } from '../roster/builders.ts';
import { mesh, passesOf, runs } from './builders.ts';

function groups(passes: readonly Pass[]): MoveGroup[] {
  return comovingGroups([...explainPasses(passes, null)].map(({ explained }) => explained));
}

const git = 'git:192.0.2.3';
const [forge, books] = ['forge:192.0.2.2', 'books:192.0.2.2'];
const wherever = { roster: true, nodes: ['g14', 'novox'], containers: 3 };

describe('comovingGroups', () => {
  test('names of one owner that moved in the same passes are one set', () => {
    const passes = passesOf(mesh([git, forge, books]), mesh([git]), mesh([git, forge, books]));

    expect(groups(passes)).toEqual([
      {
        names: ['books', 'forge'],
        owner: 'g14',
        steps: [
          { pass: 2, at: startMs + 120_000, kind: 'removed', reason: 'lost', evidence: 'inferred' },
          { pass: 3, at: startMs + 180_000, kind: 'added', reason: 'returned', evidence: null },
        ],
        replacements: 6,
        values: [['192.0.2.2']],
        before: ['192.0.2.2'],
        after: ['192.0.2.2'],
        seenBy: wherever,
      },
    ]);
  });

  test('names that moved in other passes, of another owner or for another reason are sets of their own', () => {
    const passes = passesOf(
      mesh([git, forge, books, 'auth:192.0.2.3']),
      mesh([git, books]),
      mesh([git, forge, books, 'auth:192.0.2.3', 'wiki:192.0.2.3']),
      mesh([git, forge, 'wiki:192.0.2.3', 'auth:192.0.2.3']),
    );

    expect(
      groups(passes).map(({ names, steps }) => [names, steps.map((step) => `${step.pass} ${step.reason}`)]),
    ).toEqual([
      [['forge'], ['2 withdrawn', '3 returned']],
      [['auth'], ['2 withdrawn', '3 returned']],
      [['wiki'], ['3 new']],
      [['books'], ['4 withdrawn']],
    ]);
  });

  test('the costliest set stands first, then the one that moved most often, then the largest', () => {
    const scoped = (forgeHosts: readonly string[], wikiHosts: readonly string[], more: readonly string[]) => ({
      roster: [git, ...forgeHosts, ...wikiHosts, ...more],
      nodes: {
        g14: { containers: [{ id: 'a', hosts: forgeHosts }] },
        ace: {
          containers: [
            { id: 'b', hosts: wikiHosts },
            { id: 'c', hosts: wikiHosts },
          ],
        },
      },
    });
    const passes = passesOf(
      scoped([forge], ['wiki:192.0.2.4'], []),
      scoped([], ['wiki:192.0.2.4'], ['x:198.51.100.1', 'y:198.51.100.1']),
      scoped([forge], ['wiki:192.0.2.5'], ['z:198.51.100.1', 'y:198.51.100.1', 'x:198.51.100.1']),
    );

    expect(groups(passes).map(({ names, replacements }) => [names, replacements])).toEqual([
      [['forge'], 2],
      [['wiki'], 2],
      [['x', 'y'], 0],
      [['z'], 0],
    ]);
  });

  test('the values that a name had are told in the order in which it first had them', () => {
    const passes = passesOf(...['81', '82', '81', '83', '82'].map((last) => mesh([`db:192.0.2.${last}`])));

    expect(groups(passes)).toMatchObject([
      {
        names: ['db'],
        values: [['192.0.2.81'], ['192.0.2.82'], ['192.0.2.83']],
        before: ['192.0.2.81'],
        after: ['192.0.2.82'],
      },
    ]);
  });

  test('names that moved together among different addresses are one set without common values', () => {
    const passes = passesOf(mesh(['a:192.0.2.81', 'b:192.0.2.91']), mesh(['a:192.0.2.82', 'b:192.0.2.92']));

    expect(groups(passes)).toMatchObject([{ names: ['a', 'b'], owner: null, values: null }]);
  });

  test('a name that moved differently in two views of one pass takes two steps, in two ways alike one', () => {
    const before = { nodes: { ace: runs('db:192.0.2.81'), g14: runs('db:192.0.2.82') } };
    const gone = { nodes: { ace: runs(), g14: runs('db:192.0.2.83') } };
    const both = { nodes: { ace: runs('db:192.0.2.84'), g14: runs('db:192.0.2.85') } };

    expect(groups(passesOf(before, gone))[0]?.steps.map(({ pass: at, kind }) => [at, kind])).toEqual([
      [2, 'removed'],
      [2, 'moved'],
    ]);
    expect(groups(passesOf(before, both))[0]?.steps.map(({ pass: at, kind }) => [at, kind])).toEqual([[2, 'moved']]);
  });

  test('where it moved is every node of any step, and the most containers of one', () => {
    const on = (first: string, second: string) => ({ nodes: { ace: runs(first), g14: runs(second) } });
    const passes = passesOf(
      on('db:192.0.2.81', 'db:192.0.2.82'),
      on('db:192.0.2.83', 'db:192.0.2.82'),
      on('db:192.0.2.83', 'db:192.0.2.84'),
    );

    expect(groups(passes)).toMatchObject([{ seenBy: { roster: false, nodes: ['ace', 'g14'], containers: 1 } }]);
  });

  test('a container that was seen to stay costs nothing', () => {
    const running = (number: number, host: string, id: string) =>
      pass({ number, state: { nodes: { ace: { containers: [{ hosts: [host], engine: { id } }] } } } });

    expect(groups([running(1, 'db:192.0.2.81', '1'), running(2, 'db:192.0.2.82', '1')])[0]?.replacements).toBe(0);
    expect(groups([running(1, 'db:192.0.2.81', '1'), running(2, 'db:192.0.2.82', '2')])[0]?.replacements).toBe(1);
  });

  test('a pass without one before it has no part', () => {
    expect(groups(passesOf(mesh([git])))).toEqual([]);
  });
});
