import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeControls } from '../../src/report/escape-controls.ts';

test.each([
  ['a tab', 'a\tb', 'a\\u{9}b'],
  ['an escape sequence', '\u001b[2J', '\\u{1b}[2J'],
  ['a C1 control', '\u009b2J', '\\u{9b}2J'],
  ['DEL', '\u007f', '\\u{7f}'],
  ['a line break', 'a\nb', 'a\\u{a}b'],
  ['a line separator', '\u2028', '\\u{2028}'],
  ['a bidi override', '\u202eabc', '\\u{202e}abc'],
  ['a bidi isolate', '\u2066abc\u2069', '\\u{2066}abc\\u{2069}'],
  ['a zero-width blank', 'a\u200bb', 'a\\u{200b}b'],
  ['a soft hyphen', '\u00ad', '\\u{ad}'],
  ['a blank that does not break', 'a\u00a0b', 'a\\u{a0}b'],
  ['a wide blank', '\u3000', '\\u{3000}'],
  ['a letter without ink', '\u3164\uffa0\u115f\u2800', '\\u{3164}\\u{ffa0}\\u{115f}\\u{2800}'],
  ['a tag', '\u{e0041}', '\\u{e0041}'],
  ['a variation selector', '⚠\ufe0f', '⚠\\u{fe0f}'],
  ['a lone surrogate', 'a\ud800b', 'a\\u{d800}b'],
])('%s is written out', (_, text, escaped) => {
  expect(escapeControls(text)).toBe(escaped);
});

test('what can be seen stays as it is', () => {
  const text = 'grüße, 名前 "a b" 🙂 — | ` <b>\\u{1b}';

  expect(escapeControls(text)).toBe(text);
});

test('nothing that can move a cursor or hide comes through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(escapeControls(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
    }),
  );
});
