import { describe, expect, test } from 'vitest';
import { defaultSizeLimitBytes, SizeExceeded } from '../../src/recorder/size-limit.ts';

const mib = 2 ** 20;

describe('an input over the limit', () => {
  test.each([
    [65 * mib, 64 * mib, 'found 65 MiB, expected at most 64 MiB', '--size-limit 256MiB'],
    [64 * mib + 1, 64 * mib, 'found 65 MiB, expected at most 64 MiB', '--size-limit 256MiB'],
    [null, 64 * mib, 'found more than 64 MiB, expected at most 64 MiB', '--size-limit 256MiB'],
    [300 * mib, 64 * mib, 'found 300 MiB, expected at most 64 MiB', '--size-limit 1GiB'],
    [1.5 * 1024 * mib, 64 * mib, 'found 2 GiB, expected at most 64 MiB', '--size-limit 4GiB'],
    [11, 10, 'found 11 bytes, expected at most 10 bytes', '--size-limit 40B'],
    [3000, 2048, 'found 3 KiB, expected at most 2 KiB', '--size-limit 8KiB'],
  ])('%j of %i: %s', (found, limit, words, hint) => {
    const fault = new SizeExceeded(found, limit);

    expect([fault.message, fault.hint]).toEqual([`larger than the size limit: ${words}`, hint]);
  });

  test('is one of more than 64 MiB, unless it is said otherwise', () => {
    expect(defaultSizeLimitBytes).toBe(64 * mib);
  });
});
