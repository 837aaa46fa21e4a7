import { expect, test } from 'vitest';
import { contentBytes } from '../../src/history/prune-bytes.ts';

test.each([
  [10, 145],
  [1953, 2088],
  // the rest of what is longer than a page has pages of its own
  [1954, 232 + 2048 + 75],
  [100_000, 1948 + 48 * 2048 + 75],
])('a content of %i stored bytes takes about %i', (stored, bytes) => {
  expect(contentBytes(stored)).toBe(bytes);
});
