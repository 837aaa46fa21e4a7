import { expect, test } from 'vitest';
import { chosenContainers, containerBlocks } from '../../src/report/container-blocks.ts';
import { pass } from '../roster/builders.ts';
import { plain } from './builders.ts';

const recorded = pass({
  state: {
    nodes: {
      ace: { containers: [{ id: 'wiki/wiki.server', engine: { id: '0123' }, spec: { image: 'b', env: { A: '1' } } }] },
      g14: {
        containers: [{ id: 'wiki/wiki.server', hosts: ['Db:192.0.2.81'], engine: { id: null } }, { id: 'other' }],
      },
    },
  },
});

test('each container as text, with its place and its engine id', () => {
  expect(plain(containerBlocks(recorded, { container: 'wiki*' })).split('\n')).toEqual([
    'wiki.server (wiki) on ace',
    'engine id: 0123',
    'hosts:',
    'spec:',
    '  {',
    '    "env": {',
    '      "A": "1"',
    '    },',
    '    "image": "b"',
    '  }',
    '',
    '',
    'wiki.server (wiki) on g14',
    'hosts:',
    '  Db:192.0.2.81',
    'spec:',
    '  {}',
    '',
    '',
  ]);
});

test('none', () => {
  expect(plain(containerBlocks(recorded, { container: 'nothing' }))).toBe('no such container in this pass\n');
});

test('chosenContainers leaves out nodes without one', () => {
  const chosen = chosenContainers(recorded, { container: 'other' });

  expect(chosen.map(({ node, containers }) => [node.node, containers.map(({ id }) => id)])).toEqual([
    ['g14', ['other']],
  ]);
  expect(chosenContainers(recorded, { node: 'ace' })).toHaveLength(1);
});
