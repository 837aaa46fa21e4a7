import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { didSomething, explainPair, explainPasses, explainWindow } from '../../src/diff/window.ts';
import { namesOf, type Pass } from '../../src/roster/index.ts';
import { container, nodeState, pass, roster } from '../roster/builders.ts';
import { passes as anyPasses } from './arbitraries.ts';
import { mesh, passesOf, recordingGap, runs } from './builders.ts';

const full = mesh(['git:192.0.2.3', 'forge:192.0.2.2', 'books:192.0.2.2']);
const short = mesh(['git:192.0.2.3']);

describe('explainPasses', () => {
  test('compares each pass with the one before it, the first with the baseline', () => {
    const [baseline, ...rest] = passesOf(full, short, short, full) as [Pass, ...Pass[]];

    const explained = [...explainPasses(rest, baseline)];

    expect(explained.map(({ explained: one }) => [one.pass.number, one.difference?.moves.length])).toEqual([
      [2, 2],
      [3, 0],
      [4, 2],
    ]);
    expect(explained[0]?.state).toBe(rest[0]?.state);
    expect(explained[0]?.explained.sizes).toEqual(
      new Map([
        ['g14', 1],
        ['novox', 2],
      ]),
    );
  });

  test('a pass without one before it is compared with nothing', () => {
    const [first] = [...explainPasses(passesOf(full), null)];

    expect(first?.explained.difference).toBeNull();
    expect(first?.whole).toBeNull();
  });

  test('a name that comes has returned where an earlier pass of the window removed it', () => {
    const [baseline, ...rest] = passesOf(full, short, full) as [Pass, ...Pass[]];

    const reasons = [...explainPasses(rest, baseline)].map(({ explained }) => explained.difference?.moves[0]?.reason);

    expect(reasons).toEqual(['lost', 'returned']);
    expect([...explainPasses(rest.slice(1), rest[0] ?? null)][0]?.explained.difference?.moves[0]?.reason).toBe('new');
  });

  test('is lazy', () => {
    function* endless() {
      for (let number = 1; ; number++) yield pass({ number, state: number % 2 === 0 ? full : short });
    }
    let seen = 0;
    for (const { explained } of explainPasses(endless(), null)) {
      seen = explained.pass.number;
      if (seen === 3) break;
    }

    expect(seen).toBe(3);
  });

  test('a filter takes from what is told, and not from what it rests on', () => {
    const [baseline, ...rest] = passesOf(full, short, full) as [Pass, ...Pass[]];

    const [first, second] = [...explainPasses(rest, baseline, { name: 'forge' })];

    expect(first?.explained.difference?.moves).toMatchObject([{ name: 'forge', reason: 'lost' }]);
    expect(first?.whole?.moves).toHaveLength(2);
    expect(second?.explained.difference?.moves).toMatchObject([{ name: 'forge', reason: 'returned' }]);
  });

  test('a flap between two values over ten thousand passes costs two list differences', () => {
    const lists = [mesh(['a:192.0.2.1', 'forge:192.0.2.2']), mesh(['a:192.0.2.1'])];
    const read = { entries: 0 };
    const states = lists.map(({ nodes }) => {
      const [hosts] = Object.values(nodes ?? {}).map((parts) => parts.containers?.[0]?.hosts as readonly string[]);
      const shared = container({ hosts: hosts ?? [] }).hosts;
      const counted = {
        ...shared,
        get entries() {
          read.entries += 1;
          return shared.entries;
        },
      };
      const containers = Array.from({ length: 30 }, (_, index) => container({ id: `m/${index}`, hosts: counted }));
      return new Map(['ace', 'g14', 'novox', 'shanks'].map((node) => [node, nodeState(node, { containers })]));
    });
    const flap = function* (): Generator<Pass> {
      for (let number = 1; number <= 10_000; number++) {
        yield pass({ number, state: { roster: null, nodes: new Map(states[number % 2]) } });
      }
    };

    const window = explainWindow(flap(), null);

    expect(window.groups).toMatchObject([{ names: ['forge'], replacements: 9_999 * 120 }]);
    // each of both lists: its names once, its entries once for each of the two differences
    expect(read.entries).toBeLessThan(20);
  });
});

