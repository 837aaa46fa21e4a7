import { describe, expect, test } from 'vitest';
import { brokenPasses, isBrokenAfter, windowGaps } from '../../src/diff/window-gaps.ts';
import { pass } from '../roster/builders.ts';
import { recordingGap } from './builders.ts';

const [one, two, three] = [
  pass({ number: 1, key: '7' }),
  pass({ number: 2, key: '8', outcome: 'unreadable', error: 'no JSON' }),
  pass({ number: 3, key: '11' }),
] as const;

describe('windowGaps', () => {
  test('tells of what the recorder knows, of passes that could not be read, and of passes that are missing', () => {
    const gaps = windowGaps(one, [two, three], [recordingGap(1.5, 1.7), recordingGap(3.5, null)]);

    expect(gaps.map(({ kind, pass: number }) => [kind, number])).toEqual([
      ['not-running', 2],
      ['not-running', null],
      ['unreadable', 2],
      ['missing', 3],
    ]);
  });

  test('a gap in which the pass before the window was recorded lies before the passes of the window alone', () => {
    expect(windowGaps(two, [three], [recordingGap(1.5, 2.5, { kind: 'away' })])).toMatchObject([
      { kind: 'away', pass: 3, breaks: [3] },
    ]);
  });

  test('has none where all is recorded', () => {
    expect(windowGaps(null, [one], [])).toEqual([]);
  });
});

test('brokenPasses are those before which passes are missing or the recorder knows of a gap', () => {
  expect([...brokenPasses([one, two, three], [recordingGap(1.5, 1.7)])].sort()).toEqual([2, 3]);
  expect(brokenPasses([one, two], [])).toEqual(new Set());
});

describe('isBrokenAfter', () => {
  const gaps = windowGaps(one, [two, three], [recordingGap(1.5, 1.7)]);

  test('tells whether a gap lies before a later pass', () => {
    expect([1, 2, 3].map((number) => isBrokenAfter(gaps, number))).toEqual([true, true, false]);
    expect([1, 2].map((number) => isBrokenAfter(gaps.slice(0, 1), number))).toEqual([true, false]);
  });

  test('tells of one that lies behind the last pass', () => {
    expect(isBrokenAfter(windowGaps(one, [two], [recordingGap(4, 5)]), 2)).toBe(true);
  });

  test('a pass that could not be read breaks nothing behind it', () => {
    expect(isBrokenAfter(windowGaps(one, [two], []), 1)).toBe(false);
  });
});
