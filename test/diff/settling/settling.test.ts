import { describe, expect, test } from 'vitest';
import { type SettlingOptions, settlingOf } from '../../../src/diff/settling/settling.ts';
import type { Unsettled } from '../../../src/diff/settling/unsettled.ts';
import type { HistoryGap, Outcome, Pass } from '../../../src/roster/index.ts';
import { container, type PassParts, pass, type StateParts, startMs } from '../../roster/builders.ts';
import { mesh, recordingGap } from '../builders.ts';

const own = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3'];
const routed = ['git.g14.example:192.0.2.2', 'wiki.g14.example:192.0.2.2'];
const states: Readonly<Record<string, StateParts>> = {
  A: mesh([...own, ...routed]),
  B: mesh(own),
  C: mesh([...own, 'git.g14.example:192.0.2.9']),
  D: mesh([...own, 'git.g14.example:192.0.2.10']),
};

/** Passes numbered from 1, one a minute: the state of each letter. */
function passes(letters: string, parts: (number: number) => PassParts = () => ({})): Pass[] {
  return [...letters].map((letter, index) =>
    pass({ number: index + 1, key: String(index + 1), state: states[letter] as StateParts, ...parts(index + 1) }),
  );
}

function failing(...numbers: readonly number[]): (number: number) => PassParts {
  const failed = { node: 'g14', outcome: 'failed' as Outcome, error: 'plan: store unreachable' };
  return (number) => (numbers.includes(number) ? { outcomes: [failed] } : {});
}

/** All passes, asked half a minute after the last one. */
function settlingAt(
  all: readonly Pass[],
  options: Partial<SettlingOptions> = {},
  recordingGaps: readonly HistoryGap[] = [],
  baseline: Pass | null = null,
) {
  const now = (all.at(-1)?.at ?? startMs) + 30_000;
  return settlingOf({ baseline, passes: () => all, recordingGaps }, { now, quietForMs: null, ...options });
}

function codes(reasons: readonly Unsettled[]): string[] {
  return reasons.map(
    ({ code, ends }) => `${code} ${ends === null ? '-' : 'passes' in ends ? ends.passes : minuteOf(ends.at)}`,
  );
}

function minuteOf(at: number): string {
  return `at ${(at - startMs) / 60_000}`;
}

describe('a window', () => {
  test('has settled after five quiet passes', () => {
    const { reasons, expectation, quiet, rhythm } = settlingAt(passes('ACDDDDDD'));

    expect([reasons, expectation]).toEqual([[], null]);
    expect([quiet.passes, quiet.since?.number, quiet.begins]).toEqual([5, 3, 'unrest']);
    expect(rhythm).toEqual({ medianMs: 60_000, longestMs: 60_000 });
  });

  test('has not settled after four, and can be expected to with the next one', () => {
    const { reasons, expectation } = settlingAt(passes('ACDDDDD'));

    expect(reasons).toMatchObject([
      { code: 'not-quiet', pass: { number: 3 }, names: ['git.g14.example'], replaced: 3, ends: { passes: 1 } },
    ]);
    expect(expectation).toEqual({ kind: 'at', at: startMs + 8 * 60_000, passes: 1 });
  });

  test('that begins in quiet has settled when it is long enough', () => {
    const [baseline, ...rest] = passes('AAAAAA') as [Pass, ...Pass[]];

    expect(settlingAt(rest, {}, [], baseline)).toMatchObject({
      reasons: [],
      quiet: { passes: 5, since: { number: 1 }, begins: 'window' },
    });
    expect(settlingAt(rest.slice(1), {}, [], rest[0])).toMatchObject({
      reasons: [{ code: 'too-few-passes', first: { number: 2 }, isCut: true, ends: { passes: 1 } }],
    });
    expect(settlingAt(rest).reasons).toMatchObject([
      { code: 'too-few-passes', first: { number: 2 }, isCut: false, ends: { passes: 1 } },
    ]);
  });

  test('without a pass tells nothing', () => {
    const { reasons, expectation, quiet, last } = settlingAt([]);

    expect(codes(reasons)).toEqual(['too-few-passes 6']);
    expect([expectation, quiet, last]).toEqual([
      { kind: 'passes', passes: 6 },
      { passes: 0, since: null, begins: 'window' },
      null,
    ]);
  });

  test('of one pass has no rhythm yet', () => {
    expect(settlingAt(passes('A')).expectation).toEqual({ kind: 'passes', passes: 5 });
  });
});

