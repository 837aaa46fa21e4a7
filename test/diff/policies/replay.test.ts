import { describe, expect, test } from 'vitest';
import { openReplay, type Policy, policyOf } from '../../../src/diff/index.ts';
import type { OtherCourse } from '../../../src/diff/policies/replay.ts';
import type { Outcome, Pass } from '../../../src/roster/index.ts';
import { type ContainerParts, pass, type StateParts } from '../../roster/builders.ts';
import { bound, names, shown, stepsOf } from './builders.ts';

const [a, b, c] = ['a.example:192.0.2.1', 'b.example:192.0.2.2', 'c.example:192.0.2.3'];
const recorded = policyOf(['as-recorded']);

/** What each pass replaces under a policy, by container; `courses` are those of the passes that go otherwise. */
function replaced(
  policy: Policy,
  passes: readonly Pass[],
  courses: Readonly<Record<number, Partial<OtherCourse>>> = {},
): string[][] {
  const replay = openReplay(policy);
  return stepsOf(passes).map((step) => {
    const given = courses[step.pass.number];
    const course = given && {
      names: step.names,
      losses: step.losses,
      failing: new Set<string>(),
      averted: new Set<string>(),
      ...given,
    };
    return replay.take(step, course).replaced.map(({ node, container }) => `${node} ${container}`);
  });
}

/** Passes in each of which a node `ace` runs these containers, with whatever came of them. */
function aces(
  ...all: readonly (readonly [
    containers: readonly ContainerParts[],
    parts?: { node?: Outcome; pass?: Pass['outcome']; roster?: readonly string[] },
  ])[]
): Pass[] {
  return all.map(([containers, parts], index) =>
    pass({
      number: index + 1,
      outcome: parts?.pass ?? 'planned',
      state: { roster: parts?.roster ?? null, nodes: { ace: { containers } } },
      outcomes: [{ node: 'ace', outcome: parts?.node ?? 'planned' }],
    }),
  );
}

const web = (...hosts: readonly string[]): ContainerParts[] => [{ hosts }];
const one = ['ace mesh/web'];

describe('as recorded', () => {
  test('a container is replaced when the text of its hosts list or its spec changes', () => {
    const passes = aces([web(a, b)], [web(b, a)], [web(b, a)], [[{ hosts: [b, a], spec: { image: 'web:2' } }]]);

    expect(replaced(recorded, passes)).toEqual([[], one, [], one]);
  });

  test('a spec that changes along with the hosts list replaces the container once', () => {
    const passes = aces([web(a)], [[{ hosts: [a, b], spec: { image: 'web:2' } }]]);

    expect(replaced(recorded, passes)).toEqual([[], one]);
  });

  test('a container that comes or goes, or is back after a while, is not replaced', () => {
    const passes = aces([web(a)], [[]], [web(b)], [web(a)]);

    expect(replaced(recorded, passes)).toEqual([[], [], [], one]);
  });

  test('a node that comes or goes, or is back, replaces nothing', () => {
    const only = (state: StateParts, number: number) => pass({ number, state });
    const passes = [
      only({ nodes: { ace: { containers: web(a) } } }, 1),
      only({ nodes: {} }, 2),
      only({ nodes: { ace: { containers: web(b) } } }, 3),
    ];

    expect(replaced(recorded, passes)).toEqual([[], [], []]);
  });

  test('a pass that goes back and forth costs the same each time', () => {
    const passes = aces([web(a)], [web(b)], [web(a)], [web(b)], [web(a)]);

    expect(replaced(recorded, passes)).toEqual([[], one, one, one, one]);
  });
});

describe('the digest that a compose tool keeps', () => {
  const web = (configDigest: string, ...hosts: readonly string[]): ContainerParts[] => [
    { hosts, engine: { configDigest } },
  ];

  test('replaces a container by itself where it changes alone', () => {
    expect(replaced(policyOf(['resolver']), aces([web('1', a)], [web('2', a)]))).toEqual([[], one]);
  });

  test('does not count under a policy where it changes along with the hosts list, from which it follows', () => {
    const passes = aces([web('1', a)], [web('2', a, b)]);

    expect(replaced(recorded, passes)).toEqual([[], one]);
    expect(replaced(policyOf(['resolver']), passes)).toEqual([[], []]);
    expect(replaced(policyOf(['scoped']), aces([web('1', a)], [web('2', b, a)]))).toEqual([[], one]);
  });
});

describe('a pass that could not be read', () => {
  test('hands nothing over, and the next one is compared with what was there before it', () => {
    const passes = aces([web(a)], [web(b), { pass: 'unreadable' }], [web(a)], [web(b)]);

    expect(replaced(recorded, passes)).toEqual([[], [], [], one]);
  });

  test('is none for which a name is held down', () => {
    const whole = { roster: [a, b] };
    const without = { roster: [a] };
    const passes = (outcome: Pass['outcome']) =>
      aces(
        [web(a, b), whole],
        [web(a), without],
        [web(a), { ...without, pass: outcome }],
        [web(a), without],
        [web(a), without],
      );

    expect(replaced(policyOf(['hold-down'], 2), passes('planned'))).toEqual([[], [], [], one, []]);
    expect(replaced(policyOf(['hold-down'], 2), passes('unreadable'))).toEqual([[], [], [], [], one]);
  });
});

