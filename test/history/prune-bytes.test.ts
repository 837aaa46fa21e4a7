import { expect, test } from 'vitest';
import { contentBytes } from '../../src/history/prune-bytes.ts';

test.each([
  [10, 145],
  [4001, 4136],
  // the rest of what is longer than a page has pages of its own
  [4002, 489 + 4096 + 75],
  [100_000, 1852 + 24 * 4096 + 75],
])('a content of %i stored bytes takes about %i', (stored, bytes) => {
  expect(contentBytes(stored)).toBe(bytes);
});
