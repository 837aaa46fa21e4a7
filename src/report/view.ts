/** How a piece of text is meant; `literal` is text as it came, such as a name or an error. Each output format has its own way to show it. */
export type Tone = 'plain' | 'strong' | 'muted' | 'added' | 'removed' | 'moved' | 'alarm' | 'calm' | 'literal';

/** A piece of text with one tone. Text from outside is put here as it came: each output format escapes it. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

/** One line, as long as it needs to be; each output format wraps it. */
export type Line = readonly Span[];

/** A part of an answer. What is shown, in what order and what is folded is decided here; formats only render. */
export type Block =
  | { readonly kind: 'title'; readonly line: Line }
  | { readonly kind: 'facts'; readonly rows: readonly { readonly label: string; readonly lines: readonly Line[] }[] }
  | { readonly kind: 'entry'; readonly head: Line; readonly lines: readonly Line[] }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly Row[] }
  | { readonly kind: 'preformatted'; readonly lines: readonly Line[] }
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly line: Line }
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'bullets'; readonly items: readonly Line[] }
  | { readonly kind: 'code'; readonly language: 'sh'; readonly lines: readonly string[] }
  | { readonly kind: 'chart'; readonly title: string; readonly unit: string; readonly bars: readonly Bar[] };

/** A bar of a chart. */
export interface Bar {
  readonly label: string;
  readonly value: number;
}

/** A column of a table. Only an elastic one is cut where the table is wider than the terminal. */
export interface Column {
  readonly header: string;
  readonly align: 'left' | 'right';
  readonly elastic?: true;
}

/** A row of a table: a cell for each column, or one line across them all. */
export type Row = readonly Line[] | { readonly across: Line };

/** An answer. */
export type View = readonly Block[];

/** Makes a span. */
export function span(text: string, tone: Tone = 'plain'): Span {
  return { text, tone };
}

/** Makes a line of texts and spans. */
export function line(...parts: readonly (string | Span)[]): Line {
  return parts.filter((part) => part !== '').map((part) => (typeof part === 'string' ? span(part) : part));
}
