import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import { renderTerminal } from '../../src/report/terminal.ts';
import { type Block, line, span, type Tone, type View } from '../../src/report/view.ts';

const plain = { width: null, colour: false };
const esc = String.fromCharCode(27);
const sgr = new RegExp(`${esc}\\[\\d+m`, 'g');

function rendered(view: View, width: number | null = null): string[] {
  return renderTerminal(view, { width, colour: false }).split('\n');
}

describe('renderTerminal', () => {
  test('blocks of different kinds stand apart, entries close together', () => {
    const entry = (text: string): Block => ({ kind: 'entry', head: line(text), lines: [line('what it did')] });

    expect(
      rendered([
        { kind: 'title', line: line('asked') },
        {
          kind: 'facts',
          rows: [
            { label: 'MOVED', lines: [line('a'), line('b')] },
            { label: 'NOW', lines: [line('c')] },
          ],
        },
        entry('pass 1'),
        entry('pass 2'),
        { kind: 'preformatted', lines: [line('+ a'), line('- b')] },
      ]),
    ).toEqual([
      'asked',
      '',
      'MOVED  a',
      '       b',
      'NOW    c',
      '',
      'pass 1',
      '    what it did',
      'pass 2',
      '    what it did',
      '',
      '+ a',
      '- b',
      '',
    ]);
  });

  test('a block without anything in it leaves no trace', () => {
    expect(
      rendered([
        { kind: 'title', line: line('asked') },
        { kind: 'facts', rows: [] },
      ]),
    ).toEqual(['asked', '']);
  });

  test('each tone has its colour, and none where there is no colour', () => {
    const tones: Tone[] = ['plain', 'strong', 'muted', 'added', 'removed', 'moved', 'alarm', 'calm'];
    const view: View = [{ kind: 'preformatted', lines: tones.map((tone) => line(span('x', tone))) }];

    expect(renderTerminal(view, { width: null, colour: true }).replaceAll(esc, '^')).toBe(
      'x\n^[1mx^[22m\n^[2mx^[22m\n^[32mx^[39m\n^[31mx^[39m\n^[33mx^[39m\n^[31m^[1mx^[22m^[39m\n^[32mx^[39m\n',
    );
    expect(renderTerminal(view, plain)).toBe('x\n'.repeat(8));
  });

  test('text from outside is escaped', () => {
    expect(rendered([{ kind: 'title', line: line(`${esc}[2Jname`) }])).toEqual(['\\u{1b}[2Jname', '']);
  });
});

describe('wrapping', () => {
  const words = 'one two three four five six seven eight nine ten';

  test('facts go on under their text, in colour as without', () => {
    const view: View = [
      { kind: 'facts', rows: [{ label: 'NOT IT', lines: [line(words), line(span(words, 'muted'))] }] },
    ];
    const expected = [
      'NOT IT  one two three four five six',
      '        seven eight nine ten',
      '        one two three four five six',
      '        seven eight nine ten',
      '',
    ];

    expect(rendered(view, 36)).toEqual(expected);
    expect(renderTerminal(view, { width: 36, colour: true }).replaceAll(sgr, '').split('\n')).toEqual(expected);
  });

  test('an entry goes on further in', () => {
    const view: View = [{ kind: 'entry', head: line(words), lines: [line(words), line('  ', span(words, 'muted'))] }];

    expect(rendered(view, 30)).toEqual([
      'one two three four five six',
      '  seven eight nine ten',
      '    one two three four five',
      '      six seven eight nine ten',
      '      one two three four five',
      '      six seven eight nine ten',
      '',
    ]);
  });

  test('a word that is longer than a line is broken', () => {
    expect(rendered([{ kind: 'title', line: line('a'.repeat(50)) }], 30)).toEqual(['a'.repeat(30), 'a'.repeat(20), '']);
  });

  test('a line of wide characters is measured by its columns', () => {
    expect(rendered([{ kind: 'title', line: line('名前 名前 名前 名前 名前 名前') }], 23)).toEqual([
      '名前 名前 名前 名前',
      '名前 名前',
      '',
    ]);
  });
});

