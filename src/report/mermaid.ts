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

/** Mermaid knows no escape in a quotation: entities stand without their ampersand, and other marks of its own are left out. */
function quoted(text: string): string {
  const shown = text.replace(/[#"`<>&;%\\{}[\]]/g, (mark) => `#${mark.charCodeAt(0)};`);
  return `"${shown}"`;
}
