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
