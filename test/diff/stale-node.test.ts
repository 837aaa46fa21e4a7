import { describe, expect, test } from 'vitest';
import { findNodeRunning, isRecordedFromEngine } from '../../src/diff/index.ts';
import { container, nodeState } from '../roster/builders.ts';

/** The node whose declaration is that of running containers, of nodes with these ids. */
function find(running: readonly string[], nodes: Readonly<Record<string, readonly string[]>>) {
  return findNodeRunning(
    running.map((id) => container({ id })),
    Object.entries(nodes).map(([node, ids]) => nodeState(node, { containers: ids.map((id) => ({ id })) })),
  );
}

describe('the node of running containers', () => {
  test('is the only one that declares them', () => {
    expect(find(['web', 'watchtower'], { novox: ['a/web', 'a/db'], g14: ['b/forge'] })).toEqual({
      kind: 'one',
      node: 'novox',
    });
  });

  test('is the one that declares all that any node declares', () => {
    expect(find(['agent', 'web'], { g14: ['m/agent'], novox: ['m/agent', 'a/web'] })).toEqual({
      kind: 'one',
      node: 'novox',
    });
  });

  test('is not told where several nodes declare them all', () => {
    expect(find(['agent'], { g14: ['m/agent'], novox: ['m/agent'], ace: ['a/web'] })).toEqual({
      kind: 'several',
      nodes: ['g14', 'novox'],
    });
  });

  test('is not told where each of several nodes declares some of them', () => {
    expect(find(['web', 'forge'], { g14: ['b/forge'], novox: ['a/web'] })).toEqual({
      kind: 'several',
      nodes: ['g14', 'novox'],
    });
  });

  test('is none where no node declares any', () => {
    expect(find(['watchtower'], { novox: ['a/web'] })).toEqual({ kind: 'none' });
  });
});

test('a node is recorded from an engine where each of its containers has the id of an engine', () => {
  const [declared, running] = [
    container({ id: 'a/web' }),
    container({ id: 'web', engine: { id: '4f1d', configDigest: null } }),
  ];

  expect(isRecordedFromEngine(nodeState('local', { containers: [running] }))).toBe(true);
  expect(isRecordedFromEngine(nodeState('novox', { containers: [declared, running] }))).toBe(false);
  expect(isRecordedFromEngine(nodeState('novox'))).toBe(false);
});
