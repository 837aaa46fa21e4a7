import { expect, test } from 'vitest';
import { parseByteSize } from '../../src/cli/byte-size.ts';

test.each([
  ['64MiB', 67_108_864],
  ['1.5 GB', 1_500_000_000],
  ['1GiB', 1_073_741_824],
  ['16m', 16_777_216],
  ['512', 512],
])('%s is a size', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes);
});

test.each(['', 'MiB', '12 parsecs', '-1MiB', '1e9'])('"%s" is no size', (text) => {
  expect(parseByteSize(text)).toBeNull();
});
