import { describe, expect, test } from 'vitest';
import { stretchGaps } from '../../src/diff/index.ts';
import { breaksAmong, breakWords } from '../../src/report/breaks.ts';
import { gapsJson } from '../../src/report/gaps-json.ts';
import { stretchWords } from '../../src/report/stretch-words.ts';
import { recordingGap } from '../diff/builders.ts';
import { passesOf, utc } from './builders.ts';

function told(from: number, until: number | null, day?: string): string {
  const [gap] = stretchGaps([], [recordingGap(from, until)]);
  return gap ? stretchWords(gap, utc, day) : '';
}

describe('a gap that the recorder told of, in words', () => {
  test('has its seconds where it is shorter than ten minutes', () => {
    expect(told(0.5, 10.4, '2026-03-01')).toBe('not recorded 10:00:30–10:10:24, 9.9 min: the recorder was not running');
    expect(told(0.5, 10.5, '2026-03-01')).toBe('not recorded 10:00–10:10, 10 min: the recorder was not running');
  });

  test('has each day that was not told yet', () => {
    expect(told(0, 20)).toBe('not recorded 2026-03-01 10:00–10:20, 20 min: the recorder was not running');
    expect(told(0, 60 * 24, '2026-03-01')).toBe(
      'not recorded 10:00 – 2026-03-02 10:00, 1440 min: the recorder was not running',
    );
    expect(told(0, 20, '2026-02-28')).toContain('2026-03-01 10:00–10:20');
  });

  test('goes on', () => {
    expect(told(5, null)).toBe('not recorded since 2026-03-01 10:05: the recorder is not running');
  });
});

describe('where gaps go in a list of passes', () => {
  const gaps = [
    ...stretchGaps(passesOf({}, {}, {}, {}), [recordingGap(1.5, 3.5), recordingGap(9, 10)]).map((gap) =>
      gap.breaks.length > 0 ? { ...gap, breaks: [2, 3] } : gap,
    ),
    { kind: 'missing' as const, pass: 4, node: null, text: '2 passes before it not recorded' },
    { kind: 'unreadable' as const, pass: 4, node: null, text: 'no JSON' },
  ];

  test('once, before the first pass that rests on it; behind them all where none does', () => {
    const places = (listed: readonly number[]) =>
      [...breaksAmong(gaps, listed)].map(([before, some]) => [
        before,
        some.map((gap) => breakWords(gap, utc).slice(0, 12)),
      ]);

    expect(places([1, 2, 3, 4])).toEqual([
      [2, ['not recorded']],
      [null, ['not recorded']],
      [4, ['2 passes bef']],
    ]);
    expect(places([3])).toEqual([
      [3, ['not recorded']],
      [null, ['not recorded', '2 passes bef']],
    ]);
  });
});

test('gapsJson has the same keys of every gap', () => {
  const { complete, gaps } = gapsJson(
    [
      ...stretchGaps(passesOf({}, {}), [recordingGap(1.5, 1.75)]),
      { kind: 'partial', pass: 2, node: 'ace', text: 'partial' },
    ],
    utc,
  );

  expect([complete, gaps]).toEqual([
    false,
    [
      {
        kind: 'not-running',
        pass: 2,
        node: null,
        text: 'the recorder was not running',
        from: '2026-03-01T10:01:30Z',
        until: '2026-03-01T10:01:45Z',
      },
      { kind: 'partial', pass: 2, node: 'ace', text: 'partial', from: null, until: null },
    ],
  ]);
  expect(gapsJson([], utc)).toEqual({ complete: true, gaps: [] });
});
