import { describe, expect, test } from 'vitest';
import { beginningPeriod, findOscillation, median } from '../../../src/diff/flaps/oscillation.ts';

describe('an oscillation', () => {
  test('between two values has its cycles, their median and the shortest and longest', () => {
    expect(findOscillation([0, 1, 0, 1, 0], [1, 2, 5, 9])).toEqual({
      cycleLength: 2,
      periodPasses: 5.5,
      shortest: 4,
      longest: 7,
      cycles: [
        [1, 5],
        [2, 9],
      ],
    });
  });

  test('is the smallest cycle that the end shows twice', () => {
    expect(findOscillation([0, 1, 2, 0, 1, 2], [1, 2, 3, 4, 5])).toMatchObject({ cycleLength: 3, periodPasses: 3 });
    expect(findOscillation([0, 2, 1, 0, 1, 0], [1, 2, 3, 4, 5])).toMatchObject({
      cycleLength: 2,
      shortest: 2,
      cycles: [
        [2, 4],
        [3, 5],
      ],
    });
  });

  test('needs two full cycles', () => {
    expect(findOscillation([0, 1, 0], [1, 2])).toBeNull();
    expect(findOscillation([0, 1, 2, 0, 1], [1, 2, 3, 4])).toBeNull();
  });
});

describe('a cycle that begins', () => {
  test('has the passes between two comings of its values', () => {
    expect(beginningPeriod([0, 1, 2, 0, 1], [6, 12, 18, 24])).toBe(18);
  });

  test('is none where fewer than two values came back in their order', () => {
    expect(beginningPeriod([0, 1, 2, 0], [1, 2, 3])).toBe(0);
    expect(beginningPeriod([0, 1, 2, 0, 2], [1, 2, 3, 4])).toBe(0);
  });
});

test('the median of two numbers is their mean, and that of none is 0', () => {
  expect([median([1, 2, 9]), median([1, 2]), median([])]).toEqual([2, 1.5, 0]);
});
