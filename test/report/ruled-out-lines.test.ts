import { expect, test } from 'vitest';
import { ruledOutLines, ruledOutWords } from '../../src/report/ruled-out-lines.ts';
import { texts } from './builders.ts';

const one = (trigger: string, passes: number[], mentions: string[], absent: string[] = []) => ({
  trigger,
  passes,
  mentions,
  absent,
});

test('what triggers named is ruled out with the reason', () => {
  expect(
    texts(
      ruledOutLines([
        one('assign ace searxng', [3, 7], ['ace', 'searxng'], ['searxng']),
        one('unassign ace searxng', [5], ['ace', 'searxng'], ['searxng']),
        one('restart ace', [6], ['ace']),
      ]),
    ),
  ).toEqual([
    'searxng: named by the trigger "assign ace searxng" in passes 3, 7 and "unassign ace searxng" in pass 5; ' +
      'its name was in no hosts list; no name of ace or searxng moved, and none of their containers came, went or changed its spec',
    'ace: named by the trigger "restart ace" in pass 6; no name of ace moved, and none of its containers came, went or changed its spec',
  ]);
});

test('many triggers and many parts of the mesh are counted', () => {
  const many = Array.from({ length: 6 }, (_, index) => one(`t${index} ace`, [index], ['ace']));
  const parts = Array.from({ length: 10 }, (_, index) => one(`m${index}`, [1], [`m${index}`]));

  expect(texts(ruledOutLines(many))[0]).toContain(
    '"t0 ace" in pass 0, "t1 ace" in pass 1, "t2 ace" in pass 2 and 3 more; ',
  );
  expect(texts(ruledOutLines(parts)).at(-1)).toBe('and 2 more sets of triggers of which nothing moved');
  expect(ruledOutWords(one('x', [1], ['a', 'b'], ['a', 'b']))).toContain('their names were in no hosts list; ');
});
