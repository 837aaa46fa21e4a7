import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { type Block, line, type Span, span, type Tone, type View } from '../../src/report/view.ts';
import { hostileText, tokenCounts } from './hostile.ts';

function markdown(...view: Block[]): string {
  return renderMarkdown(view);
}

describe('renderMarkdown', () => {
  test('renders every kind of block', () => {
    expect(
      markdown(
        { kind: 'title', line: line(span('what', 'strong'), span(' · UTC', 'muted')) },
        { kind: 'heading', level: 2, line: line('Why ', span('db', 'literal')) },
        { kind: 'paragraph', line: line('1. one', '  ', span('two', 'strong')) },
        { kind: 'bullets', items: [line('- a'), line('  ', span('below', 'muted'))] },
        { kind: 'facts', rows: [{ label: 'MOVED', lines: [line('one'), line('two')] }] },
        { kind: 'entry', head: line(span('pass 4', 'strong')), lines: [line('moved')] },
        { kind: 'entry', head: line('quiet'), lines: [] },
        {
          kind: 'table',
          columns: [
            { header: 'PASS', align: 'right' },
            { header: 'WHAT', align: 'left' },
          ],
          rows: [[line('4'), line('a|b')], [line('5')], { across: line('c|d') }],
        },
        { kind: 'preformatted', lines: [line('--- a'), line('```')] },
        { kind: 'code', language: 'sh', lines: ["roster-history name '*'"] },
        { kind: 'chart', title: 'R', unit: 'per minute', bars: [{ label: '22:46', value: 53 }] },
        { kind: 'chart', title: 'R', unit: 'per minute', bars: [] },
      ),
    ).toBe(
      [
        '# what · UTC',
        '## Why `db`',
        '1\\. one · **two**',
        '- \\- a\n  - below',
        '- **MOVED**\n  - one\n  - two',
        '**pass 4**\n\n- moved',
        'quiet',
        '| Pass | What |\n| ---: | --- |\n| 4 | a\\|b |\n| 5 |  |\n| c\\|d |  |',
        '````\n--- a\n```\n````',
        "```sh\nroster-history name '*'\n```",
        '```mermaid\nxychart-beta\n    title "R"\n    x-axis ["22:46"]\n    y-axis "per minute" 0 --> 53\n    bar [53]\n```',
        '',
      ]
        .join('\n\n')
        .replace(/\n$/, ''),
    );
  });

  test.each<[string, Span[], string]>([
    ['letters stand beside it', [span('a'), span('b', 'strong'), span('c')], 'abc'],
    ['it stands alone', [span('b', 'alarm'), span(': c')], '**b**: c'],
    ['blanks stand in it', [span('a'), span(' b ', 'strong'), span('c')], 'a **b** c'],
    ['there is nothing in it', [span(' ', 'strong'), span('c')], 'c'],
  ])('marks what is strong where a parser takes it so: %s', (_, spans, written) => {
    expect(markdown({ kind: 'paragraph', line: spans })).toBe(`${written}\n`);
  });

  test('leaves out an item with nothing to be seen in it, whose dash would make a heading of the one before', () => {
    const rows = [{ label: 'source', lines: [line(' ')] }];

    expect(markdown({ kind: 'facts', rows })).toBe('- **source**\n');
  });

  test('keeps code spans apart', () => {
    expect(markdown({ kind: 'paragraph', line: line(span('a', 'literal'), span('b', 'literal')) })).toBe('`a` `b`\n');
  });
});

const tones: readonly Tone[] = ['plain', 'strong', 'muted', 'added', 'alarm', 'literal'];
const hostileLine = fc.array(fc.tuple(hostileText, fc.constantFrom(...tones)), { minLength: 1, maxLength: 4 });

test('no text makes another block, a link or HTML', () => {
  fc.assert(
    fc.property(hostileLine, (parts) => {
      const text = line(span('x'), ...parts.map(([one, tone]) => span(one, tone)));
      const view: View = [
        { kind: 'title', line: text },
        { kind: 'heading', level: 3, line: text },
        { kind: 'paragraph', line: text.slice(1).concat(span('x')) },
        { kind: 'entry', head: text, lines: [text] },
        {
          kind: 'table',
          columns: [
            { header: 'A', align: 'left' },
            { header: 'B', align: 'left' },
          ],
          rows: [[text, text], { across: text }],
        },
        { kind: 'preformatted', lines: [text, text] },
        { kind: 'code', language: 'sh', lines: parts.map(([one]) => one) },
        { kind: 'chart', title: 'x', unit: 'y', bars: parts.map(([label]) => ({ label, value: 1 })) },
      ];

      const {
        text: _,
        code_inline,
        text_special,
        strong_open,
        strong_close,
        ...blocks
      } = tokenCounts(renderMarkdown(view));

      expect(strong_open).toBe(strong_close);
      expect(blocks).toEqual({
        heading_open: 2,
        heading_close: 2,
        paragraph_open: 3,
        paragraph_close: 3,
        bullet_list_open: 1,
        bullet_list_close: 1,
        list_item_open: 1,
        list_item_close: 1,
        table_open: 1,
        table_close: 1,
        thead_open: 1,
        thead_close: 1,
        tbody_open: 1,
        tbody_close: 1,
        tr_open: 3,
        tr_close: 3,
        th_open: 2,
        th_close: 2,
        td_open: 4,
        td_close: 4,
        inline: 11,
        fence: 3,
      });
      expect(renderTerminal(view, { width: 80, colour: false })).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }),
    { numRuns: 500 },
  );
});