describe('a node that was handed nothing', () => {
  test('keeps what it runs, under every policy, until it is handed something', () => {
    const outcomes: Outcome[] = ['failed', 'skipped', 'unreadable', 'unreported'];

    for (const node of outcomes) {
      const passes = aces([web(a, b)], [web(a), { node }], [web(a)]);
      expect(replaced(recorded, passes)).toEqual([[], [], one]);
    }
  });

  test('is handed the names of the moment when it is handed something again', () => {
    const passes = aces(
      [web(a, b), { roster: [a, b] }],
      [web(a, b), { roster: [a], node: 'failed' }],
      [web(a), { roster: [a] }],
      [web(a), { roster: [a] }],
    );

    // gone for passes 2 and 3 before the node hears of it in pass 3, and let go with pass 4
    expect(replaced(policyOf(['hold-down'], 2), passes)).toEqual([[], [], [], one]);
    expect(replaced(policyOf(['hold-down'], 1), passes)).toEqual([[], [], one, []]);
  });

  test('is known from its first pass on though it failed in it', () => {
    expect(replaced(recorded, aces([web(a), { node: 'failed' }], [web(b)]))).toEqual([[], one]);
  });
});

describe('under rules for the roster', () => {
  test('names that come back before they are let go replace nothing', () => {
    const passes = aces([web(a, b)], [web(a)], [web(a)], [web(a, b)]);

    expect(replaced(recorded, passes)).toEqual([[], one, [], one]);
    expect(replaced(policyOf(['hold-down'], 2), passes)).toEqual([[], [], [], []]);
    expect(replaced(policyOf(['hold-down'], 1), passes)).toEqual([[], [], one, one]);
  });

  test('a partial list is given no name that it did not have', () => {
    const part: ContainerParts = { id: 'mesh/part', hosts: [a] };
    const whole = (...hosts: readonly string[]): ContainerParts => ({ id: 'mesh/whole', hosts });
    const passes = aces([[part, whole(a, b)]], [[part, whole(a)]], [[part, whole(a)]]);

    expect(replaced(policyOf(['hold-down'], 1), passes)).toEqual([[], [], ['ace mesh/whole']]);
  });

  test('a change of the spec that meets one of the list is one replacement', () => {
    const newer: ContainerParts[] = [{ hosts: [a], spec: { image: 'web:2' } }];
    const passes = aces([web(a, b)], [web(a)], [newer]);

    expect(replaced(policyOf(['hold-down'], 1), passes)).toEqual([[], [], one]);
  });

  test('the names are told as the policy has them', () => {
    const replay = openReplay(policyOf(['hold-down'], 1));

    const given = stepsOf(aces([web(a, b)], [web(a)], [web(a)])).map((step) => shown(replay.take(step).names));

    expect(given).toEqual([[a, b], [a, b], [a]]);
  });
});

describe('where neither order nor spelling counts', () => {
  test('only another address, or another order of the addresses of one name, replaces', () => {
    const [first, second] = ['b.example:192.0.2.2', 'b.example:192.0.2.9'];
    const passes = aces(
      [web(a, first, second)],
      [web(first, second, a)],
      [web('A.example=192.0.2.1', first, second)],
      [web(a, second, first)],
      [web(a, second)],
    );

    expect(replaced(policyOf(['sorted']), passes)).toEqual([[], [], [], one, one]);
  });
});

describe('where a container is given what it binds', () => {
  const state = (parts: ContainerParts, binds: readonly string[]) => ({
    nodes: { ace: { containers: [bound(binds, parts)] } },
  });

  test('other names replace nothing', () => {
    const passes = [
      pass({ number: 1, state: state({ hosts: [a, b] }, ['a.example']) }),
      pass({ number: 2, state: state({ hosts: [a, c] }, ['a.example']) }),
      pass({ number: 3, state: state({ hosts: ['a.example:192.0.2.9'] }, ['a.example']) }),
    ];

    expect(replaced(policyOf(['scoped']), passes)).toEqual([[], [], one]);
  });
});

describe('on another course', () => {
  test('a node fails that did not: it is handed nothing until the next pass', () => {
    const passes = aces([web(a)], [web(b)], [web(b)]);

    expect(replaced(recorded, passes, { 2: { failing: new Set(['ace']) } })).toEqual([[], [], one]);
  });

  test('a node that failed is handed what the others are', () => {
    const passes = aces(
      [web(a, b), { roster: [a, b] }],
      [web(a, b), { roster: [a], node: 'failed' }],
      [web(a), { roster: [a] }],
    );
    const course = { names: names(a, c), averted: new Set(['ace']) };

    expect(replaced(recorded, passes, { 2: course })).toEqual([[], one, one]);
  });
});
