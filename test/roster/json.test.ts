import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, isJsonObject, type Json, jsonText } from '../../src/roster/index.ts';
import { json } from './arbitraries.ts';

describe('isJsonObject', () => {
  it('an object is one, and null, a list and a text are none', () => {
    expect([{}, null, [], 'x', 1, undefined].map(isJsonObject)).toEqual([true, false, false, false, false, false]);
  });
});

describe('jsonText', () => {
  it('a text is as it is, and any other value its JSON, whatever its keys', () => {
    const values = ['a"b', 5, null, ['x'], { toString: '' }];

    expect(values.map(jsonText)).toEqual(['a"b', '5', 'null', '["x"]', '{"toString":""}']);
  });
});

describe('canonicalJson', () => {
  it('keys are sorted by code unit at every level, lists keep their order, and there are no blanks', () => {
    const value = { b: [3, { z: null, a: 'x\n' }], a: true, B: 1.5, é: -0 };

    expect(canonicalJson(value)).toBe('{"B":1.5,"a":true,"b":[3,{"a":"x\\n","z":null}],"é":0}');
  });

  it('a key named "__proto__" is a key like any other', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"polluted":true}}') as Json)).toBe(
      '{"__proto__":{"polluted":true},"b":1}',
    );
  });

  it('the order of keys makes no other text', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('the text is the same value, and its own canonical form', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
      }),
    );
  });
});

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
