import { escapeControls } from './escape-controls.ts';
import { codeSpan, escapeLineStart, escapeMarkdown, longestRun, type MarkdownPlace } from './escape-markdown.ts';
import { mermaidBars } from './mermaid.ts';
import type { Block, Column, Line, Row, Span, View } from './view.ts';

/**
 * Renders a view as Markdown (CommonMark with the tables of GFM). Text from outside is shown and never read: it makes no
 * heading, table, link or HTML.
 */
export function renderMarkdown(view: View): string {
  return `${view
    .map(renderBlock)
    .filter((text) => text !== '')
    .join('\n\n')}\n`;
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'title':
      return headingOf(1, block.line);
    case 'heading':
      return headingOf(block.level, block.line);
    case 'paragraph':
      return lineOf(block.line);
    case 'bullets':
      return bulletsOf(block.items);
    case 'facts':
      return block.rows
        .map(({ label, lines }) => bulletsOf([[{ text: label, tone: 'strong' }], ...lines.map(indented)]))
        .join('\n');
    case 'entry':
      return [lineOf(block.head), bulletsOf(block.lines)].filter((text) => text !== '').join('\n\n');
    case 'table':
      return tableOf(block.columns, block.rows);
    case 'preformatted':
      return fenced(
        '',
        block.lines.map((line) => line.map(({ text }) => text).join('')),
      );
    case 'code':
      return fenced(block.language, block.lines);
    case 'chart':
      return block.bars.length === 0 ? '' : fenced('mermaid', mermaidBars(block));
  }
}

function headingOf(level: number, line: Line): string {
  return `${'#'.repeat(level)} ${inline(plainOf(line), 'text').trim()}`;
}

/** A heading is strong as a whole, so that nothing in it is. */
function plainOf(line: Line): Line {
  return line.map(({ text, tone }) => ({ text, tone: tone === 'literal' ? tone : 'plain' }));
}

function lineOf(line: Line): string {
  return escapeLineStart(inline(line, 'text'));
}

/**
 * A list; a line that begins with a blank goes on with the item before it, as an item below it. An empty one is left out: its
 * dash would make a heading of the line before it.
 */
function bulletsOf(items: readonly Line[]): string {
  return items
    .map((item) => ({ text: lineOf(item), isBelow: item[0]?.text.startsWith(' ') }))
    .filter(({ text }) => text !== '')
    .map(({ text, isBelow }) => `${isBelow ? '  ' : ''}- ${text}`)
    .join('\n');
}

function indented(line: Line): Line {
  return [{ text: ' ', tone: 'plain' }, ...line];
}

function tableOf(columns: readonly Column[], rows: readonly Row[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(columns.map(({ header }) => sentenceCase(escapeMarkdown(header, 'cell')))),
    row(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    // a cell of a Markdown table cannot span columns
    ...rows
      .map((one) => ('across' in one ? [one.across] : one))
      .map((cells) => row(columns.map((_, index) => inline(cells[index] ?? [], 'cell').trim()))),
  ].join('\n');
}

/** Headers are shouted in a terminal, where they cannot be bold. */
function sentenceCase(header: string): string {
  return header.slice(0, 1) + header.slice(1).toLowerCase();
}

function fenced(language: string, lines: readonly string[]): string {
  const text = lines.map(escapeControls);
  const fence = '`'.repeat(Math.max(3, longestRun(text.join('\n'), '`') + 1));
  return [`${fence}${language}`, ...text, fence].join('\n');
}

function inline(line: Line, place: MarkdownPlace): string {
  return line.reduce((written, { text, tone }, index) => {
    // two blanks set a part apart in a terminal; here they would be one
    const apart = written !== '' && text.startsWith('  ');
    const span = { text: apart ? text.trimStart() : text, tone };
    const before = apart ? `${written} · ` : written;
    const piece = pieceOf(span, before, line[index + 1], place);
    // two code spans side by side would be one
    return before + (before.endsWith('`') && piece.startsWith('`') ? ' ' : '') + piece;
  }, '');
}

function pieceOf({ text, tone }: Span, written: string, next: Span | undefined, place: MarkdownPlace): string {
  if (tone === 'literal') return codeSpan(text, place);
  const escaped = escapeMarkdown(text, place);
  if (tone !== 'strong' && tone !== 'alarm') return escaped;
  const [lead = '', core = '', trail = ''] = /^( *)(.*?)( *)$/.exec(escaped)?.slice(1) ?? [];
  // asterisks are only marks where no letter stands before or behind them (CommonMark, left- and right-flanking)
  const opens = /(^|[ (])$/.test(written + lead);
  const closes = trail !== '' || next === undefined || /^[ .,:;)]/.test(next.text);
  return core !== '' && opens && closes ? `${lead}**${core}**${trail}` : escaped;
}
