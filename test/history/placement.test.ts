import { describe, expect, test } from 'vitest';
import { failed, partial, planned, unreadable } from '../roster/builders.ts';
import { plainOutcomes, plainState } from '../support/plain-state.ts';
import { now, temporaryStore } from '../support/temporary-store.ts';

const web = (...hosts: string[]) => ({ containers: [{ id: 'mesh/web', hosts }] });
const lone = (node: string, ...hosts: string[]) => ({ lone: true, reports: [planned(node, web(...hosts))] });

describe('lone declarations without an id', () => {
  test('gather into one pass while each comes within the quiet gap of the one before', () => {
    const { append, passes } = temporaryStore();

    append(lone('ace'), { recordedAt: now });
    const second = append(lone('g14'), { recordedAt: now + 2000 });
    const third = append(lone('novox'), { recordedAt: now + 4000 });

    expect([second, third]).toEqual([
      { kind: 'joined', number: 1, nodes: ['g14'], roster: false },
      { kind: 'joined', number: 1, nodes: ['novox'], roster: false },
    ]);
    expect(passes().map(plainOutcomes)).toEqual([{ ace: 'planned', g14: 'planned', novox: 'planned' }]);
  });

  test('a gap longer than the quiet gap starts the next pass', () => {
    const { append } = temporaryStore();
    append(lone('ace'), { recordedAt: now });

    expect(append(lone('g14'), { recordedAt: now + 2001 })).toEqual({ kind: 'recorded', number: 2 });
  });

  test('a node seen twice starts the next pass', () => {
    const { append } = temporaryStore();
    append(lone('ace'));
    append(lone('g14'));

    expect(append(lone('g14'))).toEqual({ kind: 'recorded', number: 2 });
    expect(append(lone('ace'))).toEqual({ kind: 'joined', number: 2, nodes: ['ace'], roster: false });
  });

  test('times that they give count as their arrival does', () => {
    const { append } = temporaryStore();
    append({ ...lone('ace'), at: now });

    expect(append({ ...lone('g14'), at: now + 2000 })).toMatchObject({ kind: 'joined', number: 1 });
    expect(append({ ...lone('novox'), at: now + 4000 })).toMatchObject({ kind: 'joined', number: 1 });
    expect(append({ ...lone('edge'), at: now + 6001 })).toEqual({ kind: 'recorded', number: 2 });
  });

  test('a clock that went back starts the next pass', () => {
    const { append } = temporaryStore();
    append(lone('ace'), { recordedAt: now });

    expect(append(lone('g14'), { recordedAt: now - 2001 })).toEqual({ kind: 'recorded', number: 2 });
  });

  test.each([
    ['a pass document', { reports: [planned('ace')] }],
    ['a lone declaration with an id', { ...lone('ace'), key: '7' }],
    ["another controller's", { ...lone('ace'), controller: 'lab' }],
  ])('do not gather with %s', (_what, before) => {
    const { append } = temporaryStore();
    append(before);

    expect(append(lone('g14'))).toEqual({ kind: 'recorded', number: 2 });
  });

  test('a pass document gathers with nothing', () => {
    const { append } = temporaryStore();
    append(lone('ace'));

    expect(append({ reports: [planned('g14')] })).toEqual({ kind: 'recorded', number: 2 });
  });

  test('what joins keeps its own time, trigger, keys and problems', () => {
    const { append, passes, query } = temporaryStore();
    append({ ...lone('ace'), extra: { run: 1 } });

    append(
      {
        ...lone('g14'),
        at: now + 500,
        trigger: 'timer',
        extra: { run: 2, host: 'g14' },
        problems: [{ code: 'invalid-time', text: 'noon' }],
      },
      { recordedAt: now + 1000, source: 'g14.json' },
    );

    expect(passes()).toMatchObject([
      {
        at: now,
        recordedAt: now,
        trigger: 'timer',
        extra: { run: 1, host: 'g14' },
        problems: [{ code: 'invalid-time', text: 'noon' }],
      },
    ]);
    expect(
      query(
        'SELECT pass, node, at, recorded_at, CAST(bytes AS TEXT) AS source FROM joins JOIN contents ON content = source',
      ),
    ).toEqual([{ pass: 1, node: 'g14', at: now + 500, recorded_at: now + 1000, source: 'g14.json' }]);
  });
});

