import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExplainedPass } from '../../src/diff/explained-pass.ts';
import { observePasses } from '../../src/diff/observed.ts';
import { explainWindow } from '../../src/diff/window.ts';
import type { Observation, ObservationKind } from '../../src/roster/index.ts';
import { container, type PassParts, pass, type StateParts } from '../roster/builders.ts';

const second = 1000;
const minute = 60 * second;
/** Passes of the tests are at 22:46:02, 22:51:02 and so on. */
const start = Date.UTC(2026, 8, 29, 22, 46, 2);

function hub(hosts: readonly string[], count = 2, engine?: string): StateParts {
  return {
    nodes: {
      hub: {
        containers: Array.from({ length: count }, (_, index) =>
          container({ id: `m${index}/c`, hosts, ...(engine ? { engine: { id: engine } } : {}) }),
        ),
      },
    },
  };
}

/** The states as passes, five minutes apart, explained; the first is what was before. */
function explained(states: readonly StateParts[], parts: (index: number) => PassParts = () => ({})): ExplainedPass[] {
  const [before, ...passes] = states.map((state, index) =>
    pass({ number: index, at: start + (index - 1) * 5 * minute, state, ...parts(index) }),
  );
  return [...explainWindow(passes, before ?? null).passes];
}

function saw(at: number, which = 'm0/c', kind: ObservationKind = 'replaced', node = 'hub'): Observation {
  return { node, container: which, kind, at: start + at };
}

function told(passes: readonly ExplainedPass[]) {
  return passes.map(({ difference }) =>
    difference?.replacements.containers.map(({ container: id, causes, observed }) => [id, causes.join(), observed]),
  );
}

const A = ['a.example:192.0.2.1'];
const B = ['a.example:192.0.2.2'];

test('a hub of forty containers that replaced all of them twice in nine minutes', () => {
  const passes = explained([hub(A, 40), hub(B, 40), hub(A, 40)]);
  const perMinute = [12, 8, 13, 5, 6, 8, 8, 8, 8, 4];
  const lines = perMinute.flatMap((count, index) =>
    Array.from({ length: count }, (_, line) => (index + 1) * minute - (4 - 3 * (line / count)) * second),
  );
  const observations = lines.map((at, index) => saw(at, `m${index % 40}/c`));

  const { passes: observed, tallies } = observePasses(passes, observations);

  expect(tallies).toEqual([
    { pass: 1, predicted: 40, observed: 40, unexplained: 0, missing: 0 },
    { pass: 2, predicted: 40, observed: 40, unexplained: 0, missing: 0 },
  ]);
  expect(observed.map(({ difference }) => difference?.replacements.total)).toEqual([40, 40]);
});

test('a log that only tells minutes is matched all the same', () => {
  const observations = [saw(-2 * second), saw(5 * minute - 2 * second)];

  expect(observePasses(explained([hub(A, 1), hub(B, 1), hub(A, 1)]), observations).tallies).toEqual([
    { pass: 1, predicted: 1, observed: 1, unexplained: 0, missing: 0 },
    { pass: 2, predicted: 1, observed: 1, unexplained: 0, missing: 0 },
  ]);
});

