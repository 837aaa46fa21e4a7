import { describe, expect, test } from 'vitest';
import { type Stale, staleOf } from '../../src/diff/index.ts';
import type { Pass } from '../../src/roster/index.ts';
import { container, startMs } from '../roster/builders.ts';
import { passesOf } from './builders.ts';

/** What is stale of novox, whose container `web` was declared with these lists pass by pass, and runs with this one. */
function stale(declared: readonly (readonly string[])[], running: readonly string[], mayLackNames = false): Stale {
  const passes = passesOf(
    ...declared.map((hosts) => ({ nodes: { novox: { containers: [{ id: 'a/web', hosts }, { id: 'a/db' }] } } })),
  );
  const node = (passes.at(-1) as Pass).state.nodes.get('novox');
  if (!node) throw new Error('no declaration');
  const containers = [container({ id: 'web', hosts: running }), container({ id: 'watchtower' })];
  return staleOf([{ declared: node, running: containers, mayLackNames }], [passes]);
}

const web = { node: 'novox', container: 'a/web' };

describe('a container is stale', () => {
  test('where it holds another address than is declared, since the pass that moved the name', () => {
    expect(stale([['db.internal:192.0.2.2'], ['db.internal:192.0.2.9']], ['db.internal:192.0.2.2'])).toEqual({
      matched: 1,
      stale: [
        {
          ...web,
          names: [
            {
              name: 'db.internal',
              kind: 'moved',
              holds: ['192.0.2.2'],
              declared: ['192.0.2.9'],
              since: { pass: 2, at: startMs + 120_000 },
              passes: 1,
              wasDeclared: true,
            },
          ],
        },
      ],
      notDeclared: [{ node: 'novox', container: 'watchtower' }],
      notRunning: [{ node: 'novox', container: 'a/db' }],
      writtenOtherwise: [],
      resolvedGateway: [],
    });
  });

  test('where it holds what is no longer declared, or lacks what is', () => {
    const [found] = stale([['a.internal:192.0.2.1'], ['b.internal:192.0.2.2']], ['a.internal:192.0.2.1']).stale;

    expect(found?.names.map(({ name, kind, holds, declared }) => [name, kind, holds, declared])).toEqual([
      ['a.internal', 'removed', ['192.0.2.1'], []],
      ['b.internal', 'added', [], ['192.0.2.2']],
    ]);
  });

  test('where another address of a name comes first', () => {
    const lists = [['a.internal:192.0.2.1,192.0.2.2'], ['a.internal:192.0.2.2,192.0.2.1']];
    const [found] = stale(lists, lists[0] as string[]).stale;

    expect(found?.names).toMatchObject([{ kind: 'reordered', since: { pass: 2 } }]);
  });

  test('and what is besides written otherwise is not told of it', () => {
    const found = stale(
      [['a.internal:192.0.2.1', 'b.internal:192.0.2.2', 'c.internal:192.0.2.3']],
      ['b.internal:192.0.2.2', 'a.internal:192.0.2.1'],
    );

    expect([found.stale.length, found.writtenOtherwise]).toEqual([1, []]);
  });
});

describe('a container is not stale', () => {
  test('where its entries stand in another order or are spelled otherwise', () => {
    const declared = [['a.internal:192.0.2.1', 'b.internal:2001:db8::1']];

    for (const running of [
      ['b.internal:2001:db8::1', 'a.internal:192.0.2.1'],
      ['A.internal.:192.0.2.1', 'b.internal=2001:DB8:0::1'],
    ]) {
      expect(stale(declared, running)).toMatchObject({ stale: [], writtenOtherwise: [web] });
    }
  });

  test('where the first address is the same and the others stand in another order', () => {
    expect(
      stale([['a.internal:192.0.2.1,192.0.2.2,192.0.2.3']], ['a.internal:192.0.2.1,192.0.2.3,192.0.2.2']),
    ).toMatchObject({ stale: [], writtenOtherwise: [web] });
  });

  test('where a list that may lack names lacks one', () => {
    const declared = [['a.internal:192.0.2.1', 'b.internal:192.0.2.2']];

    expect(stale(declared, ['a.internal:192.0.2.1'], true).stale).toEqual([]);
    expect(stale(declared, ['a.internal:192.0.2.9'], true).stale).toMatchObject([{ names: [{ kind: 'moved' }] }]);
  });

  test('where an engine made an address of host-gateway', () => {
    expect(stale([['gw.internal:host-gateway']], ['gw.internal:192.0.2.1'])).toMatchObject({
      stale: [],
      resolvedGateway: [web],
    });
    expect(stale([['gw.internal:192.0.2.1']], ['gw.internal:host-gateway'])).toMatchObject({
      stale: [],
      resolvedGateway: [web],
    });
  });

  test('unless the address in the place of host-gateway was declared before', () => {
    expect(stale([['gw.internal:192.0.2.1'], ['gw.internal:host-gateway']], ['gw.internal:192.0.2.1'])).toMatchObject({
      stale: [{ names: [{ name: 'gw.internal', since: { pass: 2 } }] }],
      resolvedGateway: [],
    });
  });

  test('and what is no address is none that an engine made', () => {
    expect(stale([['gw.internal:host-gateway']], ['gw.internal:nonsense']).stale).toHaveLength(1);
    expect(stale([['gw.internal:host-gateway']], []).stale).toHaveLength(1);
  });
});