describe('explainWindow', () => {
  test('a window that ends where it began has moved names and an empty net', () => {
    const [baseline, ...rest] = passesOf(full, short, full) as [Pass, ...Pass[]];

    const window = explainWindow(rest, baseline);

    expect(window.groups).toMatchObject([{ names: ['books', 'forge'], replacements: 6 }]);
    expect(window.net).toEqual({
      moves: [],
      replacements: {
        total: 0,
        byCause: { roster: 0, order: 0, spelling: 0, spec: 0, unexplained: 0 },
        created: [],
        removed: [],
        containers: [],
      },
      rosterText: { order: false, spelling: false },
      firstSeen: [],
    });
  });

  test('the net of any window that ends where it began is empty', () => {
    fc.assert(
      fc.property(anyPasses, (passes) => {
        const [first] = passes as [Pass];
        const { net } = explainWindow([...passes, { ...first, number: passes.length + 1 }], first);

        expect(net).toMatchObject({ moves: [], replacements: { total: 0, created: [], removed: [] }, firstSeen: [] });
      }),
    );
  });

  test('a net move has the reason of the last move of its kind', () => {
    const [baseline, ...rest] = passesOf(full, short, full, short) as [Pass, ...Pass[]];
    const failing = rest.map((one) => ({
      ...one,
      outcomes: one.outcomes.map((outcome) =>
        outcome.node === 'g14' ? { ...outcome, outcome: 'failed' as const } : outcome,
      ),
    }));

    expect(explainWindow(rest, baseline).net?.moves).toMatchObject([
      { name: 'books', reason: 'lost', evidence: 'inferred' },
      { name: 'forge', reason: 'lost', evidence: 'inferred' },
    ]);
    expect(explainWindow(failing, baseline).net?.moves).toMatchObject([
      { name: 'books', reason: 'lost', evidence: 'recorded' },
      { name: 'forge', reason: 'lost', evidence: 'recorded' },
    ]);
  });

  test('a net move that no pass made as such has no reason but what the states tell', () => {
    const passes = passesOf(mesh(['wiki:192.0.2.2']), mesh([]), mesh(['wiki:192.0.2.3']));

    expect(explainWindow(passes, null).net?.moves).toMatchObject([{ name: 'wiki', kind: 'moved', reason: null }]);
  });

  test('a window without a pass before it has its net from its first pass on', () => {
    const window = explainWindow(passesOf(full, short), null);

    expect(window.baseline).toBeNull();
    expect(window.net?.moves).toHaveLength(2);
  });

  test('a window without passes holds nothing', () => {
    expect(explainWindow([], null)).toEqual({
      filter: {},
      baseline: null,
      passes: [],
      net: null,
      disagreements: [],
      groups: [],
      coincidences: [],
      gaps: [],
    });
  });

  test('engine ids are evidence between neighbouring passes, and not over the window', () => {
    const running = (number: number, id: string) =>
      pass({ number, state: { nodes: { ace: { containers: [{ engine: { id } }] } } } });

    const window = explainWindow([running(2, '2'), running(3, '3')], running(1, '1'));

    expect(window.passes.map(({ difference }) => difference?.replacements.byCause.unexplained)).toEqual([1, 1]);
    expect(window.net?.replacements.total).toBe(0);
  });

  test('tells of disagreements after its last pass, as far as the filter goes', () => {
    const passes = passesOf({ nodes: { ace: runs('db:192.0.2.81', 'git:192.0.2.3'), g14: runs('db:192.0.2.82') } });

    expect(explainWindow(passes, null).disagreements).toMatchObject([{ name: 'db' }]);
    expect(explainWindow(passes, null, { name: 'git' }).disagreements).toEqual([]);
    expect(explainWindow([], passes[0] ?? null).disagreements).toMatchObject([{ name: 'db' }]);
  });

  test('tells of gaps, those between the pass before it and its first one among them', () => {
    const [baseline, ...rest] = ['7', '8', '10'].map((key, index) =>
      pass({ number: index + 1, key, state: full, outcomes: index === 2 ? [{ node: 'g14', outcome: 'partial' }] : [] }),
    ) as [Pass, ...Pass[]];

    expect(explainWindow(rest, baseline).gaps.map(({ kind, pass: number }) => [kind, number])).toEqual([
      ['partial', 3],
      ['missing', 3],
    ]);
    expect(explainWindow(rest, null).gaps.map(({ kind }) => kind)).toEqual(['partial']);
  });

  test('tells of the gaps that the recorder told of', () => {
    const [baseline, ...rest] = passesOf(full, full, full) as [Pass, ...Pass[]];

    expect(explainWindow(rest, baseline, {}, [recordingGap(1.2, 1.8), recordingGap(3.5, null)]).gaps).toMatchObject([
      { kind: 'not-running', pass: 2, breaks: [2] },
      { kind: 'not-running', pass: null, breaks: [] },
    ]);
  });

  test('a trigger coincides only where nothing of it moved at all, also where a filter hides the move', () => {
    const [baseline, next] = passesOf(full, mesh(['forge:192.0.2.2'])) as [Pass, Pass];
    const triggered = { ...next, trigger: 'withdraw git' };

    expect(explainWindow([triggered], baseline, { name: 'books' }).coincidences).toEqual([]);
    expect(
      explainWindow([{ ...next, trigger: 'route forge' }], baseline, { name: 'books' }).coincidences,
    ).toMatchObject([{ trigger: 'route forge', absent: [] }]);
    expect(explainWindow([{ ...next, trigger: 'route forge' }], baseline, { name: 'forge' }).coincidences).toEqual([]);
  });

  test('no name moves that no state of the window holds', () => {
    fc.assert(
      fc.property(anyPasses, (passes) => {
        const known = new Set(
          passes.flatMap(({ state: { roster: given, nodes } }) => [
            ...(given ? namesOf(given.list).keys() : []),
            ...[...nodes.values()].flatMap((node) => [
              ...(node.roster ? namesOf(node.roster.list).keys() : []),
              ...[...node.containers.values()].flatMap(({ hosts }) => [...namesOf(hosts).keys()]),
            ]),
          ]),
        );
        const { groups } = explainWindow(passes, null);

        expect(groups.flatMap(({ names }) => names).filter((name) => !known.has(name))).toEqual([]);
      }),
    );
  });
});

