import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Declaration,
  declarationInForce,
  hostsListOf,
  type Missing,
  rosterInForce,
  rosterOf,
} from '../../src/roster/index.ts';
import { fewEntriesWithBlanks } from './arbitraries.ts';
import { container, declaration, list, roster } from './builders.ts';

const before = declaration({
  address: '192.0.2.3',
  roster: roster(['a:192.0.2.1', 'b:192.0.2.2'], { a: 'novox', b: 'g14' }),
  containers: [
    { id: 'mesh/api', hosts: ['a:192.0.2.1', 'b:192.0.2.2', 'c:192.0.2.3'], spec: { image: 'api:1' } },
    { id: 'mesh/web', hosts: ['a:192.0.2.1'], spec: { image: 'web:1' } },
  ],
  extra: { region: 'east' },
});

describe('declarationInForce of a complete declaration', () => {
  it('takes the place of all it speaks of', () => {
    const delivered = declaration({ address: '192.0.2.4', roster: [], containers: [{ id: 'mesh/api' }], extra: {} });

    expect(declarationInForce(before, delivered, null)).toEqual(delivered);
  });

  it('leaves standing what it says nothing of', () => {
    const delivered = declaration({ extra: { region: 'west' } });

    expect(declarationInForce(before, delivered, null)).toEqual({ ...before, extra: { region: 'west' } });
  });

  it('is in force as it came where nothing was known', () => {
    for (const missing of [null, 'names', 'containers', 'addresses'] as const) {
      expect(declarationInForce(null, before, missing)).toEqual(before);
    }
  });
});

describe('declarationInForce of one that may lack names', () => {
  it('removes no name, no owner, no container and no other key', () => {
    const delivered = declaration({
      roster: roster(['b:192.0.2.9'], { b: 'ace' }),
      containers: [{ id: 'mesh/api', hosts: ['b:192.0.2.9'], spec: { image: 'api:2' } }],
      extra: { sources: ['registry-a'] },
    });

    expect(declarationInForce(before, delivered, 'names')).toEqual({
      address: '192.0.2.3',
      roster: roster(['a:192.0.2.1', 'b:192.0.2.9'], { a: 'novox', b: 'ace' }),
      containers: [
        container({ id: 'mesh/api', hosts: ['a:192.0.2.1', 'b:192.0.2.9', 'c:192.0.2.3'], spec: { image: 'api:2' } }),
        container({ id: 'mesh/web', hosts: ['a:192.0.2.1'], spec: { image: 'web:1' } }),
      ],
      extra: { region: 'east', sources: ['registry-a'] },
    });
  });

  it('adds a container and a name that were not known', () => {
    const delivered = declaration({ containers: [{ id: 'mesh/new', hosts: ['z:192.0.2.9'] }] });

    const { containers } = declarationInForce(before, delivered, 'names');

    expect(containers?.map(({ id }) => id)).toEqual(['mesh/new', 'mesh/api', 'mesh/web']);
  });

  it('keeps a key named "__proto__" as a key', () => {
    const extra = JSON.parse('{"__proto__":{"polluted":true}}');

    const merged = declarationInForce(before, declaration({ extra }), 'names').extra;

    expect(JSON.stringify(merged)).toBe('{"region":"east","__proto__":{"polluted":true}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('declarationInForce of one that may lack containers', () => {
  it('removes no container, and the names of one that is shown as delivered', () => {
    const delivered = declaration({ containers: [{ id: 'mesh/api', hosts: ['a:192.0.2.1'] }], extra: {} });

    expect(declarationInForce(before, delivered, 'containers')).toEqual({
      ...before,
      containers: [
        container({ id: 'mesh/api', hosts: ['a:192.0.2.1'] }),
        container({ id: 'mesh/web', hosts: ['a:192.0.2.1'], spec: { image: 'web:1' } }),
      ],
      extra: {},
    });
  });

  it('a name that a shown one lists without an address keeps its last', () => {
    const delivered = declaration({ containers: [{ id: 'mesh/api', hosts: ['a:', 'c:192.0.2.9'] }] });

    const { containers } = declarationInForce(before, delivered, 'containers');

    expect(containers?.[0]?.hosts).toEqual(list('a:192.0.2.1', 'c:192.0.2.9'));
  });
});

describe('declarationInForce of one that lacks addresses', () => {
  it('a name without an address keeps its last, and what is not listed goes', () => {
    const delivered = declaration({
      roster: roster(['b:', 'z:'], { z: 'ace' }),
      containers: [{ id: 'mesh/api', hosts: ['c:192.0.2.9', 'a:'] }],
    });

    expect(declarationInForce(before, delivered, 'addresses')).toEqual({
      address: '192.0.2.3',
      roster: roster(['b:192.0.2.2', 'z:'], { z: 'ace' }),
      containers: [container({ id: 'mesh/api', hosts: ['c:192.0.2.9', 'a:192.0.2.1'] })],
      extra: {},
    });
  });
});

it('an owner of a name that was not listed goes with it', () => {
  const known = roster(['a:192.0.2.1', 'b:192.0.2.2'], { a: 'novox', b: 'g14' });

  expect(rosterInForce(known, roster(['a:'], { a: 'novox' }), 'addresses')).toEqual(
    roster(['a:192.0.2.1'], { a: 'novox' }),
  );
});

it('the same declaration delivered again changes nothing', () => {
  const anyMissing = fc.option(fc.constantFrom<Missing>('names', 'containers', 'addresses'));
  const someDeclaration = fc
    .tuple(
      fc.option(fewEntriesWithBlanks),
      fc.option(fc.uniqueArray(fc.constantFrom('x', 'y', 'z'))),
      fewEntriesWithBlanks,
    )
    .map(([own, ids, hosts]): Declaration => {
      return declaration({
        roster: own && rosterOf(own),
        containers: ids?.map((id) => container({ id, hosts: hostsListOf(hosts) })) ?? null,
      });
    });

  fc.assert(
    fc.property(someDeclaration, someDeclaration, anyMissing, (known, delivered, missing) => {
      const once = declarationInForce(known, delivered, missing);
      expect(declarationInForce(once, delivered, missing)).toEqual(once);
    }),
  );
});

it('containers that carry the same list share the merged one', () => {
  const known = declaration({
    containers: [container({ id: 'x', hosts: ['a:192.0.2.1'] }), { id: 'y', hosts: ['a:192.0.2.1'] }],
  });
  const delivered = declaration({
    containers: [
      { id: 'x', hosts: ['b:192.0.2.2'] },
      { id: 'y', hosts: ['b:192.0.2.2'] },
    ],
  });

  const [x, y] = declarationInForce(known, delivered, 'names').containers ?? [];

  expect(x?.hosts).toBe(y?.hosts);
});
