import { describe, expect, test } from 'vitest';
import { type Settling, settlingOf } from '../../src/diff/index.ts';
import { checkJson } from '../../src/report/check-json.ts';
import { checkBrief, checkProgressView, checkView } from '../../src/report/check-view.ts';
import type { HistoryGap, Outcome, Pass } from '../../src/roster/index.ts';
import { mesh, recordingGap } from '../diff/builders.ts';
import { type PassParts, pass, type StateParts, startMs } from '../roster/builders.ts';
import { plain, utc } from './builders.ts';

const own = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3'];
const routed = ['git.g14.example:192.0.2.2', 'wiki.g14.example:192.0.2.2'];
const states: Readonly<Record<string, StateParts>> = {
  A: mesh([...own, ...routed]),
  B: mesh(own),
  C: mesh([...own, 'git.g14.example:192.0.2.9', 'wiki.g14.example:192.0.2.2']),
  D: mesh([...own, ...routed].reverse()),
};
const minute = 60_000;

interface Asked {
  readonly parts?: (number: number) => PassParts;
  readonly gaps?: readonly HistoryGap[];
  /** Minutes after pass 0. */
  readonly now?: number;
  readonly quietForMs?: number;
  readonly skipped?: number;
}

/** What is said of passes, one a minute, asked half a minute after the last: the state of each letter. */
function settling(
  letters: string,
  { parts = () => ({}), gaps = [], now, quietForMs, skipped = 0 }: Asked = {},
): Settling {
  const all = [...letters].map((letter, index) =>
    pass({ number: index + 1, key: String(index + 1), state: states[letter] as StateParts, ...parts(index + 1) }),
  );
  const baseline = skipped === 0 ? null : (all[skipped - 1] as Pass);
  return settlingOf(
    { baseline, passes: () => all.slice(skipped), recordingGaps: gaps },
    { now: startMs + (now ?? all.length + 0.5) * minute, quietForMs: quietForMs ?? null },
  );
}

function told(letters: string, asked?: Asked): string[] {
  return plain(checkView(settling(letters, asked), 'all passes', utc))
    .trimEnd()
    .split('\n')
    .slice(1);
}

function brief(letters: string, asked?: Asked): string {
  return checkBrief(settling(letters, asked), utc);
}

function fared(outcome: Outcome, numbers: readonly number[], nodes = ['g14']): (number: number) => PassParts {
  const outcomes = nodes.map((node) => ({ node, outcome, error: 'plan: store\nunreachable' }));
  return (number) => (numbers.includes(number) ? { outcomes } : {});
}

describe('that it has settled', () => {
  const said = (letters: string, asked?: Asked) => plain(checkView(settling(letters, asked), 'all passes', utc));

  test('is said with the last pass that was not quiet', () => {
    expect(said('AACCCCCC')).toBe(
      'settled: 5 quiet passes since pass 3 at 10:03:00 (5.5 min); nothing flaps; no gap and no failure in the last 5 passes' +
        ' · all passes · UTC\n',
    );
  });

  test('is said with what else the quiet begins with', () => {
    expect(said('AAAAAAA')).toContain('since pass 1 at 10:01:00 (6.5 min), as far back as was looked; nothing flaps');
    expect(said('AAAAAAA', { gaps: [recordingGap(1.2, 1.8)] })).toContain(
      'since pass 2 at 10:02:00 (5.5 min), the first after a gap; nothing flaps',
    );
    expect(said('AAAAAAA', { quietForMs: 2 * minute })).toContain('no gap and no failure in the last 2 min');
  });
});

