import { describe, expect, test } from 'vitest';
import { explainWindow, stretchGaps } from '../../src/diff/index.ts';
import { logJson, logView } from '../../src/report/log-view.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { mesh, recordingGap } from '../diff/builders.ts';
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

describe('what is not recorded', () => {
  const states = passesOf({ state: full, key: '1' }, { state: full, key: '2' }, { state: full, key: '9' });
  const window = explainWindow(states, null, {}, [
    recordingGap(1.2, 1.8, { reason: 'killed, or the machine was down' }),
    recordingGap(3, null, { kind: 'away', source: 'https://mesh.example/passes', reason: 'connection refused' }),
  ]);

  test('is a line of its own between the passes, at 80 columns', () => {
    const view = logView(window.passes, 'all passes', false, utc, window.gaps);

    expect(renderTerminal(view, { width: 80, colour: false }).split('\n')).toEqual([
      'all passes · 3 passes · UTC',
      '',
      '     PASS  TIME                 NODES  MOVED  REPLACED  TRIGGER  NOTES',
      '        1  2026-03-01 10:01:00      2      –         –           first',
      '— not recorded 10:01:12–10:01:48, 0.6 min: the recorder was not running',
      '  (killed, or the machine was down) —',
      '        2  2026-03-01 10:02:00      2      –         –',
      "— 6 passes before it (by the controller's ids) not recorded —",
      '3 (key:9)  2026-03-01 10:03:00      2      –         –',
      '— not recorded since 10:03: https://mesh.example/passes is away: connection',
      '  refused —',
      '',
    ]);
  });

  test('is all that a window without passes tells', () => {
    const gaps = stretchGaps([], [recordingGap(1, 15)]);

    expect(plain(logView([], 'since 10:00', false, utc, gaps))).toBe(
      'since 10:00 · 0 passes · UTC\n\n— not recorded 2026-03-01 10:01–10:15, 14 min: the recorder was not running —\n',
    );
  });

  test('is data for programs', () => {
    const { complete, gaps } = logJson(window.passes, window.gaps, utc);

    expect(complete).toBe(false);
    expect(gaps).toEqual([
      {
        kind: 'not-running',
        pass: 2,
        node: null,
        text: 'the recorder was not running (killed, or the machine was down)',
        from: '2026-03-01T10:01:12Z',
        until: '2026-03-01T10:01:48Z',
      },
      {
        kind: 'away',
        pass: null,
        node: null,
        text: 'https://mesh.example/passes is away: connection refused',
        from: '2026-03-01T10:03:00Z',
        until: null,
      },
      {
        kind: 'missing',
        pass: 3,
        node: null,
        text: "6 passes before it (by the controller's ids) not recorded",
        from: null,
        until: null,
      },
    ]);
  });
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
