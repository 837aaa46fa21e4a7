import { expect, test } from 'vitest';
import { checksumOf } from '../../src/history/checksum.ts';

test('a checksum differs where a value does, or stands elsewhere', () => {
  const sums = [
    [1, 'default', null],
    [1, 'default', ''],
    [1, 'defaulu', null],
    [2, 'default', null],
    ['1', 'defaultnull'],
    [1, null, 'default'],
    [11, 'default', null],
  ].map(checksumOf);

  expect(new Set(sums).size).toBe(sums.length);
  expect(sums.every((sum) => sum >= 0 && sum < 2 ** 47)).toBe(true);
});
