import { describe, expect, test } from 'vitest';
import { disagreements, passesFilter } from '../../src/diff/disagreements.ts';
import { state } from '../roster/builders.ts';
import { runs } from './builders.ts';

const twoNodes = state({ nodes: { shanks: runs('db:192.0.2.82', 'wiki:192.0.2.4'), ace: runs('db:192.0.2.81') } });
const twoContainers = state({
  nodes: {
    ace: runs('db:192.0.2.81'),
    novox: {
      containers: [
        { id: 'gitea/gitea.server', hosts: ['db:192.0.2.81'] },
        { id: 'umami/umami.server', hosts: ['db:192.0.2.82'] },
        { id: 'wiki/wiki.server', hosts: ['db:'] },
      ],
    },
  },
});

describe('disagreements', () => {
  test('a name that two nodes hold at different addresses', () => {
    expect(disagreements(twoNodes)).toEqual([
      { name: 'db', values: { ace: ['192.0.2.81'], shanks: ['192.0.2.82'] }, containers: [] },
    ]);
  });

  test('a container that kept another address than the rest of its node', () => {
    expect(disagreements(twoContainers)).toEqual([
      {
        name: 'db',
        values: { ace: ['192.0.2.81'] },
        containers: [
          { node: 'novox', container: 'gitea/gitea.server', addresses: ['192.0.2.81'] },
          { node: 'novox', container: 'umami/umami.server', addresses: ['192.0.2.82'] },
        ],
      },
    ]);
  });

  test('a node that lists a name without an address takes no part', () => {
    const mesh = state({ nodes: { ace: runs('db:'), g14: runs('db:192.0.2.81'), novox: runs('db:192.0.2.82') } });

    expect(disagreements(mesh)).toMatchObject([{ values: { g14: ['192.0.2.81'], novox: ['192.0.2.82'] } }]);
  });

  test('stand in the order of names, and nodes that agree make none', () => {
    const mesh = state({
      nodes: {
        ace: runs('wiki:192.0.2.4', 'db:192.0.2.81', 'git:192.0.2.3'),
        g14: runs('wiki:192.0.2.5', 'db:192.0.2.82', 'git:192.0.2.3'),
      },
    });

    expect(disagreements(mesh).map(({ name }) => name)).toEqual(['db', 'wiki']);
  });
});

describe('passesFilter', () => {
  const [ofNodes] = disagreements(twoNodes);
  const [ofContainers] = disagreements(twoContainers);

  test.each([
    [{}, true, true],
    [{ name: 'd*' }, true, true],
    [{ name: 'wiki' }, false, false],
    [{ node: 'shanks' }, true, false],
    [{ node: 'novox' }, false, true],
    [{ container: 'umami.server' }, false, true],
    [{ container: 'umami.server', node: 'ace' }, false, false],
    [{ container: 'wiki.server' }, false, false],
  ])('%j', (filter, nodes, containers) => {
    expect([ofNodes, ofContainers].map((one) => one && passesFilter(one, filter))).toEqual([nodes, containers]);
  });
});
