import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type History, openForReading, openForRecording, type Pruned } from '../../src/history/index.ts';
import { passDraft, planned } from '../roster/builders.ts';
import { plainOutcomes, plainState } from '../support/plain-state.ts';
import { pruneStore, unlimited } from '../support/prune-store.ts';
import { now, type TemporaryStore, temporaryStore } from '../support/temporary-store.ts';

const hour = 3_600_000;
const web = (...hosts: string[]) => ({ containers: [{ id: 'mesh/web', hosts }] });

/**
 * Appends so many passes an hour apart, the last of them now. g14 and the roster are told of in the first pass alone; ace has
 * a hosts list of its own in each.
 */
function fill(history: History, passes: number): void {
  const append = (pass: number) => {
    const at = now - (passes - pass) * hour;
    const first = pass === 1 ? [planned('g14', web('old.internal:192.0.2.9'))] : [];
    const draft = passDraft({
      key: `k${pass}`,
      at,
      roster: pass === 1 ? ['mesh.internal:192.0.2.1'] : null,
      reports: [...first, planned('ace', web(`step.internal:198.51.100.${pass}`))],
    });
    history.append({ draft, recordedAt: at, source: 'test', quietGapMs: 0 });
  };
  history.together(() => times(passes, append));
}

/** A store with so many of them. */
function filledStore(passes: number): TemporaryStore {
  const store = temporaryStore();
  fill(store.history, passes);
  return store;
}

/** Does something for 1, 2 and so on. */
function times(count: number, work: (number: number) => void): void {
  for (let number = 1; number <= count; number += 1) work(number);
}

function removed({ passes }: Pruned): unknown[] {
  return passes.map(({ horizon, removed: count, from }) => [horizon.controller, from, count, horizon.firstPass]);
}

