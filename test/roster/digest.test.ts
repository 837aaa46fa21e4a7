import { expect, it } from 'vitest';
import { digestOf } from '../../src/roster/index.ts';

it('a digest is a SHA-256 in lower-case hex, of a text as UTF-8 or of bytes', () => {
  const expected = '607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f';

  expect([digestOf('ü'), digestOf(new TextEncoder().encode('ü'))]).toEqual([expected, expected]);
});