describe('one pass', () => {
  const passes = explained([hub(A), hub(B)]);

  test('says what was seen to be replaced and what was not', () => {
    const { passes: observed, tallies } = observePasses(passes, [saw(minute)]);

    expect(told(observed)).toEqual([
      [
        ['m0/c', 'roster', true],
        ['m1/c', 'roster', false],
      ],
    ]);
    expect(tallies).toEqual([{ pass: 1, predicted: 2, observed: 1, unexplained: 0, missing: 1 }]);
    expect(observed[0]?.difference?.replacements).toMatchObject({ total: 1, byCause: { roster: 1 } });
  });

  test('a node that nobody listened to stays untold', () => {
    const { passes: observed, tallies } = observePasses(passes, [saw(minute, 'x/x', 'died', 'other')]);

    expect(observed[0]).toBe(passes[0]);
    expect(tallies).toEqual([]);
  });

  test('so does one whose host was listened to only long after', () => {
    expect(observePasses(passes, [saw(30 * minute, 'm0/c', 'died')]).tallies).toEqual([]);
  });

  test('a replacement that a host log and engine events told of is one', () => {
    const observations = [saw(minute), saw(minute + 2 * second, 'm0/c', 'created'), saw(2 * minute, 'm1/c', 'created')];

    expect(observePasses(passes, observations).tallies).toEqual([
      { pass: 1, predicted: 2, observed: 2, unexplained: 0, missing: 0 },
    ]);
  });

  test('an unexplained one that both told of is one too', () => {
    const observations = [saw(minute, 'x/x'), saw(minute + 2 * second, 'x/x', 'created')];
    const { passes: observed, tallies } = observePasses(passes, observations);

    expect(told(observed)[0]?.at(-1)).toEqual(['x/x', 'unexplained', true]);
    expect(tallies).toEqual([{ pass: 1, predicted: 2, observed: 1, unexplained: 1, missing: 2 }]);
  });

  test('a second replacement that no pass explains is told beside the first', () => {
    const { passes: observed } = observePasses(passes, [saw(minute), saw(2 * minute)]);

    expect(told(observed)).toEqual([
      [
        ['m0/c', 'roster', true],
        ['m1/c', 'roster', false],
        ['m0/c', 'unexplained', true],
      ],
    ]);
    expect(observed[0]?.difference?.replacements).toMatchObject({ total: 2, byCause: { unexplained: 1 } });
  });

  test('what came before the first pass or long after the last is not dropped', () => {
    const { tallies } = observePasses(passes, [saw(-2 * minute), saw(40 * minute, 'm1/c')]);

    expect(tallies).toEqual([{ pass: 1, predicted: 2, observed: 2, unexplained: 2, missing: 2 }]);
  });

  test('a slow host has ten minutes, and a late clock one', () => {
    const seen = (at: number) => observePasses(passes, [saw(at)]).tallies[0]?.unexplained;

    expect([-61, -60, 0, 600, 601].map((at) => seen(at * second))).toEqual([1, 0, 0, 0, 1]);
  });

  test('the same container of another node is another one', () => {
    expect(observePasses(passes, [saw(minute, 'm0/c', 'replaced', 'other')]).tallies[0]).toMatchObject({
      unexplained: 1,
    });
  });
});

test('a node and a container whose names hold blanks are not mixed up', () => {
  const state = (hosts: readonly string[]): StateParts => ({ nodes: { 'a b': { containers: [{ id: 'c', hosts }] } } });
  const { tallies } = observePasses(explained([state(A), state(B)]), [saw(minute, 'b c', 'replaced', 'a')]);

  expect(tallies).toEqual([{ pass: 1, predicted: 0, observed: 1, unexplained: 1, missing: 0 }]);
});

describe('passes that follow each other', () => {
  const passes = explained([hub(A, 1), hub(B, 1), hub(A, 1)]);

  test('what came within the grace of one and after the next belongs to the next', () => {
    expect(told(observePasses(passes, [saw(6 * minute)]).passes)).toEqual([
      [['m0/c', 'roster', null]],
      [['m0/c', 'roster', true]],
    ]);
  });

  test('what came just before the next belongs to the one before it, where nothing else does', () => {
    expect(told(observePasses(passes, [saw(5 * minute - 10 * second)]).passes)).toEqual([
      [['m0/c', 'roster', true]],
      [['m0/c', 'roster', null]],
    ]);
  });

  test('two late ones are matched with both', () => {
    const { tallies } = observePasses(passes, [saw(6 * minute), saw(12 * minute)]);

    expect(tallies.map(({ unexplained }) => unexplained)).toEqual([0, 0]);
    expect(told(observePasses(passes, [saw(6 * minute), saw(12 * minute)]).passes).flat(2)).not.toContain(false);
  });
});

describe('a container that a pass created', () => {
  const passes = explained([hub(A, 1), hub(A, 2), hub(A, 2)]);

  test('was not replaced by the event that created it', () => {
    expect(observePasses(passes, [saw(8 * minute, 'm1/c', 'created')]).tallies).toEqual([]);
  });

  test('was replaced by what a host log says, or by a second event', () => {
    const twice = [saw(minute, 'm1/c', 'created'), saw(2 * minute, 'm1/c', 'created')];

    expect(observePasses(passes, twice).tallies).toMatchObject([{ pass: 1, unexplained: 1 }]);
    expect(observePasses(passes, [saw(minute, 'm1/c')]).tallies).toMatchObject([{ pass: 1, unexplained: 1 }]);
  });
});

