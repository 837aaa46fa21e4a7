import { Chalk, type ChalkInstance } from 'chalk';
import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';
import { escapeControls } from './escape-controls.ts';
import type { Block, Column, Line, Tone, View } from './view.ts';

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
  };
  return (line) => line.map(({ text, tone }) => styles[tone](escapeControls(text))).join('');
}

function renderBlock(block: Block, paint: Paint, width: number | null): string {
  switch (block.kind) {
    case 'title':
      return wrapped(paint(block.line), 0, width);
    case 'facts':
      return renderFacts(block.rows, paint, width);
    case 'entry':
      return [
        wrapped(paint(block.head), 2, width),
        ...block.lines.map((line) => wrapped(`    ${paint(line)}`, 6, width)),
      ].join('\n');
    case 'table':
      return renderTable(block.columns, block.rows, paint, width);
    case 'preformatted':
      return block.lines.map(paint).join('\n');
  }
}

function renderFacts(rows: Extract<Block, { kind: 'facts' }>['rows'], paint: Paint, width: number | null): string {
  if (rows.length === 0) return '';
  const labelWidth = Math.max(...rows.map(({ label }) => stringWidth(label)));
  const lines = rows.flatMap(({ label, lines: own }) =>
    own.map((line, index) => {
      const name = paint([{ text: (index === 0 ? label : '').padEnd(labelWidth), tone: 'strong' }]);
      return wrapped(`${name}  ${paint(line)}`, labelWidth + 2, width);
    }),
  );
  return lines.join('\n');
}

function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly Line[])[],
  paint: Paint,
  width: number | null,
): string {
  const cells = rows.map((row) => row.map(paint));
  const widths = columns.map(({ header }, index) =>
    Math.max(stringWidth(header), ...cells.map((row) => stringWidth(row[index] ?? ''))),
  );
  const gaps = 2 * (columns.length - 1);
  const excess = width === null ? 0 : widths.reduce((sum, one) => sum + one, gaps) - width;
  const limits = columns.map(({ elastic, header }, index) => {
    const own = widths[index] as number;
    return elastic && excess > 0 ? Math.max(stringWidth(header), own - excess, 8) : own;
  });
  const renderRow = (row: readonly string[]) =>
    row
      .map((cell, index) => padded(cell, limits[index] as number, columns[index]?.align ?? 'left'))
      .join('  ')
      .trimEnd();
  const header = columns.map(({ header }) => paint([{ text: header, tone: 'muted' }]));
  return [header, ...cells].map(renderRow).join('\n');
}

function padded(cell: string, width: number, align: Column['align']): string {
  const fitting =
    stringWidth(cell) <= width ? cell : `${wrapAnsi(cell, width - 1, { hard: true, trim: false }).split('\n')[0]}…`;
  const blanks = ' '.repeat(Math.max(0, width - stringWidth(fitting)));
  return align === 'right' ? blanks + fitting : fitting + blanks;
}

/** Wraps at blanks, and inside words that are longer than a line; the lines after the first begin with `indent` blanks. */
function wrapped(text: string, indent: number, width: number | null): string {
  if (width === null || stringWidth(text) <= width) return text;
  const lead = /^ */.exec(text)?.[0].length ?? 0;
  const [first, ...rest] = wrapAnsi(text.slice(lead), Math.max(20, width - Math.max(lead, indent)), {
    hard: true,
    trim: true,
  }).split('\n');
  return [' '.repeat(lead) + first, ...rest.map((line) => ' '.repeat(indent) + line)].join('\n');
}
