import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeControls } from '../../src/report/escape-controls.ts';
import { codeSpan, escapeLineStart, escapeMarkdown, longestRun } from '../../src/report/escape-markdown.ts';
import { hostileText, shownText, tokenCounts } from './hostile.ts';

describe('escapeMarkdown', () => {
  test.each([
    ['6 names of g14', '6 names of g14'],
    ['a|b', 'a\\|b'],
    ['*x* _y_ ~z~ $1', '\\*x\\* \\_y\\_ \\~z\\~ \\$1'],
    ['<b>&amp;', '&lt;b&gt;&amp;amp;'],
    ['[a](b) #1', '\\[a\\](b) \\#1'],
    ['a\nb', 'a\\\\u{a}b'],
    ['see http://evil.example now', 'see `http://evil.example` now'],
    ['see //evil.example now', 'see `//evil.example` now'],
    ['mail a@b.example', 'mail `a@b.example`'],
    ['at 22:46:02', 'at 22:46:02'],
    ['2001:db8:100:5', '`2001:db8:100:5`'],
  ])('%j is written %j', (text, written) => {
    expect(escapeMarkdown(text)).toBe(written);
  });

  test('a paragraph of any text is one paragraph that shows it', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        fc.pre(escapeControls(text).trim() !== '');
        const markdown = escapeLineStart(escapeMarkdown(text));

        const { text: _, code_inline: __, text_special: ___, ...others } = tokenCounts(markdown);
        expect(others).toEqual({ paragraph_open: 1, inline: 1, paragraph_close: 1 });
        expect(shownText(markdown)).toBe(escapeControls(text).trim());
      }),
      { numRuns: 500 },
    );
  });
});

describe('codeSpan', () => {
  test.each([
    ['a', '`a`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    [' a ', '`  a  `'],
    ['  ', ''],
    ['a|b', '`a|b`'],
  ])('%j is written %j', (text, written) => {
    expect(codeSpan(text)).toBe(written);
  });

  test('in a table a pipe is escaped, and behind a backslash written as its number', () => {
    expect(codeSpan('a|b', 'cell')).toBe('`a\\|b`');
    expect(codeSpan('a\\|b', 'cell')).toBe('`a\\\\u{7c}b`');
  });
});

test('longestRun finds the longest run', () => {
  expect(longestRun('a``b```c`', '`')).toBe(3);
  expect(longestRun('', '`')).toBe(0);
});

test.each([
  ['- x', '\\- x'],
  ['+ x', '\\+ x'],
  ['=== ', '\\==='],
  ['  12. x', '12\\. x'],
  ['1) x', '1\\) x'],
  ['1.5 x', '1\\.5 x'],
])('the line %j begins with no mark: %j', (text, written) => {
  expect(escapeLineStart(text)).toBe(written);
});
