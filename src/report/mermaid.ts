import { escapeControls } from './escape-controls.ts';
import type { Block } from './view.ts';

/** A chart as the lines of a Mermaid `xychart-beta`. Labels are quoted, and what ends a quotation is written as an entity. */
export function mermaidBars({ title, unit, bars }: Extract<Block, { kind: 'chart' }>): string[] {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return [
    'xychart-beta',
    `    title ${quoted(title)}`,
    `    x-axis [${bars.map(({ label }) => quoted(label)).join(', ')}]`,
    `    y-axis ${quoted(unit)} 0 --> ${most}`,
    `    bar [${bars.map(({ value }) => value).join(', ')}]`,
  ];
}

/** Mermaid knows no escape in a quotation: what it could read is written as an entity without its ampersand. */
function quoted(text: string): string {
  const shown = escapeControls(text).replace(/[#"`<>&;%\\{}[\]]/g, (mark) => `#${mark.charCodeAt(0)};`);
  return `"${shown}"`;
}
