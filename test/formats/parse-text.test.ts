import { describe, expect, it } from 'vitest';
import { looksLikeJson, looksLikeYaml, parseText } from '../../src/formats/parse-text.ts';

describe('looksLikeYaml', () => {
  it.each([
    'services:\n',
    '# a comment\n\n--- \n%TAG ! x\nversion: "3"\n',
    '---\nservices: {}\n',
    '- a\n- b\n',
    '-\n  a: 1\n',
    '"quoted key": 1\n',
    "'192.0.2.1' : a\n",
    '2001:db8::1: db\n',
    '22:22:\n',
    '  indented: 1\n',
    '&anchor a: 1\n',
  ])('%j does', (text) => {
    expect(looksLikeYaml(text)).toBe(!text.startsWith('&'));
  });

  it.each([
    '',
    '# only: a comment\n',
    'upstream is down: try later\n',
    'hello\nworld: 1\n',
    '2026-09-29T22:46:03 x\n',
    'http://db.mesh.example/\n',
    '-x\n',
    '"quoted" words: 1\n',
  ])('%j does not', (text) => {
    expect(looksLikeYaml(text)).toBe(false);
  });
});

describe('parseText', () => {
  it('reads as JSON what begins as it, and anything else as YAML', () => {
    expect(['{"a": 1}', 'a: 1\n', ' [1]'].map(parseText)).toEqual([
      { value: { a: 1 }, syntax: 'json', problems: [] },
      { value: { a: 1 }, syntax: 'yaml', problems: [] },
      { value: [1], syntax: 'json', problems: [] },
    ]);
  });

  it.each(['words', '5', '# nothing\n'])('%j is neither', (text) => {
    expect([looksLikeJson(text), parseText(text)]).toEqual([false, { value: undefined, syntax: null, problems: [] }]);
  });
});
