import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainPasses, type FlapEvent, flapEvents, openFlapFinder } from '../../src/diff/index.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import {
  dayView,
  flapEventJson,
  flapEventView,
  noticeView,
  watchedPassJson,
  watchedPassView,
} from '../../src/report/watch-view.ts';
import type { Pass } from '../../src/roster/index.ts';
import { mesh } from '../diff/builders.ts';
import { type PassParts, roster, type StateParts, startMs } from '../roster/builders.ts';
import { lastOf, passesOf, plain, utc } from './builders.ts';

const own = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3'];
const six = ['books', 'chat', 'forge', 'grafana', 'music', 'photos'].map((name) => `${name}.g14.example:192.0.2.2`);

/** The line of the last of some passes, without its time. */
function told(...passes: readonly (StateParts | PassParts)[]): string {
  return plain(watchedPassView(lastOf(passesOf(...passes)), utc))
    .trimEnd()
    .slice('10:01:00 '.length);
}

/** The flap events of passes, as they were flagged. */
function events(passes: readonly Pass[]): FlapEvent[] {
  const finder = openFlapFinder();
  let before = finder.find();
  return passes.flatMap((one) => {
    finder.take(one);
    const after = finder.find();
    const found = flapEvents(before, after);
    before = after;
    return found;
  });
}

/** Six names of g14 that go and come back, and then stay for five passes. */
const flap = passesOf(...[...'+-+-++++++'].map((one) => mesh(one === '+' ? [...own, ...six] : own)));

