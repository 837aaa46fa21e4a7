import { expect, test } from 'vitest';
import { replaceMatches } from '../../src/recorder/replace-matches.ts';

test('each match is replaced, but for those that stay', () => {
  const replaced = replaceMatches('a1 b2 c3', /([a-z])(\d)/g, ([, letter, digit]) => {
    return letter === 'b' ? null : `${digit}${letter}`;
  });

  expect(replaced).toBe('1a b2 3c');
});

test('a match of nothing ends no search', () => {
  expect(replaceMatches('ab', /x*/g, () => '-')).toBe('-a-b-');
});

test('what throws ends the search at once', () => {
  let asked = 0;
  const search = () =>
    replaceMatches('a'.repeat(1000), /a/g, () => {
      asked += 1;
      throw new Error('enough');
    });

  expect(search).toThrow('enough');
  expect(asked).toBe(1);
});
