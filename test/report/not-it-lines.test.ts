import { describe, expect, test } from 'vitest';
import { notItLines } from '../../src/report/not-it-lines.ts';
import { texts } from './builders.ts';

const assign = { trigger: 'assign ace searxng', passes: [3, 7], mentions: ['ace', 'searxng'], absent: ['searxng'] };

describe('notItLines', () => {
  test('triggers that name the same parts of the mesh are one row', () => {
    expect(texts(notItLines([assign, { ...assign, trigger: 'unassign ace searxng', passes: [5] }]))).toEqual([
      '"assign ace searxng" (passes 3, 7), "unassign ace searxng" (pass 5): nothing that moved is of ace or searxng; ' +
        'no roster holds a name of searxng',
    ]);
  });

  test('a trigger that names nothing but what rosters hold', () => {
    expect(texts(notItLines([{ trigger: 'plan ace', passes: [3], mentions: ['ace'], absent: [] }]))).toEqual([
      '"plan ace" (pass 3): nothing that moved is of ace',
    ]);
  });

  test('a trigger of several lines is one', () => {
    expect(texts(notItLines([{ ...assign, trigger: 'assign ace\nsearxng\n' }]))[0]).toMatch(/^"assign ace; searxng" /);
  });

  test('there are at most four rows', () => {
    const rows = (number: number) =>
      Array.from({ length: number }, (_, index) => ({
        ...assign,
        trigger: `plan n${index}`,
        mentions: [`n${index}`],
        absent: [],
      }));

    expect(texts(notItLines(rows(4)))).toHaveLength(4);
    expect(texts(notItLines(rows(6)))).toEqual([
      '"plan n0" (passes 3, 7): nothing that moved is of n0',
      '"plan n1" (passes 3, 7): nothing that moved is of n1',
      '"plan n2" (passes 3, 7): nothing that moved is of n2',
      'nor 3 other triggers',
    ]);
  });

  test('long lists within a row are folded', () => {
    const triggers = ['a', 'b', 'c', 'd', 'e'].map((letter) => ({
      trigger: letter,
      passes: [1],
      mentions: ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'],
      absent: ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'],
    }));

    expect(texts(notItLines(triggers))).toEqual([
      '"a" (pass 1), "b" (pass 1), "c" (pass 1) and 2 more: nothing that moved is of m1, m2, m3, m4 or 2 more; ' +
        'no roster holds a name of m1, m2, m3, m4 or 2 more',
    ]);
    expect(texts(notItLines(triggers.slice(0, 4)))[0]).toMatch(/"d" \(pass 1\): /);
  });

  test('none', () => {
    expect(notItLines([])).toEqual([]);
  });
});