describe('unrest', () => {
  const runs = (...containers: Parameters<typeof container>[0][]): StateParts => ({
    nodes: { novox: { containers: containers.map((one) => container(one)) } },
  });
  const reasonsOf = (before: StateParts, next: StateParts) =>
    settlingAt([before, ...Array(6).fill(before), next].map((state, index) => pass({ number: index + 1, state })))
      .reasons;
  const hosts = ['a.internal:192.0.2.1', 'b.internal:192.0.2.2'];

  test('is no deploy, and no container that comes or goes', () => {
    expect(reasonsOf(runs({ hosts }), runs({ hosts, spec: { image: 'web:2' } }))).toEqual([]);
    expect(reasonsOf(runs({ hosts }), runs({ hosts }, { id: 'mesh/db', hosts }))).toEqual([]);
    expect(reasonsOf(runs({ hosts }, { id: 'mesh/db', hosts }), runs({ hosts }))).toEqual([]);
  });

  test('is a hosts list in another order or spelling, and a replacement that nothing explains', () => {
    expect(reasonsOf(runs({ hosts }), runs({ hosts: [...hosts].reverse() }))).toMatchObject([
      { code: 'not-quiet', names: [], replaced: 1 },
    ]);
    expect(reasonsOf(runs({ hosts }), runs({ hosts: ['A.internal:192.0.2.1', hosts[1] as string] }))).toMatchObject([
      { code: 'not-quiet', names: [], replaced: 1 },
    ]);
    expect(reasonsOf(runs({ hosts, engine: { id: '1' } }), runs({ hosts, engine: { id: '2' } }))).toMatchObject([
      { code: 'not-quiet', names: [], replaced: 1 },
    ]);
  });

  test('is a roster that is written in another order, whoever carries it', () => {
    expect(reasonsOf({ roster: hosts }, { roster: [...hosts].reverse() })).toMatchObject([
      { code: 'not-quiet', names: [], replaced: 0 },
    ]);
  });
});

describe('what flaps', () => {
  test('is told once, with what is missing', () => {
    const { reasons, expectation } = settlingAt(passes('ACACACC'));

    expect(reasons).toMatchObject([
      { code: 'flapping', names: ['git.g14.example'], owner: null, bout: { quietMissing: 4 }, ends: { passes: 4 } },
      { code: 'flapping', names: ['wiki.g14.example'], owner: 'g14', ends: { passes: 4 } },
    ]);
    expect(expectation).toMatchObject({ passes: 4 });
  });

  test('takes two rounds to settle where they are longer, though the last five passes were quiet', () => {
    const { reasons, quiet } = settlingAt(passes('AAAACCCCAAAACCCCCCC'));

    expect(quiet.passes).toBe(6);
    expect(codes(reasons)).toEqual(['flapping 10', 'flapping 10']);
  });

  test('leaves it to another pass that was not quiet to be told too', () => {
    expect(codes(settlingAt(passes('ACACAD')).reasons)).toEqual(['flapping 5', 'flapping 5']);
    const reasons = settlingAt(passes('ABABACD')).reasons;
    expect(codes(reasons)).toContain('flapping 5');
  });
});

describe('names that were lost', () => {
  test('are a reason until they are back, however quiet it is', () => {
    const { reasons, expectation } = settlingAt(passes('AAABBBBBBB'));

    expect(reasons).toMatchObject([
      {
        code: 'lost',
        names: ['git.g14.example', 'wiki.g14.example'],
        owner: 'g14',
        evidence: 'inferred',
        pass: { number: 4 },
        next: { number: 5 },
        ends: null,
      },
    ]);
    expect(expectation).toEqual({ kind: 'unknown', because: 'lost' });
    expect(settlingAt(passes('AAABBAAAAAA')).reasons).toEqual([]);
  });

  test('of the last pass have none after it', () => {
    expect(settlingAt(passes('AAAB', failing(4))).reasons[0]).toMatchObject({
      code: 'lost',
      evidence: 'recorded',
      pass: { number: 4 },
      next: null,
    });
  });
});

