import { describe, expect, test } from 'vitest';
import { abridged, count, listed, oneLine, passRanges, shortened } from '../../src/report/words.ts';

test.each([
  [0, '0 names'],
  [1, '1 name'],
  [2, '2 names'],
])('count %i', (number, words) => {
  expect(count(number, 'name')).toBe(words);
});

test('a plural may be given', () => {
  expect([1, 2].map((number) => count(number, 'pass', 'passes'))).toEqual(['1 pass', '2 passes']);
});

describe('listed', () => {
  test.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
  ])('%j', (items, words) => {
    expect(listed(items)).toBe(words);
  });

  test('counts what is past the limit, if that is more than one', () => {
    expect(listed(['a', 'b', 'c'], 2)).toBe('a, b and c');
    expect(listed(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more');
  });

  test('joins with or where asked', () => {
    expect(listed(['a', 'b'], 4, 'or')).toBe('a or b');
    expect(listed(['a', 'b', 'c', 'd'], 2, 'or')).toBe('a, b or 2 more');
  });
});

test('shortened counts what is past the limit, if that is more than one', () => {
  expect(shortened(['a', 'b', 'c'], 2)).toBe('a b c');
  expect(shortened(['a', 'b', 'c', 'd'], 2)).toBe('a b and 2 more');
});

describe('passRanges', () => {
  test.each([
    [[3], 'pass 3'],
    [[3, 4], 'passes 3, 4'],
    [[3, 4, 5, 9], 'passes 3–5, 9'],
    [[1, 3, 5, 7, 9, 11, 13, 15, 17], 'passes 1, 3, 5, 7, 9, 11, 13, 15, 17'],
    [[1, 3, 5, 7, 9, 11, 13, 15, 17, 18, 30], 'passes 1, 3, 5, 7, 9, 11, 13, 15 and 3 more, the last 30'],
  ])('%j', (numbers, words) => {
    expect(passRanges(numbers)).toBe(words);
  });
});

describe('oneLine', () => {
  test.each([
    ['a', 'a'],
    ['', ''],
    ['\n', ''],
    ['a\nb', 'a; b'],
    ['a\r\n  b\n\n', 'a; b'],
    ['plan:\n  no route', 'plan: no route'],
    ['a;\nb,\nc', 'a; b, c'],
    ['a\u2028b\u2029c\u0085d\u000be', 'a; b; c; d; e'],
  ])('%j', (text, line) => {
    expect(oneLine(text)).toBe(line);
  });
});

test('abridged cuts a text on one line between characters', () => {
  expect(abridged('a\nb', 10)).toBe('a; b');
  expect(abridged('𝕒𝕓𝕔𝕕', 4)).toBe('𝕒𝕓𝕔𝕕');
  expect(abridged('𝕒𝕓𝕔𝕕𝕖', 4)).toBe('𝕒𝕓𝕔…');
});
