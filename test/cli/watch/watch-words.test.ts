import { expect, test } from 'vitest';
import { changedWords, missedWords, watchedWords } from '../../../src/cli/watch/watch-words.ts';
import { utc } from '../../report/builders.ts';
import { startMs } from '../../roster/builders.ts';

test('what is watched is named, and of many the first', () => {
  expect(watchedWords(['a'], { store: 'h.db', metrics: null, flapping: 0 })).toBe('watching a into h.db');
  expect(watchedWords(['a', 'b', 'c', 'd'], { store: 'h.db', metrics: 'http://127.0.0.1:1', flapping: 1 })).toBe(
    'watching a, b, c, d into h.db, metrics at http://127.0.0.1:1/metrics; 1 name flaps now',
  );
  expect(watchedWords(['a', 'b', 'c', 'd', 'e'], { store: 'h.db', metrics: null, flapping: 6 })).toBe(
    'watching a, b, c and 2 more into h.db; 6 names flap now',
  );
});

test('what a config changed is said by its sources', () => {
  expect(changedWords({ unchanged: 1, started: [], stopped: [] })).toBe('1 source goes on');
  expect(changedWords({ unchanged: 2, started: ['c', 'd'], stopped: ['a'] })).toBe(
    '2 sources go on, stopped a, started c, d',
  );
});

test('what was missed is said with its length, its beginning and its reason', () => {
  const gap = { controller: null, kind: 'not-running', from: startMs, source: null, reason: 'killed' } as const;

  expect(missedWords({ ...gap, until: startMs + 120_000 }, startMs + 600_000, utc)).toBe(
    'nothing was recorded for 2 min, since 2026-03-01 10:00:00: the recorder was not running (killed)',
  );
  expect(missedWords({ ...gap, until: null }, startMs + 600_000, utc)).toContain('for 10 min, since');
});
