import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { movedNames, stateDiffer } from '../../src/diff/state-difference.ts';
import { roster, type StateParts, state } from '../roster/builders.ts';
import { state as anyState } from './arbitraries.ts';
import { grounds, mesh, runs } from './builders.ts';

function difference(before: StateParts, after: StateParts, on = grounds()) {
  return stateDiffer()(state(before), state(after), on);
}

const nothing = {
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
};
const allSaw = { roster: true, nodes: ['g14', 'novox'], containers: 3 };
const hub = ['git:192.0.2.3', 'auth:192.0.2.3', 'mail:192.0.2.3'];

describe('moves', () => {
  test('a state differs from itself in nothing', () => {
    fc.assert(
      fc.property(anyState, (one) => {
        expect(stateDiffer()(one, one, grounds())).toEqual(nothing);
      }),
    );
  });

  test('the same move in every container of every node is said once, with its owner, its reason and its reach', () => {
    const { moves } = difference(mesh([...hub, 'forge:192.0.2.2']), mesh(hub));

    expect(moves).toEqual([
      {
        name: 'forge',
        kind: 'removed',
        before: ['192.0.2.2'],
        after: [],
        owner: 'g14',
        reason: 'withdrawn',
        evidence: 'recorded',
        seenBy: allSaw,
      },
    ]);
  });

  test.each([
    ['planned', 'withdrawn', 'recorded'],
    ['failed', 'lost', 'recorded'],
    ['unreported', 'unknown', null],
  ] as const)('a name that goes while its owner is %s is %s', (outcome, reason, evidence) => {
    const { moves } = difference(mesh([...hub, 'forge:192.0.2.2']), mesh(hub), grounds({ g14: outcome }));

    expect(moves).toMatchObject([{ name: 'forge', reason, evidence }]);
  });

  test("all of one owner's routed names that go at once look lost", () => {
    const all = [...hub, 'g14.internal:192.0.2.2', 'forge:192.0.2.2', 'books:192.0.2.2'];
    const { moves } = difference(mesh(all), mesh([...hub, 'g14.internal:192.0.2.2']));

    expect(moves.map(({ name, reason, evidence }) => [name, reason, evidence])).toEqual([
      ['books', 'lost', 'inferred'],
      ['forge', 'lost', 'inferred'],
    ]);
  });

  test('a name without an owner went for no reason that is known', () => {
    const { moves } = difference(mesh([...hub, 'elsewhere:198.51.100.1']), mesh(hub));

    expect(moves).toMatchObject([{ name: 'elsewhere', owner: null, reason: 'unknown', evidence: null }]);
  });

  test('a name that comes is new, or has returned where it was held before', () => {
    const [before, after] = [mesh(hub), mesh([...hub, 'forge:192.0.2.2'])];

    expect(difference(before, after).moves).toMatchObject([
      { name: 'forge', kind: 'added', owner: 'g14', reason: 'new', evidence: null, seenBy: allSaw },
    ]);
    expect(difference(before, after, grounds({}, { heldBefore: (name) => name === 'forge' })).moves).toMatchObject([
      { name: 'forge', kind: 'added', reason: 'returned', evidence: null },
    ]);
  });

  test('a moved name is owned by the node that it went to', () => {
    const { moves } = difference(mesh([...hub, 'wiki:192.0.2.2']), mesh([...hub, 'wiki:192.0.2.3']));

    expect(moves).toEqual([
      {
        name: 'wiki',
        kind: 'moved',
        before: ['192.0.2.2'],
        after: ['192.0.2.3'],
        owner: 'novox',
        reason: null,
        evidence: null,
        seenBy: allSaw,
      },
    ]);
  });

  test('a name with the same addresses in another order was reordered', () => {
    const { moves, replacements } = difference(
      mesh(['db:192.0.2.2', 'db:192.0.2.3']),
      mesh(['db:192.0.2.3', 'db:192.0.2.2']),
    );

    expect(moves).toMatchObject([{ name: 'db', kind: 'reordered', before: ['192.0.2.2', '192.0.2.3'] }]);
    expect(replacements.byCause).toEqual({ roster: 3, order: 0, spelling: 0, spec: 0, unexplained: 0 });
  });

  test('moves stand in the order of owners, names and addresses', () => {
    const before = mesh(['git:192.0.2.3', 'books:192.0.2.2', 'z:198.51.100.1', 'forge:192.0.2.2'], {
      nodes: { ace: runs('git:192.0.2.4', 'git2:192.0.2.9') },
    });
    const { moves } = difference(before, mesh([], { nodes: { ace: runs() } }));

    expect(moves.map(({ owner, name, before: held }) => [owner, name, held.join()])).toEqual([
      [null, 'git', '192.0.2.4'],
      [null, 'git2', '192.0.2.9'],
      [null, 'z', '198.51.100.1'],
      ['g14', 'books', '192.0.2.2'],
      ['g14', 'forge', '192.0.2.2'],
      ['novox', 'git', '192.0.2.3'],
    ]);
  });
});

