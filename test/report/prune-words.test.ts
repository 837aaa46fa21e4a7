import { describe, expect, test } from 'vitest';
import { limitsWords, type PruneSummary, pruneLinesOf, reasonWords, sizeWords } from '../../src/report/index.ts';
import { utc } from './builders.ts';

const mib = 2 ** 20;
const none = { keepForMs: null, keepPasses: null, maxBytes: null };
const pruned = {
  controller: 'mesh',
  firstPass: 812,
  firstAt: Date.UTC(2026, 2, 1, 14, 0, 5),
  removed: 811,
  fromPass: 1,
  untilPass: 811,
  prunedAt: Date.UTC(2026, 8, 29),
  reason: 'size',
  bound: 512 * mib,
} as const;
const summary: PruneSummary = {
  file: 'history.db',
  limits: none,
  wouldFree: null,
  pruned: [pruned],
  held: [],
  observations: 0,
  gaps: 0,
  contents: 0,
  before: 700 * mib,
  after: 500 * mib,
  free: 0,
  shrinks: true,
  stopped: false,
};

describe('what prune says', () => {
  test('is which passes went and why, where the history begins, what went besides, and the room', () => {
    expect(pruneLinesOf({ ...summary, observations: 40, gaps: 1, contents: 1 }, utc)).toEqual([
      '811 passes removed (pass 1–811), the store was larger than 512 MiB',
      '  the history begins at pass 812, 2026-03-01 14:00:05',
      'and 40 observations, 1 gap, 1 content that nothing uses any more',
      '700 MiB before, 500 MiB now',
    ]);
  });

  test('names the controllers where there are several, whose passes have others between them', () => {
    const lab = { ...pruned, controller: 'lab', removed: 1, fromPass: 4, untilPass: 4, firstPass: 9 };

    expect(pruneLinesOf({ ...summary, pruned: [{ ...pruned, removed: 420 }, lab] }, utc).slice(0, 3)).toEqual([
      '420 passes removed (420 passes from 1 to 811 of mesh), the store was larger than 512 MiB',
      '  the history begins at pass 812, 2026-03-01 14:00:05',
      '1 pass removed (pass 4 of lab), the store was larger than 512 MiB',
    ]);
  });

  test('tells what keeps passes that are beyond the limits', () => {
    const held = { ...summary, limits: { ...none, keepPasses: 3 }, held: ['mesh'] };
    const words =
      'the last 21 passes of each controller always stay, whatever the limits (the last 3 passes of each controller): flaps are found in a window of 20, against the pass before it';

    expect(pruneLinesOf({ ...held, pruned: [] }, utc)).toEqual(['history.db: nothing to prune: 700 MiB', words]);
    expect(pruneLinesOf(held, utc)).toContain(words);
  });

  test('tells how a file that cannot shrink can', () => {
    expect(pruneLinesOf({ ...summary, shrinks: false, free: 200 * mib }, utc).at(-1)).toBe(
      'the file keeps 200 MiB of free pages for what is recorded next; prune --vacuum gives them back',
    );
  });

  test('does not say that there is nothing to prune where it was interrupted before it removed anything', () => {
    expect(pruneLinesOf({ ...summary, pruned: [], stopped: true }, utc)).toEqual(['history.db: nothing removed yet']);
  });

  test('tells of what an interrupted pruning had left', () => {
    expect(pruneLinesOf({ ...summary, pruned: [], contents: 12 }, utc)).toEqual([
      'and 12 contents that nothing uses any more',
      '700 MiB before, 500 MiB now',
    ]);
  });
});

test.each([
  ['age', 90 * 86_400_000, 'older than 90 days'],
  ['age', 36 * 3_600_000, 'older than 36 hours'],
  ['age', 90_000, 'older than 2 minutes'],
  ['passes', 10_000, 'beyond the last 10000 passes'],
  ['size', 2 ** 30, 'the store was larger than 1 GiB'],
] as const)('the reason %s of %i is %s', (reason, bound, words) => {
  expect(reasonWords({ reason, bound })).toBe(words);
});

test('limits are said in the order of time, number and size', () => {
  expect(limitsWords({ keepForMs: 86_400_000, keepPasses: 100, maxBytes: 2 ** 30 })).toBe(
    'for 1 day, the last 100 passes of each controller, up to 1 GiB',
  );
  expect(limitsWords(none)).toBe('without a limit');
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KiB'],
  [1024, '1 KiB'],
  [12_900_000, '12.3 MiB'],
  [105_000_000, '100 MiB'],
  [1_048_000_000, '999 MiB'],
  [3 * 2 ** 40, '3 TiB'],
  [5000 * 2 ** 40, '5000 TiB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});