describe('a reason', () => {
  test('is a set that flaps, or a name', () => {
    expect(told('ABABAA')).toEqual([
      'flapping  2 names of g14 flap (git.g14.example and wiki.g14.example): 4 moves and 12 replacements since pass 2 (10:02:00), the last in pass 5 (10:05:00); 4 more quiet passes needed',
      'expected  about 10:10:00 (4 more quiet passes, one every 1 min), if nothing moves',
    ]);
    expect(told('ACACA')[0]).toBe(
      'flapping  git.g14.example of g14 flaps: 4 moves and 12 replacements since pass 2 (10:02:00), the last in pass 5 (10:05:00); 5 more quiet passes needed',
    );
    expect([brief('ABABAA'), brief('ACACA')]).toEqual([
      '2 names of g14 flap (4 quiet passes missing)',
      'git.g14.example of g14 flaps (5 quiet passes missing)',
    ]);
  });

  test('is names that were lost, and what to do where they were meant to go', () => {
    expect(told('AABBBBBB')).toEqual([
      'lost  2 names of g14 went in pass 3 (10:03:00) as if a plan had failed, and are not back: git.g14.example and wiki.g14.example; if they were meant to go: --since 4',
      'expected  not while names are away that were lost',
    ]);
    expect(told('AAB', { parts: fared('failed', [3]) })[0]).toBe(
      'lost  2 names of g14 went in pass 3 (10:03:00) as a plan failed, and are not back: git.g14.example and wiki.g14.example',
    );
    expect(brief('AABBBBBB')).toBe('2 names of g14 not back since pass 3');
  });

  test('is one name that was lost', () => {
    const only: PassParts = { state: mesh(own), outcomes: [{ node: 'g14', outcome: 'failed' }] };
    const held = mesh([...own, 'git.g14.example:192.0.2.2']);

    expect(
      told('AAAAAAAAAA', {
        parts: (number) => (number === 1 ? { state: held } : number === 2 ? only : { state: mesh(own) }),
      }),
    ).toContain(
      'lost  git.g14.example of g14 went in pass 2 (10:02:00) as a plan failed, and is not back; if it was meant to go: --since 3',
    );
  });

  test('is a node that failed', () => {
    expect(told('AAAAAAAA', { parts: fared('failed', [6]) })[0]).toBe(
      'not-planned  g14 failed in pass 6 (10:06:00): plan: store; unreachable; planned since; 3 more good passes needed',
    );
    expect(told('AAAAAAAA', { parts: fared('partial', [7, 8]) })[0]).toBe(
      'not-planned  g14 was partial in 2 of the passes that must be good, the last pass 8 (10:08:00): plan: store; unreachable; 5 more good passes needed',
    );
    expect(told('AAAAAAAA', { parts: fared('unreadable', [8], ['g14', 'novox']) })[0]).toBe(
      'not-planned  g14 and novox were unreadable in pass 8 (10:08:00): plan: store; unreachable; 5 more good passes needed',
    );
    expect(brief('AAAAAAAA', { parts: fared('failed', [6]) })).toBe('g14 failed in pass 6 (3 quiet passes missing)');
  });

  test('is a node that failed and has not reported since', () => {
    const outcomes = (number: number) => [
      { node: 'g14', outcome: number === 2 ? ('failed' as const) : ('unreported' as const) },
    ];

    expect(told('AAAAAAAAA', { parts: (number) => (number < 2 ? {} : { outcomes: outcomes(number) }) })).toEqual([
      'not-planned  g14 failed in pass 2 (10:02:00); not reported since',
      'expected  not before every node has reported again',
    ]);
  });

  test('is a pass that could not be read', () => {
    const parts =
      (...numbers: number[]) =>
      (number: number): PassParts =>
        numbers.includes(number) ? { outcome: 'unreadable', error: number === 5 ? null : 'no JSON' } : {};

    expect(told('AAAAAAAA', { parts: parts(5) })[0]).toBe(
      'pass-not-planned  pass 5 (10:05:00) was unreadable as a whole; 2 more good passes needed',
    );
    expect(told('AAAAAAAA', { parts: parts(5, 6, 7) })[0]).toBe(
      'pass-not-planned  pass 7 (10:07:00) was unreadable as a whole, and 2 passes before it: no JSON; 4 more good passes needed',
    );
    expect(brief('AAAAAAAA', { parts: parts(5) })).toBe('pass 5 unreadable (2 quiet passes missing)');
  });

  test('is a gap', () => {
    expect(told('AAAAAAAA', { gaps: [recordingGap(4.2, 4.8)] })[0]).toBe(
      'gap  not recorded 10:04:12–10:04:48, 0.6 min: the recorder was not running; 2 more quiet passes needed',
    );
    expect(told('AAAAAAAA', { gaps: [recordingGap(8.2, null)] })).toEqual([
      'gap  not recorded since 10:08: the recorder is not running; nothing counts until it records again',
      'expected  not before something is recorded again',
    ]);
    expect(told('AAAAAAAA', { parts: (number) => ({ key: String(number > 6 ? number + 1 : number) }) })[0]).toBe(
      "gap  pass 7 (10:07:00): 1 pass before it (by the controller's ids) not recorded; 4 more quiet passes needed",
    );
    expect([
      brief('AAAAAAAA', { gaps: [recordingGap(4.2, 4.8)] }),
      brief('AAAAAAAA', { gaps: [recordingGap(8.2, null)] }),
    ]).toEqual(['a gap before pass 5 (2 quiet passes missing)', 'not everything is recorded since pass 8']);
  });

  test('is a recorder that stopped, also on another day, or where no rhythm is known', () => {
    expect(told('AAAAAAAA', { now: 68 })[0]).toBe(
      'overdue  nothing was recorded since 10:08:00, 60 min ago; passes came every 1 min',
    );
    expect(told('A', { now: 1501 })).toEqual([
      'overdue  nothing was recorded since 2026-03-01 10:01:00, 1500 min ago',
      'too-few-passes  the history begins at pass 1 (2026-03-01 10:01:00); 0 quiet passes since, 5 more needed',
      'expected  not before something is recorded again',
    ]);
    expect(brief('AAAAAAAA', { now: 68 })).toBe('nothing recorded since 10:08:00');
  });

  test('is a pass that was not quiet', () => {
    expect(told('AAAAAC')[0]).toBe(
      'not-quiet  pass 6 (10:06:00) moved git.g14.example and replaced 3 containers; 0 quiet passes since, 5 more needed',
    );
    expect(told('AAAAADDD')[0]).toBe(
      'not-quiet  pass 6 (10:06:00) replaced 3 containers; 2 quiet passes since, 3 more needed',
    );
    expect(
      told('AAAAAAAA', { parts: (number) => ({ state: { roster: number < 8 ? own : own.toReversed() } }) })[0],
    ).toBe(
      'not-quiet  pass 8 (10:08:00) wrote the roster in another order or spelling; 0 quiet passes since, 5 more needed',
    );
    expect(brief('AAAAAC')).toBe('not quiet in pass 6 (5 quiet passes missing)');
  });

  test('is a quiet that is too short by the clock', () => {
    expect(told('AACCCCC', { quietForMs: 10 * minute })).toEqual([
      'not-quiet  pass 3 (10:03:00) moved git.g14.example and replaced 3 containers; quiet for 4.5 min since, 10 min asked for',
      'expected  about 10:13:00, if nothing moves',
    ]);
    expect(told('AAAAC', { quietForMs: minute, now: 7 })[0]).toContain('; no quiet pass since');
    expect(told('AAAAAAAA', { quietForMs: 6 * minute, parts: fared('failed', [4]) })[0]).toBe(
      'not-planned  g14 failed in pass 4 (10:04:00): plan: store; unreachable; planned since; over at 10:10:00',
    );
  });

  test('is a window that begins too late', () => {
    expect(told('AAAAAA', { skipped: 3 })[0]).toBe(
      'too-few-passes  the window begins at pass 3 (10:03:00); 3 quiet passes since, 2 more needed',
    );
    expect(told('')).toEqual([
      'too-few-passes  no pass is recorded in the window',
      'expected  after 6 more quiet passes, if nothing moves; how often they come is not known',
    ]);
    expect(brief('AAA')).toBe('too few passes (3 quiet passes missing)');
  });
});

