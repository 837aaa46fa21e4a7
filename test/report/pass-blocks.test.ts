import { describe, expect, test } from 'vitest';
import { explainWindow } from '../../src/diff/index.ts';
import { moveLines } from '../../src/report/move-lines.ts';
import { passBlocks } from '../../src/report/pass-blocks.ts';
import type { Pass } from '../../src/roster/index.ts';
import { mesh, recordingGap, runs } from '../diff/builders.ts';
import { type PassParts, type StateParts, startMs } from '../roster/builders.ts';
import { passesOf, plain, utc, windowOf } from './builders.ts';

function told(...all: readonly (StateParts | PassParts)[]): string[] {
  return plain(passBlocks(windowOf(passesOf(...all)).passes, utc))
    .trimEnd()
    .split('\n');
}

const db = (last: number): StateParts => ({ nodes: { ace: runs(`db:192.0.2.${last}`) } });
const moved = (from: number, to: number) => [
  `    ~ db: 192.0.2.${from} → 192.0.2.${to}, in the one container of ace`,
  '    replaced 1 for the roster alone: web (mesh) on ace',
];

describe('passBlocks', () => {
  test('a pass that repeats an earlier one says so instead', () => {
    expect(told(db(81), db(82), db(81), db(82))).toEqual([
      '2026-03-01',
      'pass 2  10:02:00  1 name moved, 1 replaced',
      ...moved(81, 82),
      'pass 3  10:03:00  1 name moved, 1 replaced',
      ...moved(82, 81),
      'pass 4  10:04:00  1 name moved, 1 replaced, as in pass 2',
    ]);
  });

  test('a pass that reads the same and replaced other containers repeats nothing', () => {
    const specs = (...images: readonly string[]) => ({
      nodes: { ace: { containers: images.map((image, index) => ({ id: `m${index}`, spec: { image } })) } },
    });
    const [a, b, c] = [
      specs('a', 'a', 'a', 'a', 'a'),
      specs('b', 'b', 'b', 'b', 'a'),
      specs('b', 'a', 'a', 'a', 'b'),
    ] as const;

    expect(told(a, b, c).filter((text) => text.includes('4 of 5'))).toHaveLength(2);
  });

  test('a pass with an outcome of its own repeats nothing', () => {
    const failed = { state: db(82), outcomes: [{ node: 'ace', outcome: 'failed' as const, error: null }] };

    expect(told(db(81), db(82), db(81), failed).slice(-3)).toEqual(['    ! ace failed', ...moved(81, 82)]);
  });

  test('what is not recorded stands between the passes, and no run of quiet ones goes on across it', () => {
    const [baseline, ...rest] = passesOf(...Array.from({ length: 9 }, () => db(81)));
    const { passes, gaps } = explainWindow(rest, baseline as Pass, {}, [
      recordingGap(5.2, 5.8),
      recordingGap(9, 60 * 24, { reason: 'stopped by SIGTERM' }),
    ]);

    expect(
      plain(passBlocks(passes, utc, { gaps }))
        .trimEnd()
        .split('\n'),
    ).toEqual([
      '2026-03-01',
      'passes 2–5  10:02:00 to 10:05:00  4 quiet passes',
      '— not recorded 10:05:12–10:05:48, 0.6 min: the recorder was not running —',
      'passes 6–9  10:06:00 to 10:09:00  4 quiet passes',
      '— not recorded 10:09 – 2026-03-02 10:00, 1431 min: the recorder was not running (stopped by SIGTERM) —',
    ]);
  });

  test('quiet passes in a row are folded from four on', () => {
    expect(told(db(81), db(81), db(81), db(81))).toEqual([
      '2026-03-01',
      'pass 2  10:02:00  quiet',
      'pass 3  10:03:00  quiet',
      'pass 4  10:04:00  quiet',
    ]);
    expect(told(db(81), db(81), db(81), db(81), db(81), db(82)).slice(0, 3)).toEqual([
      '2026-03-01',
      'passes 2–5  10:02:00 to 10:05:00  4 quiet passes',
      'pass 6  10:06:00  1 name moved, 1 replaced',
    ]);
  });

  test('a flap that goes on is folded', () => {
    const flap = Array.from({ length: 13 }, (_, index) => db(index % 2 === 0 ? 81 : 82));

    expect(told(...flap)).toEqual([
      '2026-03-01',
      'pass 2  10:02:00  1 name moved, 1 replaced',
      ...moved(81, 82),
      'pass 3  10:03:00  1 name moved, 1 replaced',
      ...moved(82, 81),
      'passes 4–13  10:04:00 to 10:13:00  10 passes, each as in pass 2 or 3',
    ]);
  });

  test('a flap with quiet passes in it is folded, and a long pause is told apart', () => {
    const slow = Array.from({ length: 18 }, (_, index) => db(index % 4 < 2 ? 81 : 82));
    const pause = Array.from({ length: 12 }, () => db(81));

    expect(told(...slow, ...pause, db(82), db(81)).slice(-4)).toEqual([
      'passes 6–17  10:06:00 to 10:17:00  12 passes: 6 quiet, the others as in pass 3 or 5',
      'passes 18–30  10:18:00 to 10:30:00  13 quiet passes',
      'pass 31  10:31:00  1 name moved, 1 replaced, as in pass 3',
      'pass 32  10:32:00  1 name moved, 1 replaced, as in pass 5',
    ]);
  });

  test('news in between breaks a run', () => {
    const flap = Array.from({ length: 8 }, (_, index) => db(index % 2 === 0 ? 81 : 82));

    expect(told(...flap, db(83), ...flap).filter((text) => /^passes /.test(text))).toEqual([]);
  });

  test('each day is told once, and a folded run that ends on another day says so', () => {
    const night = Array.from({ length: 6 }, (_, index) => ({ state: db(81), at: startMs + index * 4 * 3_600_000 }));

    expect(told(...night, { state: db(82), at: startMs + 86_400_000 })).toEqual([
      '2026-03-01',
      'passes 2–6  14:00:00 to 2026-03-02 06:00:00  5 quiet passes',
      '2026-03-02',
      'pass 7  10:00:00  1 name moved, 1 replaced',
      ...moved(81, 82),
    ]);
  });

  test('repeated passes may be told whole, with lines of their own', () => {
    const { passes } = windowOf(passesOf(db(81), db(82), db(81), db(82)));
    const linesOf = ({ difference, sizes }: (typeof passes)[number]) => moveLines(difference?.moves ?? [], sizes);

    expect(
      plain(passBlocks(passes, utc, { linesOf, repeats: 'whole' }))
        .trimEnd()
        .split('\n')
        .slice(-2),
    ).toEqual([
      'pass 4  10:04:00  1 name moved, 1 replaced',
      '    ~ db: 192.0.2.81 → 192.0.2.82, in the one container of ace',
    ]);
  });

  test('no pass, no block', () => {
    expect(passBlocks([], utc)).toEqual([]);
  });
});

test('the first passes of two stores read alike without a difference', () => {
  const first = { ...windowOf(passesOf(mesh([]), mesh([]))).passes[0], difference: null };
  const passes = [first, first] as Parameters<typeof passBlocks>[0];

  expect(plain(passBlocks(passes, utc))).toContain('first, as in pass 2');
});
