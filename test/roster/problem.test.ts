import { describe, expect, it } from 'vitest';
import { foldProblems, type Problem, problemCodes } from '../../src/roster/index.ts';

const invalid = (count: number, node = 'novox'): Problem[] =>
  Array.from({ length: count }, (_, index) => ({ code: 'invalid-address', node, name: `n${index}`, text: 'x' }));

describe('foldProblems', () => {
  it('each distinct problem stands once, in the order given', () => {
    const [first, second] = invalid(2) as [Problem, Problem];

    expect(foldProblems([second, first, { ...second }])).toEqual([second, first]);
  });

  it('past a hundred of one code and node, one problem counts the rest', () => {
    expect(foldProblems(invalid(103))).toEqual([
      ...invalid(100),
      { code: 'too-many-problems', node: 'novox', text: '3 more of invalid-address' },
    ]);
  });

  it('a problem past the hundred that comes again is counted once', () => {
    expect(foldProblems([...invalid(101), ...invalid(101)]).at(-1)).toEqual({
      code: 'too-many-problems',
      node: 'novox',
      text: '1 more of invalid-address',
    });
  });

  it('past a hundred thousand distinct ones nothing is remembered, and each is counted', () => {
    expect(foldProblems([...invalid(200_000), ...invalid(200_000)]).at(-1)).toMatchObject({
      text: '399900 more of invalid-address',
    });
  });

  it('each node and each code has a hundred of its own', () => {
    const others: Problem[] = [{ code: 'invalid-name', node: 'novox', name: 'a b' }];

    expect(foldProblems([...invalid(100), ...invalid(100, 'g14'), ...others])).toHaveLength(201);
  });

  it('the rest of problems without a node has no node', () => {
    const problems = Array.from(
      { length: 101 },
      (_, index): Problem => ({ code: 'malformed-entry', text: `${index}` }),
    );

    expect(foldProblems(problems).at(-1)).toEqual({ code: 'too-many-problems', text: '1 more of malformed-entry' });
  });
});

it('every code has words that begin in lower case and end without a full stop', () => {
  expect(Object.values(problemCodes).filter((words) => !/^[a-z].*[^.]$/.test(words))).toEqual([]);
});