describe('the line of a pass', () => {
  test('of the first one says how much there is', () => {
    expect(told(mesh(own))).toBe('pass 1 · the first pass: 2 nodes, 3 containers');
    expect(told({ roster: own })).toBe('pass 1 · the first pass');
  });

  test('says what moved, why, and how many containers were replaced for it', () => {
    expect(told(mesh([...own, ...six]), { state: mesh(own), trigger: 'timer', key: 'p-7' })).toBe(
      'pass 2 (key:p-7) timer · − 6 names of g14 lost: books.g14.example chat.g14.example forge.g14.example and 3 more · 3 replaced',
    );
    expect(told(mesh(own), mesh(['g14.internal:192.0.2.9', 'novox.internal:192.0.2.3']))).toBe(
      'pass 2 · ~ g14.internal: 192.0.2.2 → 192.0.2.9 · 3 replaced',
    );
  });

  test('says of a name of nobody only that it went', () => {
    expect(told({ roster: ['a.example:192.0.2.1', 'b.example:192.0.2.1'] }, { roster: ['b.example:192.0.2.1'] })).toBe(
      'pass 2 · − a.example: was 192.0.2.1',
    );
  });

  test('of many that moved apart counts the rest', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const at = (last: number) => ({ roster: names.map((name, index) => `${name}.example:192.0.2.${last + index}`) });

    expect(told(at(10), at(20))).toBe(
      'pass 2 · ~ a.example: 192.0.2.10 → 192.0.2.20 · ~ b.example: 192.0.2.11 → 192.0.2.21 · ' +
        '~ c.example: 192.0.2.12 → 192.0.2.22 · 2 more names moved',
    );
  });

  test('names another cause than the names', () => {
    const spec = (image: string, hosts = own) => ({ nodes: { ace: { containers: [{ hosts, spec: { image } }] } } });

    expect(told(spec('a:1'), spec('a:2'))).toBe('pass 2 · 1 replaced (spec)');
    expect(told(spec('a:1'), spec('a:2', [...own].reverse()))).toBe('pass 2 · 1 replaced (1 order, 1 spec)');
    expect(told({ roster: own }, { roster: [...own].reverse() })).toBe(
      'pass 2 · no name moved, though the text of the roster changed',
    );
  });

  test('says what came and went', () => {
    const of = (...ids: string[]) => ({ nodes: { ace: { containers: ids.map((id) => ({ id: `mesh/${id}` })) } } });

    expect(told(of('a', 'b'), of('b', 'c', 'd'))).toBe('pass 2 · 2 came · 1 went');
  });

  test('says of a quiet one that it is, also where a node did not report', () => {
    expect(told(mesh(own), mesh(own))).toBe('pass 2 · quiet');
    expect(told(mesh(own), { state: mesh(own), outcomes: [{ node: 'ace', outcome: 'unreported' }] })).toBe(
      'pass 2 · quiet',
    );
  });

  test('says which node did not plan, with the error on the same line, and where problems are shown', () => {
    const outcomes = ['ace', 'g14', 'hub', 'novox', 'shanks'].map((node, index) => ({
      node,
      outcome: 'failed' as const,
      error: index === 0 ? 'plan:\n  store unreachable' : null,
    }));

    expect(told(mesh(own), { state: mesh(own), outcomes, problems: [{ code: 'clock-went-back' }] })).toBe(
      'pass 2 · ace failed: plan: store unreachable · g14 failed · hub failed · 2 more nodes not planned · 1 problem (show 2)',
    );
  });

  test('of one that was not read says so once', () => {
    const problems = [{ code: 'unreadable-input' as const, text: 'half' }];
    const unreadable = { state: mesh(own), outcome: 'unreadable' as const, error: 'half', problems };

    expect(told(mesh(own), { ...unreadable, outcomes: [{ node: 'ace', outcome: 'unreadable', error: 'half' }] })).toBe(
      'pass 2 · the pass was unreadable: half',
    );
    expect(told(mesh(own), { ...unreadable, outcome: 'failed', error: null })).toBe('pass 2 · the pass failed');
    expect(told(mesh(own), { ...unreadable, source: 'ace.json' })).toBe(
      'pass 2 · the pass was unreadable (ace.json): half',
    );
  });

  test('says whose it is and what to do where it is told so', () => {
    const one = lastOf(passesOf(mesh(own)));

    expect(plain(watchedPassView(one, utc, { withController: true, hint: 'record it again' }))).toBe(
      '10:01:00 pass 1 of default · the first pass: 2 nodes, 3 containers · record it again\n',
    );
  });

  test('as JSON is whole', () => {
    const [first, second] = passesOf(mesh(own), {
      state: mesh([...own, 'db.g14.example:192.0.2.2']),
      key: '7',
      trigger: { by: 'timer' },
      outcomes: [{ node: 'ace', outcome: 'failed', error: 'no' }],
    }) as [Pass, Pass];

    expect(watchedPassJson(lastOf([first, second]), utc)).toEqual({
      event: 'pass',
      pass: 2,
      key: '7',
      controller: 'default',
      at: '2026-03-01T10:02:00Z',
      trigger: { by: 'timer' },
      source: null,
      outcome: 'planned',
      error: null,
      moved: 1,
      moves: [
        {
          name: 'db.g14.example',
          kind: 'added',
          before: [],
          after: ['192.0.2.2'],
          owner: 'g14',
          reason: 'new',
          evidence: null,
        },
      ],
      replaced: 3,
      notPlanned: [{ node: 'ace', outcome: 'failed', error: 'no' }],
      problems: 0,
    });
    expect(watchedPassJson(lastOf([first]), utc)).toMatchObject({ moved: 0, moves: [], replaced: 0 });
  });
});

