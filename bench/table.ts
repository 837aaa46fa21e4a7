import {
  type Block,
  type Column,
  line,
  renderMarkdown,
  renderTerminal,
  type Row as TableRow,
} from '../src/report/index.ts';
import { type Row, type Unit, verdictOf } from './row.ts';

const columns: readonly Column[] = [
  { header: 'work', align: 'left' },
  { header: 'against', align: 'left' },
  { header: 'measured', align: 'right' },
  { header: 'baseline', align: 'right' },
  { header: 'ratio', align: 'right' },
  { header: 'at most', align: 'right' },
  { header: '', align: 'left' },
];

/** The table for a terminal of some columns: a line for each row where that fits, else two; Markdown where there is none (null). */
export function renderRows(rows: readonly Row[], width: number | null): string {
  const table: Block = { kind: 'table', columns, rows: rows.map(tableRowOf) };
  if (width === null) return renderMarkdown([table]);
  const wide = renderTerminal([table], { width: null, colour: false });
  const widest = Math.max(...wide.split('\n').map((text) => text.length));
  return widest <= width ? wide : renderTerminal(rows.map(entryOf), { width, colour: false });
}

/** A row in one sentence. */
export function sentenceOf(row: Row): string {
  return `${row.work}: ${measuredOf(row)}`;
}

function tableRowOf(row: Row): TableRow {
  const { ratio, verdict } = verdictOf(row);
  return [
    row.work,
    row.against,
    amountOf(row.value, row.unit),
    amountOf(row.baseline, row.unit),
    figureOf(ratio),
    row.atMost === null ? '–' : figureOf(row.atMost),
    verdict,
  ].map((text) => line(text));
}

function entryOf(row: Row): Block {
  return { kind: 'entry', head: line(row.work), lines: [line(measuredOf(row))] };
}

function measuredOf(row: Row): string {
  const { ratio, verdict } = verdictOf(row);
  const limit = row.atMost === null ? '' : ` of at most ${figureOf(row.atMost)}, ${verdict}`;
  const amounts = `${amountOf(row.value, row.unit)} against ${amountOf(row.baseline, row.unit)} (${row.against})`;
  return `ratio ${figureOf(ratio)}${limit}: ${amounts}`;
}

/** An amount in a unit that suits it. */
function amountOf(amount: number, unit: Unit): string {
  if (unit === 'ms' && amount >= 10_000) return `${figureOf(amount / 1000)} s`;
  if (unit === 'KB' && amount >= 10_000) return `${figureOf(amount / 1024)} MB`;
  return `${figureOf(amount)} ${unit}`;
}

/** At most three digits that count, or all of those before the point. */
function figureOf(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
