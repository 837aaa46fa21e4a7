import { describe, expect, it } from 'vitest';
import { documentKind, textKind } from '../../src/formats/text-kind.ts';

describe('textKind', () => {
  it.each([
    ['', 'nothing'],
    [' \n', 'nothing'],
    ['a', 'one line of 1 character without a blank'],
    ['glpat-0123\n', 'one line of 10 characters without a blank'],
    ['hello world', 'one line of 11 characters'],
    ['hello\nworld\n', '2 lines'],
    ['x\n'.repeat(1000), '1000 lines'],
    ['x\n'.repeat(1001), 'more than 1000 lines'],
  ])('%j is %s', (text, kind) => {
    expect(textKind(text)).toBe(kind);
  });
});

describe('documentKind', () => {
  it.each([
    [[], 'a JSON list'],
    [{}, 'an empty JSON object'],
    [{ services: 1, volumes: 2 }, 'a JSON object with the keys "services", "volumes"'],
    [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }, 'a JSON object with the keys "a", "b", "c", "d", "e"'],
    [{ hunter2: 1, result: 2 }, 'a JSON object with the keys "result"'],
    [{ hunter2: 1, 'a b': 2, [`x${'y'.repeat(24)}`]: 3 }, 'a JSON object with 3 keys'],
  ])('%j is %s', (value, kind) => {
    expect(documentKind(value, 'JSON')).toBe(kind);
  });
});
