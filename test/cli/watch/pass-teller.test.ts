import { describe, expect, test } from 'vitest';
import { type FollowedPass, openPassFollower } from '../../../src/cli/watch/pass-follower.ts';
import { openPassTeller } from '../../../src/cli/watch/pass-teller.ts';
import type { Recorded, Recording } from '../../../src/recorder/index.ts';
import { recorderAtWork } from '../../support/temporary-inputs.ts';

const incident = 'examples/incident/swallowed';
const evening = ['1-2231', '2-2236', '3-2241', '4-2246', '5-2251', '6-2256', '7-2301', '8-2306', '9-2311'];

describe('telling of passes as they are recorded', () => {
  test('each pass is told once, with what it did, and a flap when it is flagged', () => {
    const { tell, told } = tellerAtWork();

    for (const name of evening) tell(`${incident}/${name}.json`);

    expect(told.map(words)).toEqual([
      'pass 1: 0 moves',
      'pass 2: 0 moves',
      'pass 3: 0 moves',
      'pass 4: 6 moves',
      'pass 5: 6 moves',
      'pass 6: 6 moves, started 6 names',
      'pass 7: 6 moves',
      'pass 8: 6 moves',
      'pass 9: 6 moves',
    ]);
  });

  test('a name that was gone before and comes back has returned, whenever the recorder was started', () => {
    const { tell, told } = tellerAtWork();
    for (const name of evening.slice(0, 5)) tell(`${incident}/${name}.json`);

    expect(told[4]?.explained.difference?.moves.map(({ reason }) => reason)).toEqual(Array(6).fill('returned'));
  });

  test('what flaps when the recorder starts is known, and is not told again', () => {
    const { record, open, tell } = tellerAtWork();
    record(evening.slice(0, 7).map((name) => `${incident}/${name}.json`));
    const { told, flapping } = open();

    expect(flapping()).toBe(6);
    tell(`${incident}/8-2306.json`);

    expect(told.map(words)).toEqual(['pass 8: 6 moves']);
  });

  test('declarations that make one pass are told when no more of them may come', () => {
    const { take, write, told, timers } = tellerAtWork();

    take(write('ace.json', { node: 'ace', containers: [{ name: 'a', hosts: ['x.example:192.0.2.1'] }] }));
    take(write('g14.json', { node: 'g14', containers: [] }));
    expect(told).toEqual([]);
    timers.run();

    expect(told.map(({ explained }) => explained.pass.outcomes.length)).toEqual([2]);
  });

  test('so is one that begins with a declaration that could not be read', () => {
    const { take, tell, write, told, timers } = tellerAtWork();
    tell(write('1.json', { pass: 1, nodes: [{ node: 'ace', containers: [] }] }));

    take(write('ace.json', '{"node": '), { circumstances: { node: 'ace' } });
    take(write('g14.json', { node: 'g14', containers: [] }));
    expect(told).toHaveLength(1);
    timers.run();

    expect(told[1]?.explained.pass.outcomes).toMatchObject([
      { node: 'ace', outcome: 'unreadable' },
      { node: 'g14', outcome: 'planned' },
    ]);
  });

  test('one that is held back is told before the next pass', () => {
    const { take, tell, write, told } = tellerAtWork();

    take(write('ace.json', { node: 'ace', containers: [] }));
    tell(write('2.json', { pass: 2, nodes: [{ node: 'ace', containers: [] }] }));

    expect(told.map(({ explained }) => explained.pass.number)).toEqual([1, 2]);
  });

  test('a declaration that joins an earlier pass is told with that pass', () => {
    const { tell, write, told } = tellerAtWork();
    tell(write('1.json', { pass: 1, nodes: [{ node: 'ace', containers: [] }] }));
    tell(write('2.json', { pass: 2, nodes: [{ node: 'ace', containers: [] }] }));

    tell(write('late.json', { pass: 1, nodes: [{ node: 'g14', containers: [] }] }));

    expect(told.map(({ explained }) => explained.pass.number)).toEqual([1, 2, 1]);
  });

  test('passes of another recorder are followed too', () => {
    const { record, history, write } = recorderAtWork();
    const follower = openPassFollower(history, 'default');
    record(write('a.json', { pass: 1, nodes: [{ node: 'ace', containers: [] }] }));
    record(write('b.json', { pass: 2, nodes: [{ node: 'ace', containers: [] }] }));

    expect(follower.follow(2).map(({ explained }) => explained.pass.number)).toEqual([1, 2]);
    expect(follower.follow(2).map(({ explained }) => explained.pass.number)).toEqual([2]);
  });
});

function words({ explained, flaps }: FollowedPass): string {
  const moved = `pass ${explained.pass.number}: ${explained.difference?.moves.length ?? 0} moves`;
  return [moved, ...flaps.map(({ kind, names }) => `${kind} ${names.length} names`)].join(', ');
}

/** A teller on a store of its own; time passes when `timers.run()` is called. */
function tellerAtWork() {
  const recorder = recorderAtWork();
  let waiting: (() => void)[] = [];
  const later = (run: () => void) => {
    waiting.push(run);
    return () => {
      waiting = waiting.filter((one) => one !== run);
    };
  };
  function open() {
    const told: FollowedPass[] = [];
    const teller = openPassTeller(recorder.history, 2000, later, (pass) => told.push(pass));
    current = teller;
    return { told, flapping: teller.flapping };
  }
  let current = openPassTeller(recorder.history, 2000, later, () => {});
  const { told } = open();
  const take = (path: string, given: Partial<Recording> = {}) => {
    for (const recorded of recorder.record(path, given) as Recorded[])
      if (recorded.kind !== 'observed') current.take(recorded);
  };
  return {
    ...recorder,
    open,
    told,
    take,
    tell(path: string) {
      take(path);
    },
    timers: {
      run() {
        for (const run of waiting.splice(0)) run();
      },
    },
  };
}
