import { expect, test } from 'vitest';
import { explainWindow } from '../../src/diff/index.ts';
import { logJson, logView } from '../../src/report/log-view.ts';
import { mesh } from '../diff/builders.ts';
import { passesOf, plain, utc } from './builders.ts';

const [full, short] = [mesh(['db:192.0.2.81', 'git:192.0.2.3']), mesh(['git:192.0.2.3'])];
const { passes } = explainWindow(
  passesOf(
    { state: full, key: '411', trigger: 'timer' },
    {
      state: short,
      key: '412',
      trigger: 'remove\ndb',
      outcomes: [
        { node: 'g14', outcome: 'failed', error: 'no store' },
        { node: 'ace', outcome: 'unreported' },
      ],
      problems: [{ code: 'clock-went-back' }],
    },
  ),
  null,
);

test('a pass a line, with what it moved and replaced and what is odd about it', () => {
  expect(plain(logView(passes, 'all passes', false, utc)).split('\n')).toEqual([
    'all passes · 2 passes · UTC',
    '',
    '       PASS  TIME                 NODES  MOVED  REPLACED  TRIGGER     NOTES',
    '1 (key:411)  2026-03-01 10:01:00      2      –         –  timer       first',
    '2 (key:412)  2026-03-01 10:02:00      2      1         3  remove; db  failed, unreported, 1 problem',
    '',
  ]);
});

test('says where earlier passes were left out, and where there are none', () => {
  expect(plain(logView(passes.slice(1), 'all passes', true, utc)).split('\n')[0]).toBe(
    'all passes · 1 pass · earlier ones left out, --limit shows more · UTC',
  );
  expect(plain(logView([], 'since 10:00', false, utc))).toBe('since 10:00 · 0 passes · UTC\n');
});

test('logJson', () => {
  expect(logJson(passes, [], utc)).toEqual({
    format: 'roster-history/log@1',
    complete: true,
    gaps: [],
    passes: [
      {
        pass: 1,
        key: '411',
        at: '2026-03-01T10:01:00Z',
        recordedAt: '2026-03-01T10:01:00Z',
        trigger: 'timer',
        nodes: 2,
        moved: 0,
        replaced: 0,
        outcome: 'planned',
        problems: 0,
      },
      {
        pass: 2,
        key: '412',
        at: '2026-03-01T10:02:00Z',
        recordedAt: '2026-03-01T10:02:00Z',
        trigger: 'remove\ndb',
        nodes: 2,
        moved: 1,
        replaced: 3,
        outcome: 'planned',
        problems: 1,
      },
    ],
  });
});