describe('an id that is known', () => {
  test('recording the same id twice is no news', () => {
    const { append, query } = temporaryStore();
    const draft = {
      key: '412',
      roster: ['a.internal:192.0.2.1'],
      reports: [planned('novox', web('a.internal:192.0.2.1')), failed('g14', 'down')],
    };
    append(draft);
    const before = query('SELECT (SELECT count(*) FROM contents), (SELECT count(*) FROM passes)');

    const again = append(draft, { recordedAt: now + 60_000 });

    expect(again).toEqual({ kind: 'known', number: 1 });
    expect(query('SELECT (SELECT count(*) FROM contents), (SELECT count(*) FROM passes)')).toEqual(before);
  });

  test('a partial declaration that was merged with an earlier one is known again all the same', () => {
    const { append } = temporaryStore();
    append({ reports: [planned('novox', { containers: [{ id: 'mesh/a' }, { id: 'mesh/b' }] })] });
    const draft = { key: '2', reports: [partial('novox', 'containers', { containers: [{ id: 'mesh/a' }] })] };
    append(draft);

    expect(append(draft)).toEqual({ kind: 'known', number: 2 });
  });

  test('a declaration that comes later joins its pass', () => {
    const { append, passes } = temporaryStore();
    append({ key: '7', ...lone('ace', 'a.internal:192.0.2.1') });
    append({ key: '8', ...lone('ace', 'a.internal:192.0.2.2') });

    const late = append({ key: '7', ...lone('g14', 'a.internal:192.0.2.1') }, { recordedAt: now + 3_600_000 });

    expect(late).toEqual({ kind: 'joined', number: 1, nodes: ['g14'], roster: false });
    expect(passes().map(plainOutcomes)).toEqual([
      { ace: 'planned', g14: 'planned' },
      { ace: 'planned', g14: 'unreported' },
    ]);
  });

  test('joining twice is no news', () => {
    const { append } = temporaryStore();
    append({ key: '7', ...lone('ace') });
    append({ key: '7', ...lone('g14') });

    expect(append({ key: '7', ...lone('g14') })).toEqual({ kind: 'known', number: 1 });
  });

  test('a pass document adds the nodes that its pass lacks', () => {
    const { append, passes } = temporaryStore();
    append({ key: '7', reports: [planned('ace', web())] });

    const appended = append({ key: '7', reports: [planned('ace', web()), failed('g14', 'down'), planned('edge')] });

    expect(appended).toEqual({ kind: 'joined', number: 1, nodes: ['g14', 'edge'], roster: false });
    expect(passes().map(plainOutcomes)).toEqual([{ ace: 'planned', edge: 'planned', g14: 'failed' }]);
  });

  test('a late declaration leaves the later passes meaning what they meant', () => {
    const { append, passes, history } = temporaryStore();
    const a = ['g14.internal:192.0.2.2'];
    append({ key: '1', reports: [planned('novox', web(...a))] });
    append({ key: '2', reports: [planned('ace')] });
    append({ key: '3', reports: [planned('ace'), planned('novox', web(...a))] });
    append({ key: '4', reports: [planned('ace')] });

    append({ key: '2', ...lone('novox') });

    expect(passes().map(({ state }) => plainState(state).nodes.novox?.['mesh/web'])).toEqual([a, [], a, a]);
    expect(passes().map((pass) => plainOutcomes(pass).novox)).toEqual(['planned', 'planned', 'planned', 'unreported']);
    expect(history.verify()).toEqual([]);
  });

  test('a late declaration stands for as long as nothing else was reported', () => {
    const { append, passes } = temporaryStore();
    append({ key: '1', reports: [planned('novox', web('a.internal:192.0.2.1'))] });
    append({ key: '2', reports: [planned('ace')] });
    append({ key: '3', reports: [planned('ace')] });

    append({ key: '2', ...lone('novox') });

    expect(passes().map(({ state }) => plainState(state).nodes.novox?.['mesh/web'])).toEqual([
      ['a.internal:192.0.2.1'],
      [],
      [],
    ]);
  });

  test('with other content it is a new pass, and the id was used again', () => {
    const { append, passes } = temporaryStore();
    append({ key: '7', reports: [planned('novox', web('a.internal:192.0.2.1'))] });

    const appended = append({ key: '7', reports: [planned('novox', web())] });

    expect(appended).toEqual({ kind: 'recorded', number: 2 });
    expect(passes().map(({ problems }) => problems)).toEqual([[], [{ code: 'pass-id-reused', text: '7' }]]);
  });

  test('it then stands for the latest pass that has it', () => {
    const { append, history } = temporaryStore();
    append({ key: '7', reports: [planned('novox', web('a.internal:192.0.2.1'))] });
    append({ key: '7', reports: [planned('novox', web())] });

    expect(history.findKey('default', '7')).toBe(2);
    expect(append({ key: '7', reports: [planned('novox', web())] })).toEqual({ kind: 'known', number: 2 });
  });

  test.each([
    ['another roster', { roster: ['a.internal:192.0.2.1'] }, { roster: ['a.internal:192.0.2.2'] }],
    ['another error', { reports: [failed('g14', 'down')] }, { reports: [failed('g14', 'still down')] }],
    ['a failure after a plan', { reports: [planned('g14')] }, { reports: [failed('g14', 'down')] }],
  ])('%s is other content', (_what, first, second) => {
    const { append, passes } = temporaryStore();
    append({ key: '7', ...first });

    append({ key: '7', ...second });

    expect(passes().map(({ problems }) => problems)).toEqual([[], [{ code: 'pass-id-reused', text: '7' }]]);
  });

  test.each([
    [
      'a whole pass that could not be read before',
      { outcome: 'unreadable' as const, error: 'half', reports: [unreadable('g14', 'half')] },
      { reports: [planned('g14', web())] },
    ],
    [
      'a whole pass that cannot be read any more',
      { reports: [planned('g14', web())] },
      { outcome: 'unreadable' as const, error: 'half', reports: [unreadable('g14', 'half')] },
    ],
    [
      'a node that could not be read before',
      { lone: true, reports: [unreadable('g14', 'half')] },
      { lone: true, reports: [planned('g14', web())] },
    ],
    [
      'a node that cannot be read any more',
      { lone: true, reports: [planned('g14', web())] },
      { lone: true, reports: [unreadable('g14', 'half')] },
    ],
    [
      'a roster that was known not to be everything',
      {
        roster: ['a.internal:192.0.2.1'],
        outcome: 'partial' as const,
        missing: 'names' as const,
        error: 'exit status 1',
      },
      { roster: ['a.internal:192.0.2.1'] },
    ],
  ])('%s is a new pass, and no id used again', (_what, first, second) => {
    const { append, passes } = temporaryStore();
    append({ key: '7', ...first });

    const appended = append({ key: '7', ...second });

    expect(appended).toEqual({ kind: 'recorded', number: 2 });
    expect(passes().map(({ problems }) => problems)).toEqual([[], []]);
  });

  test('a roster that comes later joins the pass that had none', () => {
    const { append, passes, history } = temporaryStore();
    append({ key: '1', roster: ['a.internal:192.0.2.1'] });
    append({ key: '2', ...lone('novox', 'a.internal:192.0.2.2') });

    const late = append({ key: '2', roster: ['a.internal:192.0.2.2'], trigger: 'timer' });

    expect(late).toEqual({ kind: 'joined', number: 2, nodes: [], roster: true });
    expect(passes().map(({ state, trigger }) => [plainState(state).roster, trigger])).toEqual([
      [['a.internal:192.0.2.1'], null],
      [['a.internal:192.0.2.2'], 'timer'],
    ]);
    expect(passes().map(plainOutcomes)).toEqual([{}, { novox: 'planned' }]);
    expect(append({ key: '2', roster: ['a.internal:192.0.2.2'] })).toEqual({ kind: 'known', number: 2 });
    expect(history.verify()).toEqual([]);
  });

  test('a roster that joined is what the next pass rests on', () => {
    const { append, passes } = temporaryStore();
    append({ key: '1', ...lone('novox') });
    append({ key: '1', roster: ['a.internal:192.0.2.1', 'b.internal:192.0.2.2'] });

    append({ key: '2', roster: ['a.internal:192.0.2.9'], outcome: 'partial', missing: 'names', error: 'cut off' });

    expect(passes().map(({ state }) => plainState(state).roster)).toEqual([
      ['a.internal:192.0.2.1', 'b.internal:192.0.2.2'],
      ['a.internal:192.0.2.9', 'b.internal:192.0.2.2'],
    ]);
  });

  test('a late roster leaves the later passes meaning what they meant', () => {
    const { append, passes } = temporaryStore();
    append({ key: '1', roster: ['a.internal:192.0.2.1'] });
    append({ key: '2', ...lone('novox') });
    append({ key: '3', ...lone('novox') });

    append({ key: '2', roster: ['a.internal:192.0.2.2'] });

    expect(passes().map(({ state }) => plainState(state).roster)).toEqual([
      ['a.internal:192.0.2.1'],
      ['a.internal:192.0.2.2'],
      ['a.internal:192.0.2.1'],
    ]);
  });

  test('another roster than the one that joined is other content', () => {
    const { append, passes } = temporaryStore();
    append({ key: '1', ...lone('novox') });
    append({ key: '1', roster: ['a.internal:192.0.2.1'] });

    append({ key: '1', roster: ['a.internal:192.0.2.2'] });

    expect(passes().map(({ problems }) => problems)).toEqual([[], [{ code: 'pass-id-reused', text: '1' }]]);
  });

  test('how the command of a lone declaration ended does not keep it out of its pass', () => {
    const { append } = temporaryStore();
    append({ key: '7', ...lone('ace') });

    const appended = append({
      key: '7',
      lone: true,
      outcome: 'partial',
      missing: 'names',
      error: 'exit status 1',
      reports: [partial('g14', 'names', web(), 'exit status 1')],
    });

    expect(appended).toEqual({ kind: 'joined', number: 1, nodes: ['g14'], roster: false });
  });

  test('the same id of another controller is another pass', () => {
    const { append, passes } = temporaryStore();
    append({ key: '7', reports: [planned('novox', web())] });

    append({ key: '7', controller: 'lab', reports: [planned('novox')] });

    expect(passes('lab').map(({ number, problems }) => [number, problems])).toEqual([[2, []]]);
  });
});

test('a pass in which a node failed before anything was known of it goes on to say so when a declaration joins an earlier one', () => {
  const { append, history } = temporaryStore();
  append({ key: '1', reports: [planned('g14', { containers: [] })] });
  append({ key: '2', reports: [failed('novox', 'plan: store unreachable')] });

  append({ key: '1', lone: true, reports: [planned('novox', { containers: [] })] });

  const known = (first: number) =>
    [...history.passes('default', first, 9)].map(({ state }) => state.nodes.has('novox'));
  expect(known(1)).toEqual([true, false]);
  expect(known(2)).toEqual([false]);
});