describe('a failure', () => {
  test('is over after five passes without one', () => {
    expect(settlingAt(passes('AAAAAAAA', failing(1, 3))).reasons).toEqual([]);
    expect(settlingAt(passes('AAAAAAAA', failing(1, 3, 4))).reasons).toMatchObject([
      {
        code: 'not-planned',
        nodes: ['g14'],
        outcome: 'failed',
        error: 'plan: store unreachable',
        pass: { number: 4 },
        times: 1,
        isOver: true,
        ends: { passes: 1 },
      },
    ]);
  });

  test('of the last pass is not over', () => {
    expect(settlingAt(passes('AAAAAAAA', failing(7, 8))).reasons).toMatchObject([
      { code: 'not-planned', pass: { number: 8 }, times: 2, isOver: false, ends: { passes: 5 } },
    ]);
  });

  test('lasts until the node reports again', () => {
    const silent = (number: number): PassParts =>
      number <= 2 ? failing(2)(number) : { outcomes: [{ node: 'g14', outcome: 'unreported' }] };
    const { reasons, expectation } = settlingAt(passes('AAAAAAAAA', silent));

    expect(reasons).toMatchObject([{ code: 'not-planned', pass: { number: 2 }, times: 0, isOver: false, ends: null }]);
    expect(expectation).toEqual({ kind: 'unknown', because: 'not-planned' });
  });

  test('of nodes that fared alike is told once', () => {
    const outcomes = ['novox', 'g14'].map((node) => ({
      node,
      outcome: 'unreadable' as Outcome,
      error: 'half a document',
    }));
    const { reasons } = settlingAt(passes('AAAAAAAA', (number) => (number === 6 ? { outcomes } : {})));

    expect(reasons).toMatchObject([{ code: 'not-planned', nodes: ['g14', 'novox'], outcome: 'unreadable' }]);
  });

  test('of a whole pass is told of the pass', () => {
    const whole = { outcome: 'unreadable', error: 'no JSON' } as const;
    const outcomes = [{ node: 'g14', ...whole }];
    const { reasons } = settlingAt(passes('AAAAAAAA', (number) => (number >= 6 ? { ...whole, outcomes } : {})));

    expect(reasons).toMatchObject([{ code: 'pass-not-planned', pass: { number: 8 }, times: 3, ends: { passes: 5 } }]);
  });
});

describe('a gap', () => {
  test('breaks the quiet, and is over after five quiet passes behind it', () => {
    const gap = recordingGap(3.2, 3.8);

    expect(codes(settlingAt(passes('AAAAAAAA'), {}, [gap]).reasons)).toEqual(['gap 1']);
    expect(settlingAt(passes('AAAAAAAAA'), {}, [gap])).toMatchObject({
      reasons: [],
      gaps: [{ kind: 'not-running' }],
      quiet: { passes: 5, since: { number: 4 }, begins: 'gap' },
    });
  });

  test('may be passes that are missing by their ids', () => {
    const all = passes('AAAAAAAA', (number) => ({ key: String(number > 5 ? number + 2 : number) }));

    expect(settlingAt(all).reasons).toMatchObject([
      { code: 'gap', gap: { kind: 'missing' }, before: { number: 6 }, ends: { passes: 3 } },
    ]);
  });

  test('that goes on is not to be waited for, and one that has just ended is to be compared with', () => {
    const going = settlingAt(passes('AAAAAAAA'), { now: startMs + 3_600_000 }, [recordingGap(8.2, null)]);
    expect(codes(going.reasons)).toEqual(['gap -']);
    expect(going.expectation).toEqual({ kind: 'unknown', because: 'gap' });

    expect(codes(settlingAt(passes('AAAAAAAA'), {}, [recordingGap(8.2, 8.4)]).reasons)).toEqual(['gap 6']);
  });

  test('before the first pass is none, nor is what was pruned', () => {
    const pruned: HistoryGap = { kind: 'pruned', from: startMs - 60_000, until: startMs, text: 'pruned' };

    expect(settlingAt(passes('AAAAAAAA'), {}, [pruned]).reasons).toEqual([]);
    expect(codes(settlingAt([], {}, [pruned]).reasons)).toEqual(['too-few-passes 6']);
  });
});

