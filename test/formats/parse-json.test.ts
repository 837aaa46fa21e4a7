import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/formats/parse-json.ts';
import { UnreadableInput } from '../../src/formats/unreadable-input.ts';

describe('parseJson', () => {
  it('gives the value', () => {
    expect(parseJson(' {"a": [1, null]}\n')).toEqual({ a: [1, null] });
  });

  it('names line, column and fault', () => {
    expect(faultOf('{\n  "a": 1,\n  "b" 2\n}')).toMatchObject({
      message: 'not valid JSON: colon expected',
      place: { line: 3, column: 7 },
      hint: null,
      cause: expect.any(SyntaxError),
    });
  });

  it.each([
    ['{"a": 1,}', 'property name expected', 9],
    ['{"a": // why\n 1}', 'invalid comment token', 7],
    ['{"a": 1} {}', 'end of file expected', 10],
    ['{"a": 1} x', 'invalid symbol', 10],
    ['[1 2]', 'comma expected', 4],
    ['{"a": nope}', 'invalid symbol', 7],
  ])('%j: %s', (text, words, column) => {
    expect(faultOf(text)).toMatchObject({ message: `not valid JSON: ${words}`, place: { line: 1, column } });
  });

  it('what the second parser lets through is still not valid', () => {
    expect(faultOf('{"a": "tab\there"}')).toMatchObject({ message: expect.stringMatching(/^not valid JSON/) });
    expect(faultOf('[\u00a01]')).toMatchObject({ message: expect.stringMatching(/^not valid JSON/) });
  });

  it.each([
    '{"a": [1, {"b": "c',
    '{"a": tr',
    '{"a": -',
    '{"a": "b\\',
    '{"a": "b\\u00',
    '[',
    '{"a"',
    '{"a":',
    '{"a": 1,\n',
  ])('%j is torn', (text) => {
    expect(faultOf(text)).toMatchObject({
      message: 'the JSON ends in the middle: the file is half written or cut off',
      hint: 'record it again when it is whole; the last declaration stands',
    });
  });

  it('a document is torn wherever it is cut', () => {
    const whole = JSON.stringify(
      { nodes: [{ node: 'g14', ok: true, n: -1.5e3, s: 'x"\\\u2028ü', none: null }], roster: [] },
      null,
      1,
    );
    const cuts = Array.from({ length: whole.length - 1 }, (_, index) => whole.slice(0, index + 1));

    const messages = cuts.map((text) => faultOf(text).message);

    expect(new Set(messages)).toEqual(new Set(['the JSON ends in the middle: the file is half written or cut off']));
  });

  it('five hundred levels are read, and no more', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

    expect(JSON.stringify(parseJson(nested(500)))).toBe(nested(500));
    expect(faultOf(nested(501)).message).toBe('nested too deeply to be read');
  });

  it('a text that is nested without end is refused', () => {
    const message = 'not valid JSON, and nested too deeply to say where';

    expect(['['.repeat(100_000), '{"a":'.repeat(100_000)].map((text) => faultOf(text).message)).toEqual([
      message,
      message,
    ]);
  });

  it.each([
    ['lists', '['.repeat(30_000_000)],
    ['objects', '{"a":'.repeat(10_000_000)],
    ['lists that are closed', '['.repeat(5_000_000) + ']'.repeat(5_000_000)],
  ])('a long text of nested %s is refused before it is parsed, which would take all memory', (_, text) => {
    expect(faultOf(text).message).toBe('nested too deeply to be read');
  });

  it('brackets in the texts of a long one are no nesting, nor are those behind an escaped quote', () => {
    const value = ['['.repeat(1_200_000), '"[['.repeat(1000), '\\"{'];

    expect(parseJson(JSON.stringify(value))).toEqual(value);
  });

  it('a value that is no object is no nesting', () => {
    expect([parseJson('null'), parseJson('5')]).toEqual([null, 5]);
  });
});

function faultOf(text: string): UnreadableInput {
  try {
    parseJson(text);
  } catch (fault) {
    if (fault instanceof UnreadableInput) return fault;
    throw fault;
  }
  throw new Error('it was read');
}
