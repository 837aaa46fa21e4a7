import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJson } from '../../src/cli/write-json.ts';

function written(value: object): string {
  let text = '';
  writeJson(value, (part) => {
    text += part;
  });
  return text;
}

test('an object is written as JSON.stringify writes it, a line feed behind it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(written(value)).toBe(`${JSON.stringify(value, null, 2)}\n`);
    }),
  );
});

test('what is undefined is left out', () => {
  expect(written({ a: undefined, b: [1] })).toBe('{\n  "b": [\n    1\n  ]\n}\n');
});

test('lists are written element by element', () => {
  const parts: string[] = [];

  writeJson({ list: ['a', 'b', 'c'] }, (part) => parts.push(part));

  expect(parts.length).toBeGreaterThan(4);
});

test('control characters that JSON leaves as they are do not reach a terminal, and the value stays the same', () => {
  const value = { 'a\u202eb': ['\u009b2J', 'a\u2028b', '\u200f', '\u{e0001}'] };
  let text = '';

  writeJson(value, (part) => {
    text += part;
  });

  expect(text).toMatch(/^[\x20-\x7e\n]*$/);
  expect(JSON.parse(text)).toEqual(value);
});