test('of many reasons the first twelve are told, and how many more there are', () => {
  const gaps = Array.from({ length: 15 }, (_, index) =>
    recordingGap(7 + index / 100, 7.5, { kind: 'away', source: `s${index}` }),
  );

  const lines = told('AAAAAAAA', { gaps });

  expect([lines.length, lines[12]]).toEqual([14, 'and 3 more reasons']);
});

test('what comes from outside moves no cursor and makes no line of its own', () => {
  const outcomes = [{ node: 'g14\n\u001b[2J', outcome: 'failed' as const, error: 'dial\r\n\u001b]0;title\u0007' }];

  const lines = told('AAAAAAAA', { parts: (number) => (number === 8 ? { outcomes } : {}) });

  expect(lines).toEqual([
    'not-planned  g14\\u{a}\\u{1b}[2J failed in pass 8 (10:08:00): dial; \\u{1b}]0;title\\u{7}; 5 more good passes needed',
    'expected  about 10:13:00 (5 more quiet passes, one every 1 min), if nothing moves',
  ]);
});

test('on the way, the time and the reasons stand in one line', () => {
  const said = (letters: string, asked?: Asked) => plain(checkProgressView(settling(letters, asked), utc));

  expect(said('ACACA')).toBe(
    '10:05:30 not settled: git.g14.example of g14 flaps (5 quiet passes missing); about 10:10:00\n',
  );
  expect(said('AAAAAAAA', { now: 68, parts: fared('failed', [6]) })).toBe(
    '11:08:00 not settled: g14 failed in pass 6 (3 quiet passes missing) and nothing recorded since 10:08:00\n',
  );
});

