import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stretchGaps } from '../../src/diff/stretch-gaps.ts';
import type { RecordingGap } from '../../src/roster/index.ts';
import { startMs } from '../roster/builders.ts';
import { recordingGap } from './builders.ts';

/** Passes from 1, recorded at these minutes. */
function recorded(...minutes: readonly number[]) {
  return minutes.map((minute, index) => ({ number: index + 1, recordedAt: startMs + minute * 60_000 }));
}

/** The pass that comes after each gap, the passes that it lies before, and what is said of it. */
function told(minutes: readonly number[], ...gaps: readonly RecordingGap[]) {
  return stretchGaps(recorded(...minutes), gaps).map(({ pass, breaks, text }) => [pass, breaks, text]);
}

const stopped = 'the recorder was not running';

describe('a gap that the recorder told of', () => {
  test('lies before the first pass that was recorded after it', () => {
    expect(
      stretchGaps(recorded(1, 2, 30), [recordingGap(5, 20, { reason: 'killed, or the machine was down' })]),
    ).toEqual([
      {
        kind: 'not-running',
        pass: 3,
        node: null,
        text: `${stopped} (killed, or the machine was down)`,
        from: startMs + 5 * 60_000,
        until: startMs + 20 * 60_000,
        breaks: [3],
      },
    ]);
  });

  test('may end as its next pass is recorded, and begin as the last one was', () => {
    expect(told([1, 2, 30], recordingGap(2, 30))).toEqual([[3, [3], stopped]]);
  });

  test('is of a source, which is named where it is known', () => {
    const away = { kind: 'away' as const, reason: 'connection refused' };

    expect(
      told([1, 9], recordingGap(2, 3, { ...away, source: 'https://mesh.example' }), recordingGap(4, 5, away)),
    ).toEqual([
      [2, [2], 'https://mesh.example was away: connection refused'],
      [2, [2], 'a source was away: connection refused'],
    ]);
  });

  test('lies behind all passes while none was recorded after it', () => {
    expect(told([1, 2], recordingGap(3, 4), recordingGap(5, null))).toEqual([
      [null, [], stopped],
      [null, [], 'the recorder is not running'],
    ]);
  });

  test('lies before the first of them where nothing is known of the time before', () => {
    expect(told([5, 6], recordingGap(1, 2))).toEqual([[1, [1], stopped]]);
  });

  test('of a source lies before the first pass after it came back, and not among those that others gave meanwhile', () => {
    const away = { kind: 'away' as const, source: 'a.json' };

    expect(told([1, 5, 6, 9, 10], recordingGap(4, 8, away))).toEqual([[4, [4], 'a.json was away']]);
    expect(told([1, 5, 6], recordingGap(4, null, away))).toEqual([[null, [], 'a.json is away']]);
  });

  test('of a recorder that does not run ends with a pass that is recorded all the same', () => {
    expect(told([1, 5, 6], recordingGap(4, null))).toEqual([[2, [2], stopped]]);
  });

  test('where the clock went back, lies before each pass that may be concerned', () => {
    expect(told([10, 20, 12, 30], recordingGap(14, 18))).toEqual([[2, [2, 3, 4], stopped]]);
  });

  test('without passes lies behind them', () => {
    expect(told([], recordingGap(1, 2))).toEqual([[null, [], stopped]]);
  });

  test('is found among passes in the order of time as it would be by looking at each of them', () => {
    const minutes = fc
      .array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 })
      .map((all) => all.sort((a, b) => a - b));
    const ends = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }));
    fc.assert(
      fc.property(minutes, ends, (all, [from, length]) => {
        const gap = recordingGap(from, length === null ? null : from + length, { kind: 'away' });
        const [found] = stretchGaps(recorded(...all), [gap]);
        const until = length === null ? Number.POSITIVE_INFINITY : from + length;

        const after = all.findIndex((minute) => minute >= until && minute > from);
        const before = all[after - 1] ?? Number.NEGATIVE_INFINITY;
        expect(found?.breaks).toEqual(after >= 0 && until > before ? [after + 1] : []);
        expect(found?.pass).toBe(after < 0 ? null : after + 1);
      }),
    );
  });
});
