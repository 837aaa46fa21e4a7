import { describe, expect, test } from 'vitest';
import type { Filter } from '../../src/diff/index.ts';
import { containerText, textDiffView } from '../../src/report/text-diff-view.ts';
import type { Pass } from '../../src/roster/index.ts';
import { mesh } from '../diff/builders.ts';
import { container, type PassParts, type StateParts } from '../roster/builders.ts';
import { passesOf, plain } from './builders.ts';

function told(filter: Filter, ...all: readonly (StateParts | PassParts)[]): string[] {
  const passes = passesOf(...all);
  const steps = passes.slice(1).map((after, index) => [passes[index] as Pass, after] as const);
  return plain(textDiffView(steps, filter, 'all passes'))
    .trimEnd()
    .split('\n');
}

const hub = ['git:192.0.2.3', 'auth:192.0.2.3', 'mail:192.0.2.3', 'docs:192.0.2.3'];
const [full, short] = [mesh([...hub, 'forge:192.0.2.2']), mesh(hub)];

describe('textDiffView', () => {
  test('containers that changed alike are told once, with the lines around the change', () => {
    expect(told({}, full, short)).toEqual([
      'all passes · declarations before and after',
      '',
      'passes 1 → 2  3 containers: forgejo.server (forgejo) on g14, postgres.server (mesh-store) on novox and ' +
        'gitea.server (gitea) on novox',
      '@@ -4,5 +4,4 @@',
      '   mail:192.0.2.3',
      '   docs:192.0.2.3',
      '-  forge:192.0.2.2',
      ' spec:',
      '   {}',
    ]);
  });

  test('each pass is told, also where it does what an earlier one did', () => {
    const heads = told({}, full, short, full, short).filter((text) => text.startsWith('passes '));

    expect(heads.map((text) => text.slice(0, 12))).toEqual(['passes 1 → 2', 'passes 2 → 3', 'passes 3 → 4']);
  });

  test('a change of the same text in containers that differ otherwise is folded too', () => {
    const specs = (level: string) => ({
      nodes: {
        ace: {
          containers: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
            id,
            spec: { level, x1: 1, x2: 2, x3: 3, zone: id },
          })),
        },
      },
    });

    expect(told({}, specs('info'), specs('debug'))[2]).toBe(
      'passes 1 → 2  6 containers: a on ace, b on ace, c on ace, d on ace and 2 more',
    );
  });

  test('a filter takes nodes, containers, and containers in which a name changed', () => {
    const heads = (filter: Filter) => told(filter, full, short)[2];

    expect(heads({ node: 'g14' })).toBe('passes 1 → 2  1 container: forgejo.server (forgejo) on g14');
    expect(heads({ container: 'gitea.server' })).toBe('passes 1 → 2  1 container: gitea.server (gitea) on novox');
    expect(heads({ name: 'forge' })).toMatch(/3 containers/);
    expect(heads({ name: 'git' })).toBe('no declaration of a container changed');
  });

  test('nothing changed', () => {
    expect(told({}, full, full)).toEqual([
      'all passes · declarations before and after',
      '',
      'no declaration of a container changed',
    ]);
  });

  test('a container that came is no change of one', () => {
    expect(told({}, { nodes: { ace: {} } }, { nodes: { ace: { containers: [{}] } } }).at(-1)).toBe(
      'no declaration of a container changed',
    );
  });
});

test('containerText has hosts as written, and the spec with sorted keys', () => {
  expect(containerText(container({ hosts: ['B.:192.0.2.1', 'a=192.0.2.2'], spec: { b: 1, a: ['x'] } }))).toBe(
    'hosts:\n  B.:192.0.2.1\n  a=192.0.2.2\nspec:\n  {\n    "a": [\n      "x"\n    ],\n    "b": 1\n  }\n',
  );
});
