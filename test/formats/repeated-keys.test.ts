import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRepeatedKeys } from '../../src/formats/repeated-keys.ts';
import { UnreadableInput } from '../../src/formats/unreadable-input.ts';
import { json } from '../roster/arbitraries.ts';

const keysOf = (text: string) => findRepeatedKeys(text, JSON.parse(text)).map((problem) => problem.text);

describe('findRepeatedKeys', () => {
  it('names each key that stands again, and where', () => {
    expect(keysOf('{"a": 1,\n "b": {"a": 2, "c": 3, "c": 4}, "a": 5,\n"a": 6}')).toEqual([
      '"c" at line 2, column 24',
      '"a" at line 2, column 33',
      '"a" at line 3, column 1',
    ]);
  });

  it('a key that is escaped is the same key', () => {
    expect(keysOf('{"a": 1, "\\u0061": 2}')).toEqual(['"a" at line 1, column 10']);
  });

  it.each([
    '{"a": "b", "c": "a"}',
    '["a", "a"]',
    '{"a": {"a": ":"}}',
    '{"\\"": "\\\\", "\\\\\\"": "\\":"}',
    '5',
    '"a"',
  ])('%s has none', (text) => {
    expect(keysOf(text)).toEqual([]);
  });

  it('a value that is nested without end is refused, also where a later one takes its place', () => {
    const text = `{"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}, "a": 1}`;

    expect(() => keysOf(text)).toThrow(new UnreadableInput('nested too deeply to be read'));
  });

  it('past a hundred the rest is counted', () => {
    const texts = keysOf(`{${'"a": 1, '.repeat(5000)}"a": 1}`);

    expect([texts.length, texts.at(-1)]).toEqual([101, '4900 more of repeated-key']);
  });

  it('"__proto__" is a key like any other', () => {
    expect(keysOf('{"__proto__": 1, "a": {"__proto__": 2, "__proto__": 3}}')).toEqual([
      '"__proto__" at line 1, column 40',
    ]);
  });

  it('what JSON.stringify writes has none', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 1), (value, indent) => {
        expect(keysOf(JSON.stringify(value, null, indent))).toEqual([]);
      }),
    );
  });
});