describe('engine ids', () => {
  test('tell without any log', () => {
    const passes = explained([hub(A, 1, '1'), hub(B, 1, '2'), hub(B, 1, '3'), hub(A, 1, '3')]);

    expect(observePasses(passes, []).tallies).toEqual([
      { pass: 1, predicted: 1, observed: 1, unexplained: 0, missing: 0 },
      { pass: 2, predicted: 0, observed: 1, unexplained: 1, missing: 0 },
      { pass: 3, predicted: 1, observed: 0, unexplained: 0, missing: 1 },
    ]);
  });

  test('and a log that tells of the same replacement before the pass that noticed it do not add up', () => {
    const passes = explained([hub(A, 1, '1'), hub(A, 1, '1'), hub(A, 1, '2')]);

    expect(observePasses(passes, [saw(2 * minute)]).tallies).toEqual([
      { pass: 2, predicted: 0, observed: 1, unexplained: 1, missing: 0 },
    ]);
  });
});

test('what no pass explains stands in a tally where no pass has anything before it', () => {
  const passes = [...explainWindow([pass({ number: 7, at: start, state: hub(A) })], null).passes];
  const { passes: observed, tallies } = observePasses(passes, [saw(minute)]);

  expect(observed).toEqual(passes);
  expect(tallies).toEqual([{ pass: 7, predicted: 0, observed: 1, unexplained: 1, missing: 0 }]);
  expect(observePasses([], [saw(0)])).toEqual({ passes: [], tallies: [] });
});

describe('whatever was observed', () => {
  const letters = fc.array(fc.constantFrom(A, B), { minLength: 2, maxLength: 8 });
  const observation = fc
    .tuple(
      fc.integer({ min: -20 * 60, max: 60 * 60 }),
      fc.constantFrom('m0/c', 'm1/c', 'x/x'),
      fc.constantFrom<ObservationKind[]>('replaced', 'created', 'died'),
    )
    .map(([at, which, kind]) => saw(at * second, which, kind));
  const observations = fc.array(observation, { maxLength: 25 });
  const unexplainedOf = (states: string[][], seen: readonly Observation[]) =>
    observePasses(explained(states.map((hosts) => hub(hosts))), seen).tallies.reduce(
      (sum, { unexplained }) => sum + unexplained,
      0,
    );

  test('tallies add up, and the total of a pass is what was observed and what stays untold', () => {
    fc.assert(
      fc.property(letters, observations, (states, seen) => {
        const { passes, tallies } = observePasses(explained(states.map((hosts) => hub(hosts))), seen);
        for (const { pass: number, predicted, observed, unexplained, missing } of tallies) {
          expect(predicted).toBe(observed - unexplained + missing);
          expect(Math.min(predicted, observed, unexplained, missing)).toBeGreaterThanOrEqual(0);
          const one = passes.find(({ pass: facts }) => facts.number === number);
          const { total, containers } = one?.difference?.replacements ?? { total: 0, containers: [] };
          expect(total).toBe(observed + containers.filter((container) => container.observed === null).length);
        }
      }),
    );
  });

  test('leaving out an observation never adds an unexplained one', () => {
    fc.assert(
      fc.property(letters, observations, fc.nat(), (states, seen, at) => {
        const fewer = seen.filter((_, index) => index !== at % Math.max(1, seen.length));
        expect(unexplainedOf(states, fewer)).toBeLessThanOrEqual(unexplainedOf(states, seen));
      }),
      { numRuns: 500 },
    );
  });

  test('every replacement that a host log tells of is counted once', () => {
    fc.assert(
      fc.property(letters, observations, (states, seen) => {
        const { tallies } = observePasses(explained(states.map((hosts) => hub(hosts))), seen);
        const logged = seen.filter(({ kind }) => kind === 'replaced');
        expect(
          observePasses(explained(states.map((hosts) => hub(hosts))), logged).tallies.reduce(
            (sum, { observed }) => sum + observed,
            0,
          ),
        ).toBe(logged.length);
        expect(tallies.reduce((sum, { observed }) => sum + observed, 0)).toBeGreaterThanOrEqual(logged.length);
      }),
    );
  });
});

test('the first container of a compose service is known to a declaration by its service', () => {
  const passes = explained([hub(A, 1), hub(B, 1)]);

  const { tallies } = observePasses(passes, [
    saw(5 * second, 'm0/c/1', 'created'),
    saw(6 * second, 'other/c/1', 'created'),
  ]);

  expect(tallies).toEqual([{ pass: 1, predicted: 1, observed: 2, unexplained: 1, missing: 0 }]);
});
