import { describe, expect, test } from 'vitest';
import { failed, list, partial, passDraft, planned, roster, skipped, unreadable } from '../roster/builders.ts';
import { plainOutcomes, plainState, wholeState } from '../support/plain-state.ts';
import { now, temporaryStore } from '../support/temporary-store.ts';

const web = (...hosts: string[]) => ({ containers: [{ id: 'mesh/web', hosts }] });
const kinds = 'SELECT kind, count(*) AS count FROM contents GROUP BY kind ORDER BY kind';

describe('append', () => {
  test('a pass is read as it was recorded', () => {
    const { append, passes } = temporaryStore();
    const draft = passDraft({
      key: '412',
      at: now - 5000,
      trigger: { module: 'searxng', verb: 'assign' },
      roster: roster(['git.novox.example:192.0.2.3'], { 'git.novox.example': 'novox' }),
      problems: [{ code: 'invalid-time', text: 'noon' }],
      extra: { revision: 'abc' },
      reports: [
        planned('novox', {
          address: '192.0.2.3',
          roster: ['g14.internal:192.0.2.2'],
          extra: { rack: 4 },
          containers: [
            { id: 'mesh/b', hosts: ['g14.internal:192.0.2.2'], spec: { image: 'b:1', ports: [80, 443] } },
            { id: 'mesh/a', hosts: ['g14.internal=192.0.2.2'], engine: { id: 'cafe', configDigest: 'f00d' } },
          ],
        }),
        failed('g14', 'plan: store unreachable'),
      ],
    });

    const appended = append(draft, { source: 'pass-412.json' });

    const [pass] = passes();
    expect(appended).toEqual({ kind: 'recorded', number: 1 });
    expect({ ...pass, state: undefined }).toEqual({
      number: 1,
      controller: 'default',
      key: '412',
      at: now - 5000,
      recordedAt: now,
      trigger: { module: 'searxng', verb: 'assign' },
      outcome: 'planned',
      error: null,
      source: 'pass-412.json',
      problems: [{ code: 'invalid-time', text: 'noon' }],
      extra: { revision: 'abc' },
      outcomes: [
        { node: 'g14', outcome: 'failed', error: 'plan: store unreachable' },
        { node: 'novox', outcome: 'planned', error: null },
      ],
      state: undefined,
    });
    expect(pass && wholeState(pass.state)).toEqual({
      roster: {
        entries: [{ text: 'git.novox.example:192.0.2.3', name: 'git.novox.example', address: '192.0.2.3' }],
        owners: [['git.novox.example', 'novox']],
        digest: draft.roster?.digest,
      },
      nodes: [
        {
          node: 'novox',
          address: '192.0.2.3',
          extra: { rack: 4 },
          roster: {
            entries: [{ text: 'g14.internal:192.0.2.2', name: 'g14.internal', address: '192.0.2.2' }],
            owners: [],
            digest: roster(['g14.internal:192.0.2.2']).digest,
          },
          containers: [
            {
              id: 'mesh/a',
              hosts: [{ text: 'g14.internal=192.0.2.2', name: 'g14.internal', address: '192.0.2.2' }],
              hostsDigest: list('g14.internal=192.0.2.2').digest,
              spec: {},
              specDigest: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
              engine: { id: 'cafe', configDigest: 'f00d' },
            },
            {
              id: 'mesh/b',
              hosts: [{ text: 'g14.internal:192.0.2.2', name: 'g14.internal', address: '192.0.2.2' }],
              hostsDigest: list('g14.internal:192.0.2.2').digest,
              spec: { image: 'b:1', ports: [80, 443] },
              specDigest: '1049fc5a1dfb08b68495788503e5f96ac73210d0f0133c235bff0d51fee3356f',
              engine: null,
            },
          ],
        },
      ],
    });
  });

  test('an unchanged pass costs one row', () => {
    const { append, query } = temporaryStore();
    const draft = { roster: ['a.internal:192.0.2.1'], reports: [planned('novox', web('a.internal:192.0.2.1'))] };
    append(draft);
    const [contents] = query('SELECT count(*) AS count FROM contents');

    append(draft, { recordedAt: now + 1000 });
    append(draft, { recordedAt: now + 2000 });

    expect(query('SELECT count(*) AS passes, count(DISTINCT facts) AS facts FROM passes')).toEqual([
      { passes: 3, facts: 1 },
    ]);
    expect(query('SELECT count(*) AS count FROM contents')).toEqual([contents]);
  });

  test('A, B, A, B is four passes and two contents', () => {
    const { append, passes, query } = temporaryStore();
    const a = { reports: [planned('novox', web('g14.internal:192.0.2.2'))] };
    const b = { reports: [planned('novox', web())] };

    for (const draft of [a, b, a, b]) append(draft);

    expect(passes().map(({ state }) => plainState(state).nodes.novox?.['mesh/web'])).toEqual([
      ['g14.internal:192.0.2.2'],
      [],
      ['g14.internal:192.0.2.2'],
      [],
    ]);
    expect(query(kinds)).toEqual([
      { kind: 'declaration', count: 1 },
      { kind: 'hosts', count: 2 },
      { kind: 'pass', count: 1 },
      { kind: 'source', count: 1 },
      { kind: 'spec', count: 1 },
      { kind: 'state', count: 2 },
    ]);
  });

  test('a pass in which nothing was reported is recorded too', () => {
    const { append, passes } = temporaryStore();
    append({ reports: [planned('novox', web('a.internal:192.0.2.1'))] });

    append({});

    expect(passes().map(plainOutcomes)).toEqual([{ novox: 'planned' }, { novox: 'unreported' }]);
    expect(plainState(passes()[1]?.state as never).nodes).toEqual({ novox: { 'mesh/web': ['a.internal:192.0.2.1'] } });
  });

  test.each([
    ['failed', failed('novox', 'plan: store unreachable')],
    ['skipped', skipped('novox', 'drained')],
    ['unreadable', unreadable('novox', 'half a document')],
  ])('%s leaves the last declaration standing', (outcome, report) => {
    const { append, passes } = temporaryStore();
    append({ reports: [planned('novox', web('a.internal:192.0.2.1'))] });

    append({ reports: [report] });

    const [, pass] = passes();
    expect(pass?.outcomes).toEqual([{ node: 'novox', outcome, error: (report as { error: string }).error }]);
    expect(pass && plainState(pass.state).nodes).toEqual({ novox: { 'mesh/web': ['a.internal:192.0.2.1'] } });
  });

  test('a partial declaration updates what it shows and removes nothing', () => {
    const { append, passes } = temporaryStore();
    append({
      reports: [
        planned('novox', {
          containers: [
            { id: 'mesh/a', hosts: ['a.internal:192.0.2.1'] },
            { id: 'mesh/b', hosts: ['b.internal:192.0.2.1'] },
          ],
        }),
      ],
    });

    append({
      reports: [
        partial('novox', 'containers', { containers: [{ id: 'mesh/a', hosts: ['a.internal:192.0.2.9'] }] }, 'cut off'),
      ],
    });

    const [, pass] = passes();
    expect(pass?.outcomes).toEqual([{ node: 'novox', outcome: 'partial', error: 'cut off' }]);
    expect(pass && plainState(pass.state).nodes).toEqual({
      novox: { 'mesh/a': ['a.internal:192.0.2.9'], 'mesh/b': ['b.internal:192.0.2.1'] },
    });
  });

  test('only a complete declaration that lacks a container removes it', () => {
    const { append, passes } = temporaryStore();
    append({ reports: [planned('novox', { containers: [{ id: 'mesh/a' }, { id: 'mesh/b' }] })] });

    append({ reports: [planned('novox', { containers: [{ id: 'mesh/a' }] })] });

    expect(plainState(passes()[1]?.state as never).nodes).toEqual({ novox: { 'mesh/a': [] } });
  });

  test('a partial roster removes no name, and a pass without a roster leaves the last one standing', () => {
    const { append, passes } = temporaryStore();
    append({ roster: ['a.internal:192.0.2.1', 'b.internal:192.0.2.2'] });
    append({ roster: ['b.internal:192.0.2.3'], outcome: 'partial', missing: 'names', error: 'exit status 1' });

    append({});

    expect(passes().map(({ state }) => plainState(state).roster)).toEqual([
      ['a.internal:192.0.2.1', 'b.internal:192.0.2.2'],
      ['a.internal:192.0.2.1', 'b.internal:192.0.2.3'],
      ['a.internal:192.0.2.1', 'b.internal:192.0.2.3'],
    ]);
  });

  test('a node that failed from the start is known by its outcome and its address', () => {
    const { append, passes } = temporaryStore();

    append({ reports: [failed('ace'), { node: 'g14', outcome: 'failed', error: 'down', address: '192.0.2.2' }] });

    const [pass] = passes();
    expect(pass && plainOutcomes(pass)).toEqual({ ace: 'failed', g14: 'failed' });
    expect([...(pass?.state.nodes.values() ?? [])].map(({ node, address }) => [node, address])).toEqual([
      ['g14', '192.0.2.2'],
    ]);
  });

  test('the order is the order of recording, and a clock that went back is a problem', () => {
    const { append, passes } = temporaryStore();
    append({ at: now });

    append({ at: now - 90_500 });
    append({ at: now - 90_500 });

    expect(passes().map(({ at, problems }) => ({ at, problems }))).toEqual([
      { at: now, problems: [] },
      { at: now - 90_500, problems: [{ code: 'clock-went-back', text: '90.5 s before pass 1' }] },
      { at: now - 90_500, problems: [] },
    ]);
  });

  test('the time of recording stands in for a time that was not given', () => {
    const { append, passes } = temporaryStore();

    append({}, { recordedAt: now + 7 });

    expect(passes().map(({ at, recordedAt }) => [at, recordedAt])).toEqual([[now + 7, now + 7]]);
  });

  test('times are whole milliseconds', () => {
    const { append, passes } = temporaryStore();

    append({ at: now + 0.75 });

    expect(passes().map(({ at }) => at)).toEqual([now]);
  });

  test('controllers share the numbers and nothing else', () => {
    const { append, passes, history } = temporaryStore();
    append({ controller: 'mesh', key: '1', at: now, reports: [planned('novox', web('a.internal:192.0.2.1'))] });
    append({ controller: 'lab', key: '1', at: now - 1000, roster: ['lab.internal:192.0.2.9'] });
    append({ controller: 'mesh', key: '2', at: now + 1, reports: [] });

    expect(history.controllers()).toEqual(['lab', 'mesh']);
    expect(passes('lab').map(({ number, problems, outcomes }) => ({ number, problems, outcomes }))).toEqual([
      { number: 2, problems: [], outcomes: [] },
    ]);
    expect(passes('mesh').map(({ number, state }) => [number, state.roster])).toEqual([
      [1, null],
      [3, null],
    ]);
  });

  test('equal problems are kept once, and a flood of them is counted', () => {
    const { append, passes } = temporaryStore();
    const problems = Array.from({ length: 150 }, (_, index) => ({
      code: 'invalid-name' as const,
      node: 'novox',
      name: `-${index % 120}`,
    }));

    append({ problems });

    const kept = passes()[0]?.problems ?? [];
    expect(kept).toHaveLength(101);
    expect(kept.at(-1)).toEqual({ code: 'too-many-problems', node: 'novox', text: '20 more of invalid-name' });
  });

  test('a node that is named twice goes by its last report', () => {
    const { append, passes } = temporaryStore();

    append({ reports: [failed('novox'), planned('novox', web())] });

    expect(passes().map(plainOutcomes)).toEqual([{ novox: 'planned' }]);
  });

  test('text that UTF-8 cannot carry is given back as it is stored', () => {
    const { append, passes, history } = temporaryStore();

    append({
      controller: 'm\ud800',
      key: 'k\udfff',
      outcome: 'partial',
      error: '\ud800',
      trigger: '\ud801',
      reports: [failed('n\ud800', '\ud802')],
    });

    const [pass] = passes('m\ufffd');
    expect(pass).toMatchObject({ key: 'k\ufffd', error: '\ufffd', trigger: '\ud801' });
    expect(pass?.outcomes).toEqual([{ node: 'n\ufffd', outcome: 'failed', error: '\ud802' }]);
    expect(history.verify()).toEqual([]);
  });

  test('a node without a name is a node like any other', () => {
    const { append, passes, history } = temporaryStore();
    append({ key: '1', lone: true, reports: [planned('novox', web())] });

    append({ key: '1', lone: true, reports: [failed('')] });

    expect(passes().map(plainOutcomes)).toEqual([{ '': 'failed', novox: 'planned' }]);
    expect(history.verify()).toEqual([]);
  });
});
