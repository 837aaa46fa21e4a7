import { expect, test } from 'vitest';
import type { Row } from '../../bench/row.ts';
import { renderRows, sentenceOf } from '../../bench/table.ts';

const met: Row = { work: 'a pass', against: 'node', unit: 'ms', value: 12.345, baseline: 24.69, atMost: 2 };
const missed: Row = { work: 'a store', against: 'git', unit: 'KB', value: 20_480, baseline: 10_240, atMost: 0.5 };
const told: Row = { work: 'a start', against: 'git', unit: 'ms', value: 61_000, baseline: 0.0061, atMost: null };

test('rows are a Markdown table for a pipe', () => {
  expect(renderRows([met, missed, told], null)).toBe(
    `| work | against | measured | baseline | ratio | at most |  |
| --- | --- | ---: | ---: | ---: | ---: | --- |
| a pass | node | 12.3 ms | 24.7 ms | 0.5 | 2 | met |
| a store | git | 20 MB | 10 MB | 2 | 0.5 | NOT MET |
| a start | git | 61 s | 0.0061 ms | 10000000 | – |  |
`,
  );
});

test('rows are one line each where a terminal is wide enough', () => {
  expect(renderRows([met, missed], 80)).toBe(
    `work     against  measured  baseline  ratio  at most
a pass   node      12.3 ms   24.7 ms    0.5        2  met
a store  git         20 MB     10 MB      2      0.5  NOT MET
`,
  );
});

test('rows are two lines each where it is narrower', () => {
  const long: Row = { ...met, work: 'a running recorder takes a pass with a change' };

  const text = renderRows([long, missed], 60);

  expect(text).toBe(
    `a running recorder takes a pass with a change
    ratio 0.5 of at most 2, met: 12.3 ms against 24.7 ms
      (node)
a store
    ratio 2 of at most 0.5, NOT MET: 20 MB against 10 MB
      (git)
`,
  );
});

test('a row without a limit is told in one sentence', () => {
  expect(sentenceOf(told)).toBe('a start: ratio 10000000: 61 s against 0.0061 ms (git)');
});