describe('explainPair', () => {
  test('compares two states, whatever lies between them', () => {
    const [first, , third] = passesOf(full, short, short) as [Pass, Pass, Pass];

    const window = explainPair(first, third, { name: 'forge' });

    expect(window.baseline?.number).toBe(1);
    expect(window.passes.map(({ pass: { number }, difference }) => [number, difference?.moves.length])).toEqual([
      [3, 1],
    ]);
    expect(window.filter).toEqual({ name: 'forge' });
  });

  test('passes between them are no gap', () => {
    const [first, , , fourth] = passesOf(full, full, full, full) as [Pass, Pass, Pass, Pass];
    const outcomes = [{ node: 'g14', outcome: 'partial' as const, error: null }];

    expect(explainPair(first, { ...fourth, outcomes }).gaps.map(({ kind }) => kind)).toEqual(['partial']);
  });

  test('tells of the gaps between them, in whichever order they are compared', () => {
    const [first, , third] = passesOf(full, full, full) as [Pass, Pass, Pass];
    const gaps = [recordingGap(1.2, 2.8)];

    expect(explainPair(first, third, {}, gaps).gaps).toMatchObject([{ kind: 'not-running', pass: 3, breaks: [3] }]);
    expect(explainPair(third, first, {}, gaps).gaps).toMatchObject([{ kind: 'not-running', pass: 3, breaks: [3] }]);
  });

  test('engine ids are evidence only between neighbours: over more passes a container may have been replaced in between', () => {
    const running = (number: number, id: string) =>
      pass({ number, state: { nodes: { ace: { containers: [{ engine: { id } }] } } } });

    const total = (first: Pass, second: Pass) => explainPair(first, second).passes[0]?.difference?.replacements.total;

    expect(total(running(1, '1'), running(2, '2'))).toBe(1);
    expect(total(running(1, '1'), running(3, '2'))).toBe(0);
  });
});

describe('didSomething', () => {
  test.each([
    ['a name that moved', { roster: ['a:192.0.2.1'] }, { roster: [] }, true],
    ['a container that came', { nodes: { ace: {} } }, { nodes: { ace: runs() } }, true],
    ['a container that went', { nodes: { ace: runs() } }, { nodes: { ace: {} } }, true],
    ['a node that was first seen', { nodes: { ace: {} } }, { nodes: { ace: {}, g14: runs() } }, false],
    [
      'another order of a roster',
      { roster: ['a:192.0.2.1', 'b:192.0.2.2'] },
      { roster: ['b:192.0.2.2', 'a:192.0.2.1'] },
      false,
    ],
    ['nothing', {}, {}, false],
  ])('%s: %s', (_, before, after, did) => {
    const [, explained] = [...explainPasses(passesOf(before, after), null)];

    expect(explained && didSomething(explained.explained)).toBe(did);
  });

  test('a pass without one before it did nothing that is known', () => {
    expect(didSomething({ difference: null })).toBe(false);
  });
});

test('a roster that names other owners is another state of the mesh', () => {
  const owned = (node: string) => ({ roster: roster(['db:192.0.2.81'], { db: node }) });

  expect(explainWindow(passesOf(owned('ace'), owned('g14')), null).groups).toEqual([]);
});