describe('views', () => {
  test('two nodes that steadily disagree move nothing', () => {
    const steady = { nodes: { ace: runs('db:192.0.2.81', 'wiki:192.0.2.4'), g14: runs('db:192.0.2.82') } };
    const next = { nodes: { ace: runs('db:192.0.2.81'), g14: runs('db:192.0.2.82') } };

    expect(difference(steady, next).moves.map(({ name }) => name)).toEqual(['wiki']);
  });

  test('a name that moved on one node only is told of that node', () => {
    const before = { nodes: { ace: runs('db:192.0.2.81'), g14: runs('db:192.0.2.82') } };
    const after = { nodes: { ace: runs('db:192.0.2.81'), g14: runs('db:192.0.2.83') } };

    expect(difference(before, after).moves).toMatchObject([
      { name: 'db', kind: 'moved', seenBy: { roster: false, nodes: ['g14'], containers: 1 } },
    ]);
  });

  test('agreement that turns into disagreement is a move where it happened, and not in the roster', () => {
    const before = { nodes: { ace: runs('db:192.0.2.81'), g14: runs('db:192.0.2.81') } };
    const after = { nodes: { ace: runs('db:192.0.2.81'), g14: runs('db:192.0.2.82') } };

    for (const [from, to] of [
      [before, after],
      [after, before],
    ] as const) {
      expect(difference(from, to).moves).toMatchObject([
        { name: 'db', kind: 'moved', seenBy: { roster: false, nodes: ['g14'], containers: 1 } },
      ]);
    }
  });

  test('containers of one node that disagree are told one by one', () => {
    const list = (first: string, second: string) => ({
      nodes: {
        novox: {
          containers: [
            { id: 'a', hosts: [first] },
            { id: 'b', hosts: [second] },
          ],
        },
      },
    });

    expect(
      difference(list('db:192.0.2.81', 'db:192.0.2.81'), list('db:192.0.2.82', 'db:192.0.2.81')).moves,
    ).toMatchObject([
      { name: 'db', after: ['192.0.2.82'], seenBy: { roster: false, nodes: ['novox'], containers: 1 } },
    ]);
  });

  test('a given roster is a view of its own: what it says is told though no container follows', () => {
    const { moves, replacements } = difference(
      mesh(['db:192.0.2.81'], { roster: ['db:192.0.2.81'] }),
      mesh(['db:192.0.2.81'], { roster: ['db:192.0.2.82'] }),
    );

    expect(moves).toMatchObject([{ name: 'db', seenBy: { roster: true, nodes: [], containers: 0 } }]);
    expect(replacements.total).toBe(0);
  });

  test("a node's own roster is its view", () => {
    const given = (text: string) => ({ nodes: { ace: { roster: [text] }, g14: { roster: ['db:192.0.2.9'] } } });

    expect(difference(given('db:192.0.2.81'), given('db:192.0.2.82')).moves).toMatchObject([
      { name: 'db', seenBy: { roster: false, nodes: ['ace'], containers: 0 } },
    ]);
  });

  test('a roster that is given for the first time is not told from a derived one', () => {
    expect(difference(mesh(['db:192.0.2.81']), mesh(['db:192.0.2.81'], { roster: ['wiki:192.0.2.4'] })).moves).toEqual(
      [],
    );
  });

  test('a container that carries but its own names is told of those', () => {
    const scoped = (hosts: readonly string[]) => ({
      roster: ['forge:192.0.2.2', 'git:192.0.2.3', ...hosts],
      nodes: {
        novox: {
          containers: [
            { id: 'a', hosts },
            { id: 'b', hosts: ['git:192.0.2.3'] },
          ],
        },
      },
    });

    expect(difference(scoped(['db:192.0.2.81']), scoped(['db:192.0.2.82']))).toMatchObject({
      moves: [{ name: 'db', seenBy: { roster: true, nodes: ['novox'], containers: 1 } }],
      replacements: { total: 1, containers: [{ container: 'a', causes: ['roster'], names: ['db'] }] },
    });
  });

  test('names that a container alone carried did not vanish where the roster held more of their owner', () => {
    const scoped = (hosts: readonly string[]) => ({
      roster: ['git:192.0.2.3', 'chat:192.0.2.2', ...hosts],
      nodes: {
        g14: { address: '192.0.2.2' },
        novox: { address: '192.0.2.3', containers: [{ hosts }] },
      },
    });

    const { moves } = difference(scoped(['forge:192.0.2.2', 'books:192.0.2.2']), scoped([]));

    expect(moves.map(({ name, reason }) => [name, reason])).toEqual([
      ['books', 'withdrawn'],
      ['forge', 'withdrawn'],
    ]);
  });
});