describe('as JSON', () => {
  const json = (letters: string, asked?: Asked) =>
    checkJson(settling(letters, asked), { since: startMs, until: null, baseline: null }, utc);

  test('what has settled has no reason', () => {
    expect(json('AACCCCCC')).toEqual({
      format: 'roster-history/check@1',
      complete: true,
      gaps: [],
      settled: true,
      checkedAt: '2026-03-01T10:08:30Z',
      window: { since: '2026-03-01T10:00:00Z', until: null, baseline: null },
      lastPass: 8,
      lastPassAt: '2026-03-01T10:08:00Z',
      quietPasses: 5,
      quietSince: '2026-03-01T10:03:00Z',
      quietSincePass: 3,
      quietPassesAsked: 5,
      quietSecondsAsked: null,
      secondsBetweenPasses: 60,
      reasons: [],
      expectedAt: null,
    });
  });

  test('each reason has its figures', () => {
    const gaps = [recordingGap(4.2, 4.8)];
    const parts = fared('failed', [5, 6]);

    const { reasons, expectedAt, complete } = json('AAABBBBB', { gaps, parts });

    expect([complete, expectedAt]).toEqual([false, null]);
    expect(reasons.map(({ text: _, ...figures }) => figures)).toEqual([
      {
        code: 'lost',
        names: ['git.g14.example', 'wiki.g14.example'],
        owner: 'g14',
        evidence: 'inferred',
        pass: 4,
        at: '2026-03-01T10:04:00Z',
        quietPassesMissing: null,
        overAt: null,
      },
      {
        code: 'not-planned',
        nodes: ['g14'],
        outcome: 'failed',
        error: 'plan: store\nunreachable',
        times: 2,
        plannedSince: true,
        pass: 6,
        at: '2026-03-01T10:06:00Z',
        quietPassesMissing: 3,
        overAt: null,
      },
      {
        code: 'gap',
        kind: 'not-running',
        from: '2026-03-01T10:04:12Z',
        until: '2026-03-01T10:04:48Z',
        pass: 5,
        at: '2026-03-01T10:05:00Z',
        quietPassesMissing: 2,
        overAt: null,
      },
      {
        code: 'not-quiet',
        names: ['git.g14.example', 'wiki.g14.example'],
        replaced: 3,
        pass: 4,
        at: '2026-03-01T10:04:00Z',
        quietPassesMissing: 1,
        overAt: null,
      },
    ]);
  });

  test('a flap, a recorder that stopped, a pass that could not be read, a window without a pass, and a quiet by the clock', () => {
    expect(json('ACACA', { now: 65 }).reasons).toMatchObject([
      {
        code: 'flapping',
        names: ['git.g14.example'],
        owner: 'g14',
        transitions: 4,
        replacements: 12,
        sincePass: 2,
        since: '2026-03-01T10:02:00Z',
        pass: 5,
        quietPassesMissing: 5,
      },
      { code: 'overdue', since: '2026-03-01T10:05:00Z', pass: 5, quietPassesMissing: null },
    ]);
    const parts = (number: number): PassParts => (number === 7 ? { outcome: 'partial', error: 'paged' } : {});
    expect(json('AAAAAAAA', { parts }).reasons).toMatchObject([
      { code: 'pass-not-planned', outcome: 'partial', error: 'paged', times: 1, pass: 7 },
    ]);
    expect(json('').reasons).toMatchObject([{ code: 'too-few-passes', pass: null, at: null }]);
    expect(json('')).toMatchObject({
      lastPass: null,
      lastPassAt: null,
      quietSince: null,
      quietSincePass: null,
      secondsBetweenPasses: null,
    });
    expect(json('AACCCCC', { quietForMs: 10 * minute })).toMatchObject({
      quietPassesAsked: null,
      quietSecondsAsked: 600,
      reasons: [{ quietPassesMissing: null, overAt: '2026-03-01T10:13:00Z' }],
      expectedAt: '2026-03-01T10:13:00Z',
    });
  });
});
