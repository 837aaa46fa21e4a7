import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bindingOf,
  isSameBinding,
  joinBindings,
  type Name,
  notSearched,
  untoldReasons,
} from '../../src/roster/index.ts';

const name = fc.constantFrom('a.internal', 'b.internal', 'c.internal') as fc.Arbitrary<Name>;
const binding = fc
  .tuple(fc.uniqueArray(name), fc.constantFrom(null, ...untoldReasons))
  .map(([names, why]) => bindingOf(new Set(names), why));

describe('two bindings of one spec', () => {
  test('say together what both found, whichever comes first', () => {
    fc.assert(
      fc.property(binding, binding, (a, b) => {
        expect(isSameBinding(joinBindings(a, b), joinBindings(b, a))).toBe(true);
        expect(joinBindings(a, b).names).toEqual(new Set([...a.names, ...b.names]));
        expect(isSameBinding(joinBindings(a, a), a)).toBe(true);
        expect(isSameBinding(joinBindings(joinBindings(a, b), b), joinBindings(a, b))).toBe(true);
      }),
    );
  });

  test('can be told where one of them can', () => {
    const told = bindingOf(new Set(), null);

    expect(joinBindings(told, bindingOf(new Set(), 'too-much'))).toEqual({ told: true, names: new Set() });
    expect(joinBindings(notSearched, told)).toEqual({ told: true, names: new Set() });
    expect(joinBindings(notSearched, bindingOf(new Set(), 'nothing-shown'))).toEqual({
      told: false,
      names: new Set(),
      why: 'nothing-shown',
    });
  });
});
