import { describe, expect, test } from 'vitest';
import { searchFormat } from './planted-search.ts';

describe.each(['mesh'])('a secret in an input of %s', (format) => {
  test('is nowhere in the store, nor in what any command prints, and shows where it changed', {
    timeout: 60_000,
  }, async () => {
    expect(await searchFormat(format)).toEqual({ found: [], unchanged: [] });
  });
});
