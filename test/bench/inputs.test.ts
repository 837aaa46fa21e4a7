import { describe, expect, test } from 'vitest';
import { changes, churn, flap, type MeshSize, type PassFiles } from '../../bench/inputs.ts';

const size: MeshSize = { nodes: 2, containers: 3, names: 4 };

describe('the inputs of the benchmarks', () => {
  test('are declarations of each node, with the whole roster in each container', () => {
    const files = [...flap(size).next().value];

    expect(files.map(([name]) => name)).toEqual(['node-1.json', 'node-2.json']);
    expect(JSON.parse(files[1]?.[1] as string)).toMatchObject({
      node: 'node-2',
      containers: [{ name: 'service-0.server' }, { name: 'service-1.server' }, { name: 'service-2.server' }],
    });
    expect(hostsOf(files)).toEqual([
      'service-0000.mesh.example:192.0.2.1',
      'service-0001.mesh.example:192.0.2.2',
      'service-0002.mesh.example:192.0.2.1',
      'service-0003.mesh.example:192.0.2.2',
    ]);
  });

  test('flap: the names of one node vanish every second pass', () => {
    const counts = take(flap(size), 4).map((files) => hostsOf(files).length);

    expect(counts).toEqual([4, 2, 4, 2]);
  });

  test('churn: a quarter of the passes move a name to an address it never had', () => {
    const lists = take(churn(size), 9).map((files) => hostsOf(files).join());

    expect(lists.map((list, pass) => pass > 0 && list !== lists[pass - 1])).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((pass) => pass % 4 === 3),
    );
    expect(new Set(lists).size).toBe(3);
  });

  test('changes: every pass moves a name', () => {
    expect(new Set(take(changes(size), 5).map((files) => hostsOf(files).join())).size).toBe(5);
  });
});

function take(story: Iterator<PassFiles>, count: number): PassFiles[] {
  return Array.from({ length: count }, () => story.next().value);
}

function hostsOf(files: PassFiles): string[] {
  const [[, text]] = [...files] as [[string, string]];
  return JSON.parse(text).containers[0].hosts;
}
