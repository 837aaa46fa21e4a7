import { Chalk, type ChalkInstance } from 'chalk';
import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';
import { escapeControls } from './escape-controls.ts';
import type { Bar, Block, Column, Line, Row, Tone, View } from './view.ts';

/** How wide a terminal is, in columns (null: as wide as it takes), and whether it shows colours. */
export interface Terminal {
  readonly width: number | null;
  readonly colour: boolean;
}

/** Renders a view for a terminal or a pipe. Text from outside cannot move the cursor: control characters are escaped. */
export function renderTerminal(view: View, terminal: Terminal): string {
  const paint = painter(new Chalk({ level: terminal.colour ? 1 : 0 }));
  let text = '';
  let last: Block['kind'] | null = null;
  for (const block of view) {
    const rendered = renderBlock(block, paint, terminal.width);
    if (rendered === '') continue;
    const gap = last === null || (last === 'entry' && block.kind === 'entry') ? '' : '\n';
    text += `${gap}${rendered}\n`;
    last = block.kind;
  }
  return text;
}

type Paint = (line: Line) => string;

function painter(chalk: ChalkInstance): Paint {
  const styles: Record<Tone, (text: string) => string> = {
    plain: (text) => text,
    strong: chalk.bold,
    muted: chalk.dim,
    added: chalk.green,
    removed: chalk.red,
    moved: chalk.yellow,
    alarm: chalk.red.bold,
    calm: chalk.green,
    literal: (text) => text,
  };
  return (line) => line.map(({ text, tone }) => styles[tone](escapeControls(text))).join('');
}

function renderBlock(block: Block, paint: Paint, width: number | null): string {
  switch (block.kind) {
    case 'title':
      return wrapped(paint(block.line), '', '', width);
    case 'facts':
      return renderFacts(block.rows, paint, width);
    case 'entry':
      return [
        wrapped(paint(block.head), '', '  ', width),
        ...block.lines.map((line) => wrapped(paint(line), '    ', '      ', width)),
      ].join('\n');
    case 'table':
      return renderTable(block.columns, block.rows, paint, width);
    case 'preformatted':
      return block.lines.map(paint).join('\n');
    case 'heading':
      return wrapped(paint(block.line.map(({ text }) => ({ text, tone: 'strong' }))), '', '', width);
    case 'paragraph':
      return wrapped(paint(block.line), '', '', width);
    case 'bullets':
      return block.items.map((item) => wrapped(paint(item), '- ', '  ', width)).join('\n');
    case 'code':
      // a line that is to be pasted is not wrapped: the terminal does that without breaking it
      return block.lines.map((text) => `  ${escapeControls(text)}`).join('\n');
    case 'chart':
      return renderChart(block, paint, width);
  }
}

const longestBar = 40;
const shortestBar = 8;

/** A chart as a bar of full blocks on each line, with its value behind it. */
function renderChart(
  { title, unit, bars }: Extract<Block, { kind: 'chart' }>,
  paint: Paint,
  width: number | null,
): string {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const labelWidth = Math.max(0, ...bars.map(({ label }) => stringWidth(label)));
  const room = (width ?? Number.POSITIVE_INFINITY) - labelWidth - String(most).length - 4;
  const longest = Math.max(shortestBar, Math.min(longestBar, room));
  const barLine = ({ label, value }: Bar) => {
    const bar = '█'.repeat(value === 0 ? 0 : Math.max(1, Math.round((value / most) * longest)));
    return [`${escapeControls(label).padEnd(labelWidth)} `, bar, String(value)].filter((part) => part !== '').join(' ');
  };
  const head = wrapped(paint([{ text: `${title} (${unit})`, tone: 'muted' }]), '', '', width);
  return [head, ...bars.map(barLine)].join('\n');
}

function renderFacts(rows: Extract<Block, { kind: 'facts' }>['rows'], paint: Paint, width: number | null): string {
  const labelWidth = Math.max(0, ...rows.map(({ label }) => stringWidth(label)));
  const blanks = ' '.repeat(labelWidth + 2);
  return rows
    .flatMap(({ label, lines }) =>
      lines.map((line, index) => {
        const first = `${paint([{ text: label, tone: 'strong' }])}${blanks.slice(stringWidth(label))}`;
        return wrapped(paint(line), index === 0 ? first : blanks, blanks, width);
      }),
    )
    .join('\n');
}

function renderTable(columns: readonly Column[], rows: readonly Row[], paint: Paint, width: number | null): string {
  const cells = rows.map((row) => ('across' in row ? paint(row.across) : row.map(paint)));
  const widths = columns.map(({ header }, index) =>
    Math.max(stringWidth(header), ...cells.map((row) => (typeof row === 'string' ? 0 : stringWidth(row[index] ?? '')))),
  );
  const limits = fittedWidths(columns, widths, width);
  const renderRow = (row: readonly string[] | string) => {
    if (typeof row === 'string') return wrapped(row, '', columnGap, width);
    const text = row
      .map((cell, index) => padded(cell, limits[index] as number, columns[index]?.align ?? 'left'))
      .join(columnGap);
    return wrapped(text.trimEnd(), '', columnGap, width);
  };
  const header = columns.map(({ header }) => paint([{ text: header, tone: 'muted' }]));
  return [header, ...cells].map(renderRow).join('\n');
}

const columnGap = '  ';
const leastElastic = 8;

/** The widths of columns with the elastic ones cut as far as needed. Where that is not enough, rows will be wrapped. */
function fittedWidths(columns: readonly Column[], widths: readonly number[], width: number | null): number[] {
  const gaps = columnGap.length * (columns.length - 1);
  const excess = width === null ? 0 : widths.reduce((sum, one) => sum + one, gaps) - width;
  return widths.map((own, index) => {
    const { elastic, header } = columns[index] as Column;
    return elastic && excess > 0 ? Math.min(own, Math.max(stringWidth(header), own - excess, leastElastic)) : own;
  });
}

function padded(cell: string, width: number, align: Column['align']): string {
  const fitting = stringWidth(cell) <= width ? cell : `${cutText(cell, width - 1)}…`;
  const blanks = ' '.repeat(Math.max(0, width - stringWidth(fitting)));
  return align === 'right' ? blanks + fitting : fitting + blanks;
}

function cutText(text: string, width: number): string {
  return wrapAnsi(text, width, { hard: true, trim: false, wordWrap: false }).split('\n', 1).join('');
}

/**
 * Wraps at blanks, and inside words that are longer than a line. The first line begins with `first`, the others with
 * `rest`; blanks that the text itself begins with stay.
 */
function wrapped(text: string, first: string, rest: string, width: number | null): string {
  if (width === null || stringWidth(first) + stringWidth(text) <= width) return first + text;
  const lead = /^ */.exec(text)?.[0] ?? '';
  const [begin, margin] = [first + lead, rest.padEnd(stringWidth(first) + lead.length)];
  const room = Math.max(leastText, width - stringWidth(margin));
  const rows = wrapAnsi(text.slice(lead.length), room, { hard: true, trim: true }).split('\n');
  return rows.map((row, index) => (index === 0 ? begin : margin) + row).join('\n');
}

/** A terminal narrower than this beside an indent is no terminal to read on. */
const leastText = 20;
