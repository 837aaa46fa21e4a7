import { expect, test } from 'vitest';
import { openRecall } from '../../../src/diff/policies/recall.ts';

const value = (number: number) => ({ number });

test('a value that is the same as one before is given as that one', () => {
  const recall = openRecall<{ number: number }>((known, one) => known.number === one.number);
  const [first, second] = [value(1), value(2)];

  expect([first, second, value(1), value(2)].map((one) => recall(one))).toEqual([first, second, first, second]);
  expect(recall(value(1))).toBe(first);
});

test('of many, the ones that were asked for last are known', () => {
  const recall = openRecall<{ number: number }>((known, one) => known.number === one.number);
  const [first, second] = [recall(value(1)), recall(value(2))];

  for (let number = 3; number <= 16; number += 1) recall(value(number));
  recall(value(1));
  recall(value(17));

  expect(recall(value(1))).toBe(first);
  expect(recall(value(2))).not.toBe(second);
});