describe('nodes', () => {
  test('a node that is seen for the first time moves and creates nothing', () => {
    expect(
      difference(
        { nodes: { ace: runs('a:192.0.2.1') } },
        { nodes: { ace: runs('a:192.0.2.1'), g14: runs('b:192.0.2.2') } },
      ),
    ).toEqual({
      ...nothing,
      firstSeen: ['g14'],
    });
  });

  test('the names of a new node that a given roster takes in are new', () => {
    const before = { roster: ['a:192.0.2.1'], nodes: { ace: runs('a:192.0.2.1') } };
    const after = { roster: ['a:192.0.2.1', 'b:192.0.2.2'], nodes: { ...before.nodes, g14: runs('b:192.0.2.2') } };

    expect(difference(before, after)).toMatchObject({
      moves: [{ name: 'b', reason: 'new', seenBy: { roster: true, nodes: [], containers: 0 } }],
      firstSeen: ['g14'],
    });
  });

  test('the first nodes of a mesh are first seen, and move nothing', () => {
    expect(difference({}, mesh(hub)).moves).toEqual([]);
    expect(difference({}, mesh(hub)).firstSeen).toEqual(['g14', 'novox']);
  });

  test('containers that come and go are told with their place', () => {
    const before = { nodes: { g14: { containers: [{ id: 'a' }] } } };
    const after = { nodes: { g14: { containers: [{ id: 'b' }] } } };

    expect(difference(before, after).replacements).toEqual({
      ...nothing.replacements,
      created: [{ node: 'g14', container: 'b' }],
      removed: [{ node: 'g14', container: 'a' }],
    });
  });
});

describe('the text of a roster', () => {
  test.each([
    ['order', ['b:192.0.2.2', 'a:192.0.2.1'], { order: true, spelling: false }],
    ['spelling', ['A:192.0.2.1', 'b:192.0.2.2'], { order: false, spelling: true }],
    ['a move', ['a:192.0.2.9', 'b:192.0.2.2'], { order: false, spelling: false }],
  ])('%s of the roster', (_, texts, rosterText) => {
    const before = ['a:192.0.2.1', 'b:192.0.2.2'];

    expect(difference({ roster: before, nodes: {} }, { roster: texts, nodes: {} }).rosterText).toEqual(rosterText);
    expect(
      difference({ nodes: { ace: { roster: before } } }, { nodes: { ace: { roster: texts } } }).rosterText,
    ).toEqual(rosterText);
  });

  test('another order replaces containers and moves no name', () => {
    expect(difference(mesh(['a:192.0.2.1', 'b:192.0.2.2']), mesh(['b:192.0.2.2', 'a:192.0.2.1']))).toMatchObject({
      moves: [],
      replacements: { total: 3, byCause: { roster: 0, order: 3, spelling: 0, spec: 0, unexplained: 0 } },
    });
  });
});

