import { describe, expect, test } from 'vitest';
import { coincidences } from '../../src/diff/coincidences.ts';
import { explainPasses } from '../../src/diff/window.ts';
import type { Json, Pass } from '../../src/roster/index.ts';
import { pass, type StateParts } from '../roster/builders.ts';
import { mesh } from './builders.ts';

const full = ['forge:192.0.2.2', 'books:192.0.2.2', 'git:192.0.2.3'];
const short = ['git:192.0.2.3'];

/** The coincidences of a window whose passes have these triggers; the second one lost g14's names. */
function found(triggers: readonly Json[], parts: StateParts = {}) {
  const passes: Pass[] = triggers.map((trigger, index) =>
    pass({ number: index + 1, trigger, state: mesh(index === 1 ? short : full, parts) }),
  );
  const explained = [...explainPasses(passes, null)];
  return coincidences(
    explained.map(({ explained: one }) => one),
    explained[0]?.state as Pass['state'],
  );
}

describe('coincidences', () => {
  test('a trigger that names a module of which nothing moved merely coincides', () => {
    expect(found(['timer', 'assign novox gitea', 'assign novox gitea'])).toEqual([
      { trigger: 'assign novox gitea', passes: [2, 3], mentions: ['novox', 'gitea'], absent: ['gitea'] },
    ]);
  });

  test.each([
    ['the node whose names moved', 'plan G14'],
    ['a name that moved', 'route forge'],
    ['a name that moved, whole', 'route forge.'],
    ['nothing that is known', 'timer'],
    ['nothing but a role that many containers have', 'restart server'],
    ['nothing', null],
  ])('a trigger that names %s is none', (_, trigger) => {
    expect(found(['timer', trigger])).toEqual([]);
  });

  test('a trigger may be an object', () => {
    expect(found(['timer', { assign: 'gitea' }])).toMatchObject([
      { trigger: '{"assign":"gitea"}', mentions: ['gitea'], absent: ['gitea'] },
    ]);
  });

  test('a name that a roster holds is not absent', () => {
    expect(found(['timer', 'route git'])).toMatchObject([{ mentions: ['git'], absent: [] }]);
  });

  test('a module whose container came, went or got another spec was touched', () => {
    const gitea = (image: string) =>
      pass({ state: { nodes: { ace: { containers: [{ id: 'wiki/wiki.server', spec: { image } }] } } } });
    const passes = [gitea('one'), { ...gitea('two'), number: 2, trigger: 'update wiki' }];
    const explained = [...explainPasses(passes, null)].map(({ explained: one }) => one);

    expect(coincidences(explained, (passes[0] as Pass).state)).toEqual([]);
  });

  test('there are none where nothing moved', () => {
    const passes = [1, 2].map((number) => pass({ number, trigger: 'assign novox gitea', state: mesh(full) }));
    const explained = [...explainPasses(passes, null)].map(({ explained: one }) => one);

    expect(coincidences(explained, (passes[0] as Pass).state)).toEqual([]);
  });

  test('names that a mesh-wide roster alone holds are known too', () => {
    expect(found(['timer', 'route status'], { roster: [...full, 'status.example:192.0.2.4'] })).toMatchObject([
      { mentions: ['status'], absent: [] },
    ]);
  });
});
