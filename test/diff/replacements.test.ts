import { describe, expect, test } from 'vitest';
import { listDifference } from '../../src/diff/list-difference.ts';
import { countReplacements, nodeReplacements } from '../../src/diff/replacements.ts';
import { type ContainerParts, nodeState } from '../roster/builders.ts';

/** What the comparison of one container of novox with itself finds. */
function found(before: ContainerParts, after: ContainerParts, observing = true) {
  const [from, to] = [before, after].map((parts) => nodeState('novox', { containers: [{ id: 'db', ...parts }] }));
  if (!from || !to) throw new Error('no nodes');
  return nodeReplacements(
    from,
    to,
    (last, next) => (last.hosts.digest === next.hosts.digest ? null : listDifference(last.hosts, next.hosts)),
    observing,
  );
}

const replaced = { node: 'novox', container: 'db', causes: [], names: [], spec: [], observed: null };

describe('nodeReplacements', () => {
  test('a container of the same identity is not replaced', () => {
    expect(found({ hosts: ['a:192.0.2.1'] }, { hosts: ['a:192.0.2.1'] })).toEqual({
      containers: [],
      created: [],
      removed: [],
    });
  });

  test('each cause of a replacement is named, with the names and the paths', () => {
    const before = { hosts: ['a:192.0.2.1', 'b:192.0.2.2', 'c:192.0.2.3'], spec: { image: 'one' } };
    const after = { hosts: ['C:192.0.2.3', 'b:192.0.2.2'], spec: { image: 'two' } };

    expect(found(before, after).containers).toEqual([
      { ...replaced, causes: ['roster', 'order', 'spelling', 'spec'], names: ['a'], spec: ['image'] },
    ]);
  });

  test('a container that comes or goes is no replacement', () => {
    const before = nodeState('novox', { containers: [{ id: 'a' }, { id: 'b' }] });
    const after = nodeState('novox', { containers: [{ id: 'b' }, { id: 'c' }] });

    expect(nodeReplacements(before, after, () => null, true)).toEqual({
      containers: [],
      created: [{ node: 'novox', container: 'c' }],
      removed: [{ node: 'novox', container: 'a' }],
    });
  });

  test('a new engine id shows that a container was replaced, the same one that it was not', () => {
    const [one, two] = [{ engine: { id: '1' } }, { engine: { id: '2' } }];

    expect(found({ ...one, spec: { image: 'a' } }, { ...two, spec: { image: 'b' } }).containers).toEqual([
      { ...replaced, causes: ['spec'], spec: ['image'], observed: true },
    ]);
    expect(found({ ...one, spec: { image: 'a' } }, { ...one, spec: { image: 'b' } }).containers).toEqual([
      { ...replaced, causes: ['spec'], spec: ['image'], observed: false },
    ]);
  });

  test('a replacement that was observed while nothing changed is unexplained', () => {
    expect(found({ engine: { id: '1' } }, { engine: { id: '2' } }).containers).toEqual([
      { ...replaced, causes: ['unexplained'], observed: true },
    ]);
  });

  test('an engine id that is known on one side only shows nothing', () => {
    expect(found({ engine: { id: '1' } }, {}).containers).toEqual([]);
    expect(found({ engine: { id: null } }, { engine: { id: '2' } }).containers).toEqual([]);
  });

  test('engine ids show nothing where they are not asked', () => {
    expect(found({ engine: { id: '1' } }, { engine: { id: '2' } }, false).containers).toEqual([]);
  });

  const configPath = 'labels["com.docker.compose.config-hash"]';

  test("a compose tool's digest is named where nothing else changed", () => {
    expect(found({ engine: { configDigest: 'a' } }, { engine: { configDigest: 'b' } }).containers).toEqual([
      { ...replaced, causes: ['spec'], spec: [configPath] },
    ]);
  });

  test("a compose tool's digest is not named beside what it follows from", () => {
    const [one, two] = [{ configDigest: 'a' }, { configDigest: 'b' }];

    expect(found({ engine: one, spec: { image: 'a' } }, { engine: two, spec: { image: 'b' } }).containers).toEqual([
      { ...replaced, causes: ['spec'], spec: ['image'] },
    ]);
    expect(found({ engine: one, hosts: ['a:192.0.2.1'] }, { engine: two }).containers).toEqual([
      { ...replaced, causes: ['roster'], names: ['a'] },
    ]);
  });

  test('the facts of an engine that come or go as a whole are no change', () => {
    expect(found({}, { engine: { configDigest: 'b' } }).containers).toEqual([]);
    expect(found({ engine: { configDigest: 'b' } }, {}).containers).toEqual([]);
  });
});

describe('countReplacements', () => {
  test('counts a container once in all and once under each of its causes', () => {
    const containers = [
      { ...replaced, causes: ['roster', 'spec'] as const },
      { ...replaced, causes: ['roster'] as const, observed: true },
    ];

    expect(countReplacements({ containers, created: [], removed: [] })).toEqual({
      total: 2,
      byCause: { roster: 2, order: 0, spelling: 0, spec: 1, unexplained: 0 },
      containers,
      created: [],
      removed: [],
    });
  });

  test('lists a container that was seen to stay, and does not count it', () => {
    const containers = [{ ...replaced, causes: ['roster'] as const, observed: false }];

    expect(countReplacements({ containers, created: [], removed: [] })).toEqual({
      total: 0,
      byCause: { roster: 0, order: 0, spelling: 0, spec: 0, unexplained: 0 },
      containers,
      created: [],
      removed: [],
    });
  });
});
