import { describe, expect, test } from 'vitest';
import { movedLines } from '../../src/report/moved-lines.ts';
import { mesh, runs } from '../diff/builders.ts';
import type { PassParts, StateParts } from '../roster/builders.ts';
import { passesOf, texts, windowOf } from './builders.ts';

function moved(...all: readonly (StateParts | PassParts)[]): string[] {
  return texts(movedLines(windowOf(passesOf(...all))));
}

/** The mesh with one name at this address of 192.0.2.0/24. */
function db(...lasts: readonly number[]): StateParts {
  return mesh(lasts.map((last) => `db:192.0.2.${last}`));
}

describe('movedLines', () => {
  test('a window in which nothing moved says so', () => {
    expect(moved(db(81), db(81))).toEqual(['no name moved']);
  });

  test('a pass that there is nothing before says so', () => {
    expect(texts(movedLines({ ...windowOf(passesOf(db(81), db(81))), passes: [], groups: [] }))).toEqual([
      'nothing before it to compare it with',
    ]);
  });

  test('a set of names: how often, gone and back in which passes, and the names', () => {
    const [full, short] = [mesh(['forge:192.0.2.2', 'books:192.0.2.2', 'git:192.0.2.3']), mesh(['git:192.0.2.3'])];

    expect(moved(full, short, full, short)).toEqual([
      '2 names of g14 moved together 3 times: gone in passes 2, 4; back in pass 3',
      'books forge',
    ]);
  });

  test('a name that comes for the first time is new', () => {
    expect(moved(db(), db(2))).toEqual(['db of g14 moved once: new in pass 2 (192.0.2.2)']);
  });

  test('a name that moved once tells from where to where', () => {
    expect(moved(db(81), db(82))).toEqual(['db moved once, in pass 2 (192.0.2.81 → 192.0.2.82)']);
  });

  test('a name that moved once among other steps does so too', () => {
    expect(moved(db(81), db(82), db())).toEqual([
      'db moved 2 times: gone in pass 3; moved in pass 2 (192.0.2.81 → 192.0.2.82)',
    ]);
  });

  test('a name that alternates tells the two values', () => {
    expect(moved(db(81), db(82), db(81), db(82))).toEqual([
      'db moved 3 times, in passes 2–4 (192.0.2.81 ⇄ 192.0.2.82)',
    ]);
    expect(moved(db(81, 82), db(82, 81), db(81, 82))).toEqual([
      'db moved 2 times: reordered in passes 2, 3 (192.0.2.81 192.0.2.82 ⇄ 192.0.2.82 192.0.2.81)',
    ]);
  });

  test('a name that came back elsewhere tells the two values', () => {
    expect(moved(db(81), db(), db(82))).toEqual([
      'db moved 2 times: gone in pass 2; back in pass 3 (192.0.2.81 ⇄ 192.0.2.82)',
    ]);
  });

  test('a name with more values tells how many, and the latest', () => {
    expect(moved(db(81), db(82), db(83), db(81))).toEqual([
      'db moved 3 times, in passes 2–4 (3 values, the latest 192.0.2.81)',
    ]);
    expect(moved(db(81), db(82), db(83), db())).toEqual([
      'db moved 3 times: gone in pass 4; moved in passes 2, 3 (3 values, now gone)',
    ]);
  });

  test('names that moved together among addresses of their own say so', () => {
    expect(moved(mesh(['a:192.0.2.81', 'b:192.0.2.91']), mesh(['a:192.0.2.82', 'b:192.0.2.92']))).toEqual([
      '2 names moved together once, in pass 2 (at addresses of their own)',
      'a b',
    ]);
  });

  test('the first set shows more names than the others, and many sets are counted', () => {
    const names = (letter: string, number: number, last: number) =>
      Array.from({ length: number }, (_, index) => `${letter}${index}:192.0.2.${last}`);
    const nodes = Object.fromEntries([4, 5, 6, 7].map((last) => [`n${last}`, { address: `192.0.2.${last}` }]));
    const all = [
      ...names('a', 15, 2),
      ...names('b', 7, 3),
      ...names('c', 3, 4),
      ...names('d', 2, 5),
      ...names('e', 2, 6),
      ...names('f', 1, 7),
    ];

    expect(moved(mesh([], { nodes }), mesh(all, { nodes }))).toEqual([
      '15 names of g14 moved together once: new in pass 2 (192.0.2.2)',
      'a0 a1 a10 a11 a12 a13 a14 a2 a3 a4 a5 a6 and 3 more',
      '7 names of novox moved together once: new in pass 2 (192.0.2.3)',
      'b0 b1 b2 b3 and 3 more',
      '3 names of n4 moved together once: new in pass 2 (192.0.2.4)',
      'c0 c1 c2',
      '2 names of n5 moved together once: new in pass 2 (192.0.2.5)',
      'd0 d1',
      'and 3 more names in 2 other sets',
    ]);
  });
});

describe('where a set moved', () => {
  test('in some containers of all', () => {
    const list = (first: string, second: string) => ({
      nodes: {
        novox: {
          containers: [
            { id: 'a', hosts: [first] },
            { id: 'b', hosts: [second] },
          ],
        },
      },
    });

    expect(moved(list('db:192.0.2.81', 'db:192.0.2.81'), list('db:192.0.2.82', 'db:192.0.2.81'))).toEqual([
      'db moved once, in 1 of 2 containers, in pass 2 (192.0.2.81 → 192.0.2.82)',
    ]);
  });

  test('in some containers of some nodes', () => {
    const list = (first: string) =>
      mesh(['git:192.0.2.3'], { nodes: { ace: { containers: [{ id: 'a', hosts: [first] }, { id: 'b' }] } } });

    expect(moved(list('db:192.0.2.81'), list('db:192.0.2.82'))).toEqual([
      'db moved once, in 1 of 2 containers of ace, in pass 2 (192.0.2.81 → 192.0.2.82)',
    ]);
  });

  test('on all nodes but one', () => {
    const list = (last: number) => ({ ...db(last), nodes: { ...db(last).nodes, shanks: runs('db:192.0.2.81') } });

    expect(moved(list(81), list(82))).toEqual(['db moved once, not on shanks, in pass 2 (192.0.2.81 → 192.0.2.82)']);
  });

  test('on one node only', () => {
    const list = (last: number) => ({ ...db(81), nodes: { ...db(81).nodes, shanks: runs(`db:192.0.2.${last}`) } });

    expect(moved(list(91), list(92))).toEqual(['db moved once, only on shanks, in pass 2 (192.0.2.91 → 192.0.2.92)']);
  });

  test('in the roster and in no container', () => {
    const list = (last: number) => mesh([], { roster: [`db:192.0.2.${last}`] });

    expect(moved(list(81), list(82))).toEqual([
      'db moved once, in the roster and in no container, in pass 2 (192.0.2.81 → 192.0.2.82)',
    ]);
  });

  test("in a node's roster and in no container", () => {
    const list = (last: number) => ({
      nodes: { ace: { roster: [`db:192.0.2.${last}`] }, g14: { roster: ['db:192.0.2.1'] } },
    });

    expect(moved(list(81), list(82))).toEqual([
      'db moved once, in the roster of ace and in no container, in pass 2 (192.0.2.81 → 192.0.2.82)',
    ]);
  });

  test('nowhere in particular where no container is known', () => {
    expect(moved({ roster: ['db:192.0.2.81'] }, { roster: ['db:192.0.2.82'] })).toEqual([
      'db moved once, in pass 2 (192.0.2.81 → 192.0.2.82)',
    ]);
  });
});
