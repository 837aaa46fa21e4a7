import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mermaidBars } from '../../src/report/mermaid.ts';
import { hostileText } from './hostile.ts';

test('a chart is an xychart with quoted labels', () => {
  const bars = [
    { label: '22:46', value: 53 },
    { label: '22:47', value: 0 },
  ];

  expect(mermaidBars({ kind: 'chart', title: 'Replacements', unit: 'per minute', bars })).toEqual([
    'xychart-beta',
    '    title "Replacements"',
    '    x-axis ["22:46", "22:47"]',
    '    y-axis "per minute" 0 --> 53',
    '    bar [53, 0]',
  ]);
});

test('no label ends its quotation', () => {
  fc.assert(
    fc.property(hostileText, (label) => {
      const [, title, axis] = mermaidBars({ kind: 'chart', title: label, unit: 'u', bars: [{ label, value: 0 }] });

      expect(title).toMatch(/^ {4}title "[^"<>`\\{}[\]%&\n\r]*"$/u);
      expect(axis).toMatch(/^ {4}x-axis \["[^"<>`\\{}[\]%&\n\r]*"\]$/u);
    }),
  );
});