describe('prune', () => {
  test('removes the passes before the last so many, and what stood at the first of those stays', () => {
    const { file, history, passes } = filledStore(30);

    const pruned = pruneStore(file, { limits: { ...unlimited, keepPasses: 25 }, now });

    expect(removed(pruned)).toEqual([['default', 1, 5, 6]]);
    const [first] = passes();
    expect([first?.number, first?.firstKept, passes().length]).toEqual([6, true, 25]);
    expect(first && plainState(first.state)).toEqual({
      roster: ['mesh.internal:192.0.2.1'],
      nodes: {
        ace: { 'mesh/web': ['step.internal:198.51.100.6'] },
        g14: { 'mesh/web': ['old.internal:192.0.2.9'] },
      },
    });
    expect(first && plainOutcomes(first)).toEqual({ ace: 'planned', g14: 'unreported' });
    expect(history.verify()).toEqual([]);
    expect(history.findHorizon('default')).toEqual({
      controller: 'default',
      firstPass: 6,
      firstAt: now - 24 * hour,
      removed: 5,
      fromPass: 1,
      fromAt: now - 29 * hour,
      untilPass: 5,
      prunedAt: now,
      reason: 'passes',
      bound: 25,
    });
  });

  test('removes the contents that nothing uses any more, and only those', () => {
    const { file, query } = filledStore(30);
    const kinds = 'SELECT kind, count(*) AS number FROM contents GROUP BY kind ORDER BY kind';
    const before = query(kinds);

    const { contents } = pruneStore(file, { limits: { ...unlimited, keepPasses: 25 }, now });

    expect(before).toEqual([
      { kind: 'declaration', number: 1 },
      { kind: 'hosts', number: 31 },
      { kind: 'pass', number: 1 },
      { kind: 'roster', number: 1 },
      { kind: 'source', number: 1 },
      { kind: 'spec', number: 1 },
      { kind: 'state', number: 30 },
    ]);
    expect(query(kinds)).toEqual([
      { kind: 'declaration', number: 1 },
      { kind: 'hosts', number: 26 },
      { kind: 'pass', number: 1 },
      { kind: 'roster', number: 1 },
      { kind: 'source', number: 1 },
      { kind: 'spec', number: 1 },
      { kind: 'state', number: 25 },
    ]);
    expect(contents).toBe(10);
  });

  test('removes what is older than allowed, by its own time and by that of its recording', () => {
    const { file, append } = filledStore(40);
    append({ key: 'old', at: now - 90 * hour }, { recordedAt: now });

    const pruned = pruneStore(file, { limits: { ...unlimited, keepForMs: 30 * hour }, now });

    expect(removed(pruned)).toEqual([['default', 1, 9, 10]]);
  });

  test('takes what was imported lately for young, however old it is', () => {
    const { file, append, history } = temporaryStore();
    history.together(() => times(40, (pass) => append({ at: pass }, { recordedAt: now })));

    expect(pruneStore(file, { limits: { ...unlimited, keepForMs: hour }, now }).passes).toEqual([]);
  });

  test('removes nothing for its age while the clock stands before the last recording', () => {
    const { file } = filledStore(40);

    expect(pruneStore(file, { limits: { ...unlimited, keepForMs: hour }, now: now - 1 }).passes).toEqual([]);
  });

  test.each([
    ['age', { ...unlimited, keepForMs: 1 }],
    ['number', { ...unlimited, keepPasses: 1 }],
    ['size', { ...unlimited, maxBytes: 1 }],
  ])('keeps the last 21 passes of each controller, whatever the limit of %s', (_what, limits) => {
    const { file, append, history } = filledStore(30);
    history.together(() => times(22, () => append({ controller: 'lab' }, { recordedAt: now - hour })));

    pruneStore(file, { limits, now: now + hour });

    expect(['default', 'lab'].map((name) => [...history.passes(name, 1, 99)].length)).toEqual([21, 21]);
    expect(history.verify()).toEqual([]);
  });

  test('keeps the passes of other controllers where one is named', () => {
    const { file, append, history } = filledStore(30);
    history.together(() => times(30, () => append({ controller: 'lab' })));

    const pruned = pruneStore(file, { limits: { ...unlimited, keepPasses: 21 }, now, controller: 'lab' });

    expect(removed(pruned)).toEqual([['lab', 31, 9, 40]]);
    expect(history.findHorizon('default')).toBeNull();
    expect(history.verify()).toEqual([]);
  });

  test('removes the oldest passes of all controllers until the store is no larger than allowed, and gives the room back', () => {
    const { file, append, history } = temporaryStore();
    const text = (pass: number) => Array.from({ length: 900 }, (_, index) => `${(pass + 1) * (index + 7)}`).join(' ');
    history.together(() =>
      times(120, (pass) => append({ controller: pass % 2 === 0 ? 'lab' : 'mesh', extra: { text: text(pass) } })),
    );
    const maxBytes = 250_000;

    const settings = { limits: { ...unlimited, maxBytes }, now, least: 2 };

    const { passes, before, after, shrinks } = pruneStore(file, settings);

    expect(before.used).toBeGreaterThan(400_000);
    expect([shrinks, after.free, after.log]).toEqual([true, 0, 0]);
    expect(after.file).toBe(after.used);
    expect(after.used).toBeLessThanOrEqual(maxBytes);
    // not much more than needed
    expect(after.used).toBeGreaterThan(maxBytes * 0.8);
    const [lab, mesh] = passes.map(({ horizon }) => horizon.firstPass) as [number, number];
    expect(Math.abs(lab - mesh)).toBe(1);
    expect(history.verify()).toEqual([]);
    expect(pruneStore(file, settings).passes).toEqual([]);
  });

  test('tells beforehand what would go, and about how much would be freed', () => {
    const { file, history } = filledStore(60);

    const plan = history.planPruning({ limits: { ...unlimited, keepPasses: 21 }, now });

    expect(plan.targets).toEqual([
      {
        controller: 'default',
        first: 40,
        reason: 'passes',
        bound: 21,
        passes: 39,
        from: 1,
        until: 39,
        firstAt: now - 20 * hour,
      },
    ]);
    expect(plan.bytes).toBeGreaterThan(10_000);
    expect(plan.bytes).toBeLessThan(60_000);
    expect(history.findHorizon('default')).toBeNull();
    expect(pruneStore(file, { limits: { ...unlimited, keepPasses: 21 }, now }).passes[0]?.removed).toBe(39);
  });

  test('a pass whose id was pruned is a new one', () => {
    const { file, append } = filledStore(30);
    pruneStore(file, { limits: { ...unlimited, keepPasses: 21 }, now });

    expect(append({ key: 'k3', reports: [planned('ace', web())] })).toEqual({ kind: 'recorded', number: 31 });
    expect(append({ key: 'k11', reports: [planned('lab', web())] })).toMatchObject({ kind: 'joined', number: 11 });
  });

  test('no content gets the id of one that was removed, so that whoever knows an id may keep what it means', () => {
    const { file, append, history, passes } = filledStore(30);
    append({ key: 'last', extra: { alone: true } });
    [...history.passes('default', 1, 99)];

    pruneStore(file, { limits: { ...unlimited, keepPasses: 1 }, now, least: 1 });
    for (const value of ['a', 'b']) append({ key: value, extra: { [value]: 1 }, reports: [planned('ace', web())] });

    expect(passes().map(({ extra }) => extra)).toEqual([{ alone: true }, { a: 1 }, { b: 1 }]);
    expect([...history.passes('default', 1, 99)].map(({ extra }) => extra)).toEqual([
      { alone: true },
      { a: 1 },
      { b: 1 },
    ]);
  });

  test('a part of a roster that joins the first pass that is kept rests on the roster before it', () => {
    const { file, append, passes, history } = temporaryStore();
    append({ key: '1', roster: ['a.internal:192.0.2.1', 'b.internal:192.0.2.2'] });
    append({ key: '2', reports: [planned('ace', web())] });
    append({ key: '3' });
    pruneStore(file, { limits: { ...unlimited, keepPasses: 2 }, now, least: 2 });

    append({ key: '2', roster: ['b.internal:192.0.2.3'], outcome: 'planned', missing: 'names' });

    expect(passes().map(({ state }) => plainState(state).roster)).toEqual([
      ['a.internal:192.0.2.1', 'b.internal:192.0.2.3'],
      ['a.internal:192.0.2.1', 'b.internal:192.0.2.2'],
    ]);
    expect(history.verify()).toEqual([]);
  });

  test('removes the observations and the gaps of the time that is gone', () => {
    const { file, history } = filledStore(60);
    const observe = (at: number) =>
      history.appendObservations({
        observations: [{ node: 'ace', container: 'web', kind: 'replaced', at }],
        recordedAt: at,
        source: null,
      });
    const away = (from: number, until: number) => {
      const start = { recorder: 'watch', controller: null, kind: 'away' as const, from, source: 'x', reason: '' };
      history.endGap(history.beginGap(start), until);
    };
    for (const hours of [70, 50, 30, 10]) observe(now - hours * hour);
    away(now - 50 * hour, now - 49 * hour);
    away(now - 30 * hour, now - 2 * hour);
    away(now - 60 * hour, now - 59 * hour);
    away(now - hour, now);

    const pruned = pruneStore(file, { limits: { ...unlimited, keepPasses: 24 }, now });

    expect([pruned.observations, pruned.gaps]).toEqual([3, 2]);
    expect(history.observations(0, now).map(({ at }) => (now - at) / hour)).toEqual([10]);
    expect(history.gaps('default', 0, now).map(({ from }) => (now - from) / hour)).toEqual([30, 1]);
    expect(history.verify()).toEqual([]);
    expect(
      history.beginGap({ recorder: 'w', controller: null, kind: 'away', from: now, source: null, reason: '' }),
    ).toBe(5);
  });

  test('keeps what was observed while another controller has passes', () => {
    const { file, history, append } = filledStore(60);
    for (const hours of [59, 58]) append({ controller: 'lab', at: now - hours * hour });
    history.appendObservations({
      observations: [59, 30].map((hours) => ({
        node: 'x',
        container: 'y',
        kind: 'died' as const,
        at: now - hours * hour,
      })),
      recordedAt: now,
      source: null,
    });

    expect(pruneStore(file, { limits: { ...unlimited, keepPasses: 24 }, now }).observations).toBe(1);
    expect(history.observations(0, now).map(({ at }) => (now - at) / hour)).toEqual([59]);
  });

  test('what leaves the store afterwards is whole: the first pass that is told of has all that stood then', () => {
    const { file, history } = filledStore(30);
    pruneStore(file, { limits: { ...unlimited, keepPasses: 21 }, now });

    const ranges = [{ controller: 'default', baseline: null, first: 10, last: 30 }];
    const parts = [...history.transcript({ ranges, from: 0, until: now })];

    const copy = temporaryStore();
    copy.history.together(() => {
      const restorer = copy.history.restorer();
      for (const part of parts) {
        if (part.kind === 'pass') restorer.pass(part);
        else if (part.kind === 'observation') restorer.observation(part);
        else if (part.kind === 'gap') restorer.gap(part);
        else if (part.kind === 'horizon') restorer.horizon(part);
        else restorer.content(part);
      }
    });
    expect(copy.passes().map(({ state }) => plainState(state))).toEqual(
      [...history.passes('default', 1, 99)].map(({ state }) => plainState(state)),
    );
  });
});

