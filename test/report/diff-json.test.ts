import { describe, expect, test } from 'vitest';
import { explainWindow } from '../../src/diff/index.ts';
import { diffJson } from '../../src/report/diff-json.ts';
import { mesh } from '../diff/builders.ts';
import { startMs } from '../roster/builders.ts';
import { passesOf, utc, windowOf } from './builders.ts';

const [full, short] = [mesh(['forge:192.0.2.2', 'git:192.0.2.3']), mesh(['git:192.0.2.3'])];
const all = { since: null, until: null };

/** A window with one of everything. */
const window = windowOf(
  passesOf(
    { state: full, key: '411' },
    {
      state: {
        ...short,
        nodes: { ...short.nodes, ace: { containers: [{ hosts: ['git:192.0.2.9'], spec: { image: 'a' } }] } },
      },
      key: '412',
      trigger: 'assign\nace',
      outcomes: [{ node: 'g14', outcome: 'failed', error: 'plan:\nno store' }],
      problems: [{ code: 'invalid-address', node: 'novox', name: 'db', text: '192.0.2.300' }],
    },
    {
      state: { ...short, nodes: { ...short.nodes, ace: { containers: [{ id: 'new', hosts: ['git:192.0.2.9'] }] } } },
      key: '414',
    },
  ),
);

describe('diffJson', () => {
  const json = diffJson(window, { since: startMs, until: null }, utc);

  test('has the keys of the contract at the top', () => {
    expect(Object.keys(json)).toEqual([
      ...['format', 'complete', 'gaps', 'window', 'passes', 'net', 'disagreements'],
      ...['minutesAre', 'minutes', 'absences'],
    ]);
    expect(json.format).toBe('roster-history/diff@1');
    expect(json.window).toEqual({ since: '2026-03-01T10:00:00Z', until: '2026-03-01T10:03:00Z', baseline: 1 });
  });

  test('is complete where there are no gaps', () => {
    expect([json.complete, json.gaps]).toEqual([
      false,
      [
        {
          kind: 'missing',
          pass: 3,
          node: null,
          text: "1 pass before it (by the controller's ids) not recorded",
          from: null,
          until: null,
        },
      ],
    ]);
    expect(diffJson(windowOf(passesOf(full, short)), all, utc)).toMatchObject({ complete: true, gaps: [] });
  });

  test('has a pass whole, its texts as they came', () => {
    const move = {
      name: 'forge',
      kind: 'removed',
      before: ['192.0.2.2'],
      after: [],
      owner: 'g14',
      reason: 'lost',
      evidence: 'recorded',
      seenBy: { roster: true, nodes: ['g14', 'novox'], containers: 3 },
    };
    const replaced = { causes: ['roster'], names: ['forge'], spec: [], observed: null };

    expect(json.passes[0]).toEqual({
      pass: 2,
      key: '412',
      observed: null,
      at: '2026-03-01T10:02:00Z',
      trigger: 'assign\nace',
      outcome: 'planned',
      error: null,
      outcomes: [
        { node: 'novox', outcome: 'planned' },
        { node: 'ace', outcome: 'planned' },
        { node: 'g14', outcome: 'failed', error: 'plan:\nno store' },
      ],
      problems: [{ code: 'invalid-address', node: 'novox', name: 'db', text: '192.0.2.300' }],
      firstSeen: ['ace'],
      rosterText: { order: false, spelling: false },
      moves: [move],
      replacements: {
        total: 3,
        byCause: { roster: 3, order: 0, spelling: 0, spec: 0, unexplained: 0 },
        created: 0,
        removed: 0,
        containers: [
          { node: 'g14', container: 'forgejo/forgejo.server', ...replaced },
          { node: 'novox', container: 'mesh-store/postgres.server', ...replaced },
          { node: 'novox', container: 'gitea/gitea.server', ...replaced },
        ],
      },
    });
  });

  test('counts containers that came and went', () => {
    expect(json.passes[1]?.replacements).toMatchObject({ total: 0, created: 1, removed: 1, containers: [] });
  });

  test('the net has moves and replacements as a pass has them', () => {
    expect(Object.keys(json.net)).toEqual(['moves', 'replacements']);
    expect(json.net.moves).toEqual(json.passes[0]?.moves);
    expect(json.net.replacements.total).toBe(3);
  });

  test('tells of disagreements', () => {
    expect(json.disagreements).toEqual([
      {
        name: 'git',
        values: { ace: ['192.0.2.9'], g14: ['192.0.2.3'], novox: ['192.0.2.3'] },
        containers: [],
      },
    ]);
  });

  test('holds quiet passes and a first one too, with the same keys', () => {
    const whole = diffJson(explainWindow(passesOf(full, full), null), all, utc);
    const keys = Object.keys(json.passes[0] ?? {});

    expect(whole.passes.map((one) => Object.keys(one))).toEqual([keys, keys]);
    expect(whole.passes.map(({ moves, replacements }) => [moves.length, replacements])).toEqual(
      [0, 0].map((moves) => [
        moves,
        {
          total: 0,
          byCause: { roster: 0, order: 0, spelling: 0, spec: 0, unexplained: 0 },
          created: 0,
          removed: 0,
          containers: [],
        },
      ]),
    );
  });

  test('an empty window is an empty answer', () => {
    expect(diffJson(explainWindow([], null), all, utc)).toEqual({
      format: 'roster-history/diff@1',
      complete: true,
      gaps: [],
      window: { since: null, until: null, baseline: null },
      passes: [],
      net: {
        moves: [],
        replacements: {
          total: 0,
          byCause: { roster: 0, order: 0, spelling: 0, spec: 0, unexplained: 0 },
          created: 0,
          removed: 0,
          containers: [],
        },
      },
      disagreements: [],
      minutesAre: 'predicted',
      minutes: [],
      absences: [],
    });
  });

  test('is the same with a filter that lets everything through as without one', () => {
    const passes = passesOf(full, short, full);

    expect(diffJson(windowOf(passes, {}), all, utc)).toEqual(diffJson(windowOf(passes), all, utc));
    expect(diffJson(windowOf(passes, { name: '*', node: '*' }), all, utc)).toEqual(
      diffJson(windowOf(passes), all, utc),
    );
  });
});

test('a pass of which something was observed has its tally', () => {
  const tallies = [{ pass: 2, predicted: 3, observed: 2, unexplained: 1, missing: 2 }];
  const { passes } = diffJson(windowOf(passesOf(full, short, short)), all, utc, tallies);

  expect(passes.map(({ observed }) => observed)).toEqual([
    { predicted: 3, observed: 2, unexplained: 1, missing: 2 },
    null,
  ]);
});