describe('replacements', () => {
  test('every container whose identity changed is listed, with a cause', () => {
    fc.assert(
      fc.property(anyState, anyState, (before, after) => {
        const { containers } = stateDiffer()(before, after, grounds()).replacements;
        const listed = new Map(containers.map((one) => [`${one.node} ${one.container}`, one]));

        for (const [node, { containers: own }] of after.nodes) {
          for (const [id, { hosts, spec }] of own) {
            const last = before.nodes.get(node)?.containers.get(id);
            if (!last || (last.hosts.digest === hosts.digest && last.spec.digest === spec.digest)) continue;
            expect(listed.get(`${node} ${id}`)?.causes.length).toBeGreaterThan(0);
          }
        }
      }),
    );
  });

  test('the total and the causes count what is listed and was not seen to stay', () => {
    fc.assert(
      fc.property(anyState, anyState, (before, after) => {
        const { containers, total, byCause } = stateDiffer()(before, after, grounds()).replacements;
        const counted = containers.filter(({ observed }) => observed !== false);

        expect(total).toBe(counted.length);
        for (const [cause, number] of Object.entries(byCause)) {
          expect(number).toBe(counted.filter(({ causes }) => causes.some((one) => one === cause)).length);
        }
      }),
    );
  });
});

describe('stateDiffer', () => {
  test('the same pair with the same reasons gives the same object', () => {
    const differ = stateDiffer();
    const [full, short] = [state(mesh([...hub, 'forge:192.0.2.2'])), state(mesh(hub))];

    const first = differ(full, short, grounds());

    expect(differ(state(mesh([...hub, 'forge:192.0.2.2'])), short, grounds({ novox: 'failed' }))).toBe(first);
    expect(differ(full, short, grounds({ g14: 'failed' }))).not.toBe(first);
    expect(differ(full, short, grounds({}, { observing: false }))).not.toBe(first);
    expect(differ(short, full, grounds()).moves).toMatchObject([{ kind: 'added' }]);
  });

  test('a roster with other owners is another state', () => {
    const differ = stateDiffer();
    const owned = (node: string) => state({ roster: roster(['db:192.0.2.81'], { db: node }) });
    const after = state({ roster: [] });

    expect(differ(owned('ace'), after, grounds()).moves).toMatchObject([{ owner: 'ace' }]);
    expect(differ(owned('g14'), after, grounds()).moves).toMatchObject([{ owner: 'g14' }]);
  });

  test('many pairs of states do not pile up', () => {
    const differ = stateDiffer();
    const states = Array.from({ length: 70 }, (_, number) => state({ roster: [`db:192.0.2.${number}`], nodes: {} }));
    const compare = (index: number) => differ(states[index] as never, states[index + 1] as never, grounds());

    const first = compare(0);
    for (let index = 1; index < 66; index++) compare(index);

    expect(compare(0)).toEqual(first);
    expect(compare(0)).not.toBe(first);
    expect(compare(65)).toBe(compare(65));
  });
});

test('a name that moved in two views moved once', () => {
  const moved = difference(
    { nodes: { ace: runs('db:192.0.2.81'), g14: runs('db:192.0.2.82') } },
    { nodes: { ace: runs('db:192.0.2.83'), g14: runs('db:192.0.2.84') } },
  );

  expect(moved.moves.map(({ name, before, after }) => [name, before, after])).toEqual([
    ['db', ['192.0.2.81'], ['192.0.2.83']],
    ['db', ['192.0.2.82'], ['192.0.2.84']],
  ]);
  expect(movedNames(moved)).toEqual(new Set(['db']));
  expect(movedNames(null)).toEqual(new Set());
});