describe('a recorder that stopped', () => {
  const all = passes('AAAAAAAA');
  const at = (minutes: number) => ({ now: startMs + minutes * 60_000 });

  test('is no quiet once three of the usual intervals have gone by', () => {
    expect(settlingAt(all, at(11)).reasons).toEqual([]);
    expect(settlingAt(all, at(11.01)).reasons).toMatchObject([
      { code: 'overdue', since: startMs + 8 * 60_000, ends: null },
    ]);
    expect(settlingAt(all, at(11.01)).expectation).toEqual({ kind: 'unknown', because: 'overdue' });
  });

  test('has one and a half of the longest interval where passes come at any time', () => {
    const seldom = passes('AAAAAAAA', (number) => ({ at: startMs + (number > 4 ? number + 20 : number) * 60_000 }));

    expect(settlingAt(seldom, at(59.5)).reasons).toEqual([]);
    expect(codes(settlingAt(seldom, at(59.6)).reasons)).toEqual(['overdue -']);
  });

  test('has a minute at least, also where all passes are of one instant', () => {
    const once = passes('AAAAAAAA', () => ({ at: startMs }));

    expect(settlingAt(once, at(1)).reasons).toEqual([]);
    expect(codes(settlingAt(once, at(1.1)).reasons)).toEqual(['overdue -']);
  });

  test('is told by the time of recording where the clock of the controller goes ahead', () => {
    const ahead = passes('AAAAAAAA', (number) => ({ recordedAt: startMs + (number - 60) * 60_000 }));

    expect(settlingAt(ahead, at(8)).reasons).toMatchObject([{ code: 'overdue', since: startMs - 52 * 60_000 }]);
  });
});

describe('a quiet by the clock', () => {
  const five = { quietForMs: 5 * 60_000 };
  const at = (minutes: number) => ({ ...five, now: startMs + minutes * 60_000 });

  test('is long enough when the last move is so long ago', () => {
    expect(settlingAt(passes('ACCCCCC'), at(7)).reasons).toEqual([]);
    const { reasons, expectation } = settlingAt(passes('ACCCCCC'), at(6.9));
    expect(codes(reasons)).toEqual(['not-quiet at 7']);
    expect(expectation).toEqual({ kind: 'at', at: startMs + 7 * 60_000, passes: 0 });
  });

  test('needs a pass that shows it', () => {
    const hourly = passes('AAAAC', (number) => ({ at: startMs + number * 3_600_000 }));

    expect(settlingAt(hourly, at(306))).toMatchObject({
      reasons: [{ code: 'not-quiet', ends: { passes: 1 } }],
      expectation: { kind: 'at', at: startMs + 360 * 60_000, passes: 1 },
    });
  });

  test('counts failures and gaps within it alone', () => {
    expect(settlingAt(passes('AAAAAAAA', failing(3)), five).reasons).toEqual([]);
    expect(codes(settlingAt(passes('AAAAAAAA', failing(4)), five).reasons)).toEqual(['not-planned at 9']);
    expect(settlingAt(passes('AAAAAAAA'), five, [recordingGap(2.2, 2.8)]).reasons).toEqual([]);
    expect(codes(settlingAt(passes('AAAAAAAA'), five, [recordingGap(3.2, 3.8)]).reasons)).toEqual(['gap at 9']);
    expect(codes(settlingAt(passes('AAAAAAAA'), five, [recordingGap(8.2, 8.4)]).reasons)).toEqual(['gap at 13.5']);
  });

  test('is not known of a time before the window', () => {
    expect(codes(settlingAt(passes('AAA'), five).reasons)).toEqual(['too-few-passes at 6']);
  });

  test('does not end a flap, which is counted in passes', () => {
    const { reasons, expectation } = settlingAt(passes('ACACCCC'), { quietForMs: 60_000 });

    expect(codes(reasons)).toEqual(['flapping 2', 'flapping 2']);
    expect(expectation).toEqual({ kind: 'at', at: startMs + 9 * 60_000, passes: 2 });
  });
});
