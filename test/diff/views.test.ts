import { describe, expect, test } from 'vitest';
import { meshView, nodeView } from '../../src/diff/views.ts';
import { nodeState, state } from '../roster/builders.ts';
import { runs } from './builders.ts';

describe('nodeView', () => {
  test('a given roster is the view, whatever the containers carry', () => {
    const node = nodeState('g14', { ...runs('db:192.0.2.81'), roster: ['db:192.0.2.82'] });

    expect(nodeView(node)).toEqual({ names: new Map([['db', ['192.0.2.82']]]), disputed: new Set() });
  });

  test('without a roster it holds every name of every hosts list', () => {
    const node = nodeState('g14', {
      containers: [
        { id: 'a', hosts: ['db:192.0.2.81'] },
        { id: 'b', hosts: ['db:192.0.2.81', 'wiki:192.0.2.4'] },
      ],
    });

    expect(nodeView(node)).toEqual({
      names: new Map([
        ['db', ['192.0.2.81']],
        ['wiki', ['192.0.2.4']],
      ]),
      disputed: new Set(),
    });
  });

  test('a name on which hosts lists disagree is disputed and no part of it', () => {
    const node = nodeState('g14', {
      containers: [
        { id: 'a', hosts: ['db:192.0.2.81', 'wiki:192.0.2.4'] },
        { id: 'b', hosts: ['db:192.0.2.82'] },
      ],
    });

    expect(nodeView(node)).toEqual({ names: new Map([['wiki', ['192.0.2.4']]]), disputed: new Set(['db']) });
  });

  test('a list that names no address disputes none', () => {
    const node = nodeState('g14', {
      containers: [
        { id: 'a', hosts: ['db:', 'wiki:192.0.2.4'] },
        { id: 'b', hosts: ['db:192.0.2.82', 'wiki:'] },
      ],
    });

    expect(nodeView(node)).toEqual({
      names: new Map([
        ['db', ['192.0.2.82']],
        ['wiki', ['192.0.2.4']],
      ]),
      disputed: new Set(),
    });
  });

  test('a node without containers holds nothing', () => {
    expect(nodeView(nodeState('g14'))).toEqual({ names: new Map(), disputed: new Set() });
  });

  test('is made once for each node state', () => {
    const node = nodeState('g14', runs('db:192.0.2.81'));

    expect(nodeView(node)).toBe(nodeView(node));
  });
});

describe('meshView', () => {
  test('a given roster is the view, whatever the nodes carry', () => {
    const mesh = state({ roster: ['db:192.0.2.82'], nodes: { g14: runs('db:192.0.2.81') } });

    expect(meshView(mesh)).toEqual({ names: new Map([['db', ['192.0.2.82']]]), disputed: new Set() });
  });

  test('without a roster it holds the names on which the nodes agree', () => {
    const mesh = state({ nodes: { ace: runs('db:192.0.2.81', 'wiki:192.0.2.4'), g14: runs('db:192.0.2.82') } });

    expect(meshView(mesh)).toEqual({ names: new Map([['wiki', ['192.0.2.4']]]), disputed: new Set(['db']) });
    expect(meshView(mesh)).toBe(meshView(mesh));
  });

  test('a name on which the containers of one node disagree is disputed in the mesh too', () => {
    const containers = [
      { id: 'a', hosts: ['db:192.0.2.81'] },
      { id: 'b', hosts: ['db:192.0.2.82'] },
    ];
    const disputed = { names: new Map(), disputed: new Set(['db']) };

    expect(meshView(state({ nodes: { g14: { containers } } }))).toEqual(disputed);
    expect(meshView(state({ nodes: { ace: runs('db:192.0.2.81'), g14: { containers } } }))).toEqual(disputed);
  });
});
