import { describe, expect, test } from 'vitest';
import { failed, planned } from '../roster/builders.ts';
import { plainOutcomes, plainState } from '../support/plain-state.ts';
import { now, temporaryStore } from '../support/temporary-store.ts';

const web = (...hosts: string[]) => ({ containers: [{ id: 'mesh/web', hosts }] });

describe('finding passes', () => {
  test('an empty store knows nothing', () => {
    const { history } = temporaryStore();

    expect([
      history.controllers(),
      history.nodes('default'),
      history.findPass(1),
      history.findKey('default', '1'),
      history.findLatest('default'),
      history.findFirstSince('default', 0),
      history.findLastUntil('default', now),
      history.findBefore('default', 1, 1),
      [...history.passes('default', 1, 9)],
      history.findSetting('none'),
    ]).toEqual([[], [], null, null, null, null, null, null, [], null]);
  });

  test('nodes are those that were ever reported, by name', () => {
    const { append, history } = temporaryStore();
    append({ reports: [planned('novox'), failed('g14')] });
    append({ reports: [planned('ace')] });
    append({ controller: 'lab', reports: [planned('edge')] });

    expect([history.nodes('default'), history.nodes('lab')]).toEqual([['ace', 'g14', 'novox'], ['edge']]);
  });

  test('by number, with the latest pass under an id', () => {
    const { append, history } = temporaryStore();
    append({ key: 'a', trigger: { by: 'timer' } });
    append({ key: 'b' });
    append({ key: 'a', roster: ['a.internal:192.0.2.1'] });
    append({ key: 'a', roster: ['a.internal:192.0.2.2'] });

    expect(history.findKey('default', 'a')).toBe(3);
    expect(history.findLatest('default')).toBe(3);
    expect(history.findPass(1)).toMatchObject({ number: 1, key: 'a', trigger: { by: 'timer' } });
    expect(history.findPass(4)).toBeNull();
  });

  test('by time, at, after or before an instant', () => {
    const { append, history } = temporaryStore();
    for (const at of [100, 200, 200, 300]) append({ at });

    expect([100, 101, 200, 201, 301].map((at) => history.findFirstSince('default', at))).toEqual([1, 2, 2, 4, null]);
    expect([99, 100, 200, 299, 300].map((at) => history.findLastUntil('default', at))).toEqual([null, 1, 3, 3, 4]);
  });

  test('steps back count the passes of one controller', () => {
    const { append, history } = temporaryStore();
    for (const controller of ['mesh', 'lab', 'mesh', 'lab', 'mesh']) append({ controller });

    expect([1, 2, 3].map((steps) => history.findBefore('mesh', 5, steps))).toEqual([3, 1, null]);
  });
});

describe('passes', () => {
  test('a window reads only its own, with the state that came before them', () => {
    const { append, history } = temporaryStore();
    append({ reports: [planned('novox', web('a.internal:192.0.2.1')), planned('g14', web())] });
    append({ reports: [planned('novox', web('a.internal:192.0.2.2'))] });
    append({ reports: [failed('novox')] });
    append({ reports: [planned('novox', web('a.internal:192.0.2.4'))] });

    const window = [...history.passes('default', 2, 3)];

    expect(window.map(({ number, state }) => [number, plainState(state).nodes])).toEqual([
      [2, { novox: { 'mesh/web': ['a.internal:192.0.2.2'] }, g14: { 'mesh/web': [] } }],
      [3, { novox: { 'mesh/web': ['a.internal:192.0.2.2'] }, g14: { 'mesh/web': [] } }],
    ]);
    expect(window.map(plainOutcomes)).toEqual([
      { novox: 'planned', g14: 'unreported' },
      { novox: 'failed', g14: 'unreported' },
    ]);
  });

  test('what did not change is the same object, and so needs no comparison', () => {
    const { append, history } = temporaryStore();
    const a = [planned('novox', web('a.internal:192.0.2.1'))];
    append({ roster: ['a.internal:192.0.2.1'], reports: a });
    append({ reports: a });
    append({ roster: ['a.internal:192.0.2.2'], reports: [planned('novox', web())] });
    append({ roster: ['a.internal:192.0.2.1'], reports: a });

    const [first, second, third, fourth] = [...history.passes('default', 1, 4)].map(({ state }) => state);

    expect(second).toEqual(first);
    expect(second?.nodes).toBe(first?.nodes);
    expect(second?.roster).toBe(first?.roster);
    expect(third?.nodes).not.toBe(first?.nodes);
    expect(fourth?.nodes.get('novox')).toBe(first?.nodes.get('novox'));
    expect(fourth?.roster).toBe(first?.roster);
  });

  test('an earlier state stays as it was when a later one is read', () => {
    const { append, history } = temporaryStore();
    append({ reports: [planned('novox', web('a.internal:192.0.2.1'))] });
    append({ reports: [planned('novox', web())] });
    const passes = history.passes('default', 1, 2);
    const first = passes.next().value;

    passes.next();

    expect(first && plainState(first.state).nodes).toEqual({ novox: { 'mesh/web': ['a.internal:192.0.2.1'] } });
  });

  test('more than a page of them come in order, while others are asked for and recorded', () => {
    const { append, history } = temporaryStore();
    for (let index = 0; index < 600; index += 1) append({ key: String(index) });

    const numbers: number[] = [];
    for (const { number, key } of history.passes('default', 1, 600)) {
      numbers.push(number);
      if (number % 100 === 0) {
        append({ key: `late ${number}` });
        expect(history.findKey('default', key as string)).toBe(number);
      }
    }

    expect(numbers).toEqual(Array.from({ length: 600 }, (_, index) => index + 1));
  });

  test('a spec is read when it is looked at', () => {
    const { append, passes } = temporaryStore();
    append({ reports: [planned('novox', { containers: [{ id: 'mesh/web', spec: { image: 'web:1' } }] })] });

    const container = passes()[0]?.state.nodes.get('novox')?.containers.get('mesh/web');

    expect(container?.spec.value).toEqual({ image: 'web:1' });
  });
});