describe('tables', () => {
  const table = (...rows: readonly (readonly [trigger: string, note: string])[]): View => [
    {
      kind: 'table',
      columns: [
        { header: 'PASS', align: 'right' },
        { header: 'TRIGGER', align: 'left', elastic: true },
        { header: 'NOTES', align: 'left' },
      ],
      rows: rows.map(([trigger, note], index) => [line(String(index + 1)), line(trigger), line(note)]),
    },
  ];

  test('columns are as wide as their widest cell, figures on the right', () => {
    expect(rendered(table(['timer', 'first'], ['assign ace searxng', '']))).toEqual([
      'PASS  TRIGGER             NOTES',
      '   1  timer               first',
      '   2  assign ace searxng',
      '',
    ]);
  });

  test('an elastic column is cut where the table is too wide', () => {
    expect(rendered(table(['timer', 'first'], ['assign ace searxng', '']), 28)).toEqual([
      'PASS  TRIGGER          NOTES',
      '   1  timer            first',
      '   2  assign ace sea…',
      '',
    ]);
  });

  test('a column that is narrow anyway is not widened for it', () => {
    expect(rendered(table(['a', 'first']), 22)).toEqual(['PASS  TRIGGER  NOTES', '   1  a        first', '']);
  });

  test('a row that cannot be cut enough goes on in a second line', () => {
    expect(rendered(table(['assign ace searxng', 'a rather long note']), 30)).toEqual([
      'PASS  TRIGGER   NOTES',
      '   1  assign …  a rather long',
      '   note',
      '',
    ]);
  });

  test('a line across all columns widens none, and is wrapped like any other', () => {
    const view: View = [
      {
        kind: 'table',
        columns: [
          { header: 'PASS', align: 'right' },
          { header: 'NOTES', align: 'left' },
        ],
        rows: [
          [line('1'), line('first')],
          { across: line('— not recorded 22:51–23:05: the recorder was not running —') },
          [line('2')],
        ],
      },
    ];

    expect(rendered(view, 40)).toEqual([
      'PASS  NOTES',
      '   1  first',
      '— not recorded 22:51–23:05: the',
      '  recorder was not running —',
      '   2',
      '',
    ]);
  });

  test('a row that lacks cells ends there', () => {
    const view: View = [
      {
        kind: 'table',
        columns: [
          { header: 'A', align: 'left' },
          { header: 'B', align: 'left' },
        ],
        rows: [[line('a')]],
      },
    ];

    expect(rendered(view)).toEqual(['A  B', 'a', '']);
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(`${esc}[2J`, '\u202e', '\u2028', '\r\n', '\u009b31m', 'a b', '名前', '\u0000'),
);
const anyLine = fc.array(
  fc.record({ text: hostile, tone: fc.constantFrom<Tone>('plain', 'strong', 'muted', 'added', 'alarm') }),
  { maxLength: 4 },
);
const anyView = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('title' as const), line: anyLine }),
    fc.record({ kind: fc.constant('entry' as const), head: anyLine, lines: fc.array(anyLine, { maxLength: 3 }) }),
    fc.record({
      kind: fc.constant('facts' as const),
      rows: fc.array(fc.record({ label: fc.constantFrom('MOVED', 'WHY'), lines: fc.array(anyLine, { maxLength: 3 }) })),
    }),
    fc.record({
      kind: fc.constant('table' as const),
      columns: fc.constant([
        { header: 'NAME', align: 'left' as const, elastic: true as const },
        { header: 'VALUE', align: 'right' as const },
      ]),
      rows: fc.array(fc.oneof(fc.tuple(anyLine, anyLine), fc.record({ across: anyLine })), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('preformatted' as const), lines: fc.array(anyLine, { maxLength: 3 }) }),
  ),
  { maxLength: 4 },
);