describe('the line of a flap', () => {
  test('that began says since when and at what cost; one that settled, after how long', () => {
    expect(events(flap).map((event) => plain(flapEventView(event, utc)))).toEqual([
      '10:04:00 FLAPPING 6 names of g14 since pass 2 (2026-03-01 10:02:00 UTC): 3 moves, 9 replacements so far · ' +
        'books.g14.example chat.g14.example forge.g14.example and 3 more\n',
      '10:10:00 SETTLED 6 names of g14 after 3 min: 4 moves since pass 2 (2026-03-01 10:02:00 UTC), 12 replacements; ' +
        'last moved in pass 5 · books.g14.example chat.g14.example forge.g14.example and 3 more\n',
    ]);
  });

  test('of one name of nobody names it', () => {
    const one = passesOf(...[...'+-+-'].map((sign) => ({ roster: sign === '+' ? ['a.example:192.0.2.1'] : [] })));

    expect(events(one).map((event) => plain(flapEventView(event, utc)))).toEqual([
      '10:04:00 FLAPPING a.example since pass 2 (2026-03-01 10:02:00 UTC): 3 moves, 0 replacements so far\n',
    ]);
    expect(events(one).map((event) => flapEventJson(event, 'x', utc).summary)).toEqual([
      'a.example flapping since 2026-03-01 10:02:00 UTC: 0 replacements so far',
    ]);
  });

  test('as JSON is what a notification says', () => {
    expect(events(flap).map((event) => flapEventJson(event, 'roster-history flaps', utc))).toEqual([
      {
        event: 'flap-started',
        summary:
          '6 names (books.g14.example, chat.g14.example, forge.g14.example and 3 more) of g14 flapping since ' +
          '2026-03-01 10:02:00 UTC: 9 replacements so far',
        names: six.map((entry) => entry.replace(/:.*/, '')),
        owner: 'g14',
        controller: 'default',
        pass: { started: 2, flagged: 4, lastMoved: 4, confirmed: null },
        since: '2026-03-01T10:02:00Z',
        lastMovedAt: '2026-03-01T10:04:00Z',
        settledAt: null,
        seconds: 120,
        transitions: 3,
        replacements: 9,
        command: 'roster-history flaps',
      },
      expect.objectContaining({
        event: 'flap-settled',
        summary: expect.stringContaining('of g14 settled after 3 min: 12 replacements'),
        pass: { started: 2, flagged: 4, lastMoved: 5, confirmed: 10 },
        settledAt: '2026-03-01T10:05:00Z',
        seconds: 180,
      }),
    ]);
  });
});

describe('the line of a notice', () => {
  const notice = {
    at: startMs,
    keyword: 'AWAY',
    source: 'd',
    words: 'it is not there',
    hint: 'ls d',
    tone: 'alarm' as const,
  };

  test('begins with what it is, and ends with what to do', () => {
    expect(plain(noticeView(notice, utc))).toBe('10:00:00 AWAY d: it is not there · ls d\n');
    expect(plain(noticeView({ ...notice, keyword: null, source: null, hint: null }, utc))).toBe(
      '10:00:00 it is not there\n',
    );
    expect(plain(dayView(startMs, utc))).toBe('2026-03-01 UTC\n');
  });

  test('is one line, and no longer than can be read', () => {
    const long = { ...notice, source: `exec:${'x'.repeat(100)}\ny`, words: `a\r\nb ${'z'.repeat(1000)}` };
    const text = plain(noticeView(long, utc));

    expect(text.split('\n')).toHaveLength(2);
    expect(text).toContain(`exec:${'x'.repeat(54)}…: a; b zzz`);
    expect(text.length).toBeLessThan(500);
  });
});

test('no text from outside reaches a terminal raw', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('\u001b[2J', '\u009b2J', '\u202e', '\n', '\r', '\u0007', '\u2028', '\u{e0041}'),
  );
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      const name = `x${a.replace(/[:=\s,]/gu, '')}.example`;
      const states = ['+', '-', '+', '-'].map((sign) => ({
        roster: roster(sign === '+' ? [`${name}:192.0.2.1`] : [], { [name]: b }),
      }));
      const passes = passesOf(
        ...states.map((state) => ({
          state,
          key: a,
          trigger: b,
          outcomes: [{ node: c, outcome: 'failed' as const, error: a }],
        })),
      );
      const views = [
        ...[...explainPasses(passes, null)].map(({ explained }) => watchedPassView(explained, utc)),
        ...events(passes).map((event) => flapEventView(event, utc)),
        noticeView({ at: startMs, keyword: null, source: a, words: b, hint: c, tone: 'plain' }, utc),
      ];
      for (const view of views) {
        // the line and what follows its end
        const lines = renderTerminal(view, { width: null, colour: false }).split('\n');
        expect(lines).toHaveLength(2);
        expect(lines[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }
    }),
  );
});