describe('the guards', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roster-history-guards-'));
  const guarded = join(folder, 'history.db');
  beforeAll(() => {
    const history = openForRecording(guarded);
    fill(history, 30);
    const draft = passDraft({ key: 'k20', lone: true, reports: [planned('late', web())] });
    history.append({ draft, recordedAt: now, source: null, quietGapMs: 0 });
    history.appendObservations({
      observations: [{ node: 'ace', container: 'web', kind: 'died', at: now }],
      recordedAt: now,
      source: null,
    });
    const gap = { recorder: 'watch', controller: null, kind: 'away' as const, from: now, source: null, reason: '' };
    history.endGap(history.beginGap(gap), now);
    history.close();
    pruneStore(guarded, { limits: { ...unlimited, keepPasses: 21 }, now });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const pruning = (sql: string) => `BEGIN; INSERT INTO prunings VALUES (1); ${sql}; DELETE FROM prunings; COMMIT`;

  test.each([
    ['DELETE FROM passes WHERE pass = 12', 'passes are never removed'],
    ['DELETE FROM observations', 'observations are never removed'],
    ['DELETE FROM gaps', 'gaps are never removed'],
    ['DELETE FROM gap_ends', 'gap_ends are never removed'],
    ['DELETE FROM horizons', 'horizons are never removed'],
    ['UPDATE horizons SET removed = 1', 'horizons are never changed'],
    ["INSERT INTO horizons SELECT 'x', 1, 1, 1, 1, 1, 1, 'age', 1, x''", 'horizons are never made but by prune'],
    [pruning('DELETE FROM passes WHERE pass = 12'), 'passes are never removed'],
    [pruning('DELETE FROM joins'), 'joins are never removed'],
    [pruning('UPDATE horizons SET first_pass = 2'), 'horizons are never changed'],
  ])('refuse what is not pruning, or what later passes rest on: %s', (sql, message) => {
    const stranger = new BetterSqlite3(guarded);
    expect(() => stranger.exec(sql)).toThrow(message);
    stranger.close();

    const history = openForReading(guarded);
    expect(history.verify()).toEqual([]);
    history.close();
  });
});

describe('verify', () => {
  const pruned = () => {
    const store = filledStore(30);
    pruneStore(store.file, { limits: { ...unlimited, keepPasses: 25 }, now });
    return store;
  };

  test.each([
    [
      'a horizon that was changed',
      'UPDATE horizons SET pruned_at = 1',
      [{ check: 'horizon', place: 'horizon of default', fault: 'its facts are not those that were recorded' }],
    ],
    [
      'passes that are missing and were not pruned',
      'DELETE FROM passes WHERE pass IN (6, 9)',
      [
        { check: 'sequence', place: 'pass 6', fault: 'is missing' },
        { check: 'sequence', place: 'pass 9', fault: 'is missing' },
      ],
    ],
    [
      'that fewer are missing than were pruned',
      'UPDATE horizons SET removed = 9',
      [
        { check: 'horizon', place: 'horizon of default', fault: 'its facts are not those that were recorded' },
        { check: 'sequence', place: 'passes before 6', fault: '5 are missing, and 9 were pruned' },
      ],
    ],
  ])('finds %s in a store that was pruned', (_what, sql, findings) => {
    const { damage, history } = pruned();

    damage((database) => database.exec(sql));

    expect(history.verify()).toEqual(findings);
  });
});