test('no text can move the cursor: what is printed is what can be seen, line ends, and colours of ours', () => {
  fc.assert(
    fc.property(anyView, fc.constantFrom(null, 60, 80, 120, 160), (view, width) => {
      const text = renderTerminal(view, { width, colour: true });

      expect(text.replaceAll(new RegExp(`${esc}\\[(1|2|22|31|32|33|39)m`, 'g'), '')).not.toMatch(
        /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
      );
    }),
  );
});

test('no line is wider than the terminal where no word is', () => {
  const word = fc.stringMatching(/^[a-z0-9.:–⇄名]{1,12}$/);
  const words = fc.array(word, { maxLength: 30 }).map((all) => all.join(' '));
  const wordLine = fc.array(fc.record({ text: words, tone: fc.constantFrom<Tone>('plain', 'strong', 'alarm') }), {
    maxLength: 3,
  });
  const view = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('title' as const), line: wordLine }),
      fc.record({ kind: fc.constant('entry' as const), head: wordLine, lines: fc.array(wordLine, { maxLength: 3 }) }),
      fc.record({
        kind: fc.constant('facts' as const),
        rows: fc.array(fc.record({ label: fc.constantFrom('MOVED', 'DISAGREE'), lines: fc.array(wordLine) })),
      }),
      fc.record({
        kind: fc.constant('table' as const),
        columns: fc.constant([
          { header: 'NAME', align: 'left' as const, elastic: true as const },
          { header: 'VALUE', align: 'right' as const },
        ]),
        rows: fc.array(
          fc.tuple(
            wordLine,
            word.map((text) => line(text)),
          ),
          { maxLength: 3 },
        ),
      }),
    ),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(view, fc.constantFrom(60, 80, 120, 160), (one, width) => {
      const lines = renderTerminal(one, { width, colour: true }).replaceAll(sgr, '').split('\n');

      expect(lines.filter((text) => stringWidth(text) > width)).toEqual([]);
    }),
  );
});

describe('what documents have besides', () => {
  test('a heading, a paragraph and bullets are wrapped', () => {
    const view: View = [
      { kind: 'heading', level: 2, line: line('Why') },
      { kind: 'paragraph', line: line('a paragraph that is longer than one line') },
      { kind: 'bullets', items: [line('a bullet that is longer than one line'), line('b')] },
    ];

    expect(renderTerminal(view, { width: 24, colour: false })).toBe(
      'Why\n\na paragraph that is\nlonger than one line\n\n- a bullet that is\n  longer than one line\n- b\n',
    );
  });

  test('a heading is strong as a whole', () => {
    const view: View = [{ kind: 'heading', level: 3, line: line(span('Why', 'muted')) }];

    expect(renderTerminal(view, { width: null, colour: true })).toBe('\u001b[1mWhy\u001b[22m\n');
  });

  test('a command is not wrapped, so that it can be pasted', () => {
    const view: View = [{ kind: 'code', language: 'sh', lines: ['roster-history diff --since 2026-09-29', 'a\u0007'] }];

    expect(renderTerminal(view, { width: 20, colour: false })).toBe(
      '  roster-history diff --since 2026-09-29\n  a\\u{7}\n',
    );
  });

  test('a chart has a bar for each value, none for none, and fits', () => {
    const bars = [
      { label: '22:46', value: 40 },
      { label: '22:47', value: 0 },
      { label: '22:48', value: 1 },
    ];
    const view: View = [{ kind: 'chart', title: 'Replacements', unit: 'per minute', bars }];

    expect(renderTerminal(view, { width: null, colour: false })).toBe(
      `Replacements (per minute)\n22:46  ${'█'.repeat(40)} 40\n22:47  0\n22:48  █ 1\n`,
    );
    expect(renderTerminal(view, { width: 30, colour: false })).toContain(`\n22:46  ${'█'.repeat(19)} 40\n`);
  });
});
