import { describe, expect, it } from 'vitest';
import { readPass } from '../../src/formats/index.ts';
import { container } from '../roster/builders.ts';
import { declarationOf, loneContainer, loneProblems, onlyOne } from './builders.ts';

describe('a container', () => {
  it('has its name and module as its id, its hosts list, and every other key as its spec', () => {
    const keys = {
      name: 'postgres.server',
      module: 'mesh-store',
      hosts: ['g14.internal:192.0.2.2'],
      image: 'postgres:18',
      env: { POSTGRES_PASSWORD: 'x' },
      controller: true,
      mounts: null,
    };

    expect(loneContainer(keys)).toEqual(
      container({
        id: 'mesh-store/postgres.server',
        hosts: ['g14.internal:192.0.2.2'],
        spec: { image: 'postgres:18', env: { POSTGRES_PASSWORD: 'x' }, controller: true, mounts: null },
      }),
    );
  });

  it('without a module goes by its name', () => {
    expect([loneContainer({ name: 'web' }).id, loneContainer({ name: 'web', module: null }).id]).toEqual([
      'web',
      'web',
    ]);
  });

  it('without hosts has none', () => {
    expect([loneContainer({ name: 'web' }), loneContainer({ name: 'web', hosts: null })]).toEqual([
      container({ id: 'web' }),
      container({ id: 'web' }),
    ]);
  });

  it('has no key that changes on every pass', () => {
    const keys = { name: 'web', pass: '412', at: '2026-09-29T20:46:03Z', trigger: 'x' };

    expect(loneContainer(keys)).toEqual(container({ id: 'web' }));
  });

  it('keeps a key named "__proto__" in its spec', () => {
    const text = '{"node":"novox","containers":[{"name":"web","__proto__":{"image":"web:2"}}]}';

    const { spec } = onlyOne(declarationOf(readPass(text).draft.reports[0]).containers ?? []);

    expect(JSON.stringify(spec.value)).toBe('{"__proto__":{"image":"web:2"}}');
    expect(({} as { image?: string }).image).toBeUndefined();
  });

  it.each([
    [{}, '"name": expected a text, found nothing'],
    [{ name: '' }, '"name": expected a text that is not empty, found an empty text'],
    [{ name: 5 }, '"name": expected a text, found 5'],
    [{ name: 'web', module: 5 }, '"module": expected a text, found 5'],
    [{ name: 'web', hosts: 5 }, '"hosts": expected a list or a map, found 5'],
  ])('such as %j is none', (keys, fault) => {
    expect(loneProblems({ containers: [keys] })).toEqual([
      { code: 'malformed-container', node: 'novox', text: `containers[0]: ${fault}` },
    ]);
  });
});
