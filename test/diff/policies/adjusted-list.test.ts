import { describe, expect, test } from 'vitest';
import { openListAdjuster } from '../../../src/diff/policies/adjusted-list.ts';
import type { HostsList } from '../../../src/roster/index.ts';
import { list } from '../../roster/builders.ts';
import { names } from './builders.ts';

function texts({ entries }: HostsList): string[] {
  return entries.map(({ text }) => text);
}

const [a, b, c] = ['a.example:192.0.2.1', 'b.example:192.0.2.2', 'c.example:192.0.2.3'];

/** The entries of a list that was delivered with some names, as it would be with others. */
function adjusted(
  given: readonly string[],
  held: readonly string[] | null,
  delivered: readonly string[],
  wanted: readonly string[],
): string[] {
  const before = held === null ? null : { list: list(...held), names: names(...wanted) };
  return texts(openListAdjuster().adjust(list(...given), before, names(...delivered), names(...wanted)));
}

describe('a list with the names that it was made with', () => {
  test('is the same object', () => {
    const [adjuster, given] = [openListAdjuster(), list(a, b)];
    const delivered = names(a, b);

    expect(adjuster.adjust(given, null, delivered, delivered)).toBe(given);
    expect(adjuster.adjust(given, null, delivered, names(a, b))).toBe(given);
    expect(adjuster.adjust(given, null, delivered, names(a, b, c))).not.toBe(given);
  });

  test('is made once for the same of the same', () => {
    const [adjuster, given] = [openListAdjuster(), list(a)];
    const [delivered, wanted] = [names(a), names(a, b)];
    const held = () => ({ list: list(a, b), names: wanted });

    const made = adjuster.adjust(given, held(), delivered, wanted);

    expect(adjuster.adjust(list(a), held(), delivered, wanted)).toBe(made);
    expect(adjuster.adjust(given, null, delivered, wanted)).not.toBe(made);
  });
});

describe('a name that stays though it was not delivered', () => {
  test('comes back into a list that has all names of the mesh, spelled as the container holds it', () => {
    expect(adjusted([a, c], [a, 'B.example=192.0.2.2', c], [a, c], [a, b, c])).toEqual([a, 'B.example=192.0.2.2', c]);
  });

  test('comes into a list of a container that did not run before', () => {
    expect(adjusted([a, c], null, [a, c], [a, b, c])).toEqual([a, b, c]);
  });

  test('comes back into a partial list only where the container held it', () => {
    expect(adjusted([a], [a], [a, c], [a, b, c])).toEqual([a]);
    expect(adjusted([a], [a, b], [a, c], [a, b, c])).toEqual([a, b]);
  });

  test('does not come into a partial list that has all names which are left of the mesh', () => {
    expect(adjusted([a], [a], [a], [a, b])).toEqual([a]);
  });

  test('comes back into no list where nothing was delivered, unless it was held', () => {
    expect(adjusted([], null, [], [b])).toEqual([]);
    expect(adjusted([], [b], [], [b])).toEqual([b]);
  });

  test('stands where the container holds it in a list that is not sorted', () => {
    expect(adjusted([c, a], [c, b, a], [a, c], [a, b, c])).toEqual([c, b, a]);
    expect(adjusted([c, a], [b, c, a], [a, c], [a, b, c])).toEqual([b, c, a]);
    expect(adjusted([c, a], [c, a, b], [a, c], [a, b, c])).toEqual([c, a, b]);
    expect(adjusted([c, a], null, [a, c], [a, b, c])).toEqual([c, a, b]);
  });

  test('stands where the container holds it though what is left of its list is sorted by chance', () => {
    expect(adjusted([a, c], [a, c, b], [a, c], [a, b, c])).toEqual([a, c, b]);
  });

  test('stands with others that come back behind the same entry, in the order in which they are held', () => {
    const d = 'd.example:192.0.2.4';

    expect(adjusted([c, a], [c, d, b, a], [a, c], [a, b, c, d])).toEqual([c, d, b, a]);
  });

  test('has all of its addresses', () => {
    const two = ['b.example:192.0.2.2', 'b.example:192.0.2.9'];

    expect(adjusted([a], [a, ...two], [a], [a, ...two])).toEqual([a, ...two]);
    expect(adjusted([a], [a, 'b.example:192.0.2.9', 'b.example:192.0.2.2'], [a], [a, ...two])).toEqual([a, ...two]);
  });
});

describe('a name that was delivered', () => {
  test('goes where it is left out', () => {
    expect(adjusted([a, b, c], [a, b, c], [a, b, c], [a, c])).toEqual([a, c]);
  });

  test('is not looked for in a list that does not have it', () => {
    expect(adjusted([a], [a], [a, b], [a])).toEqual([a]);
  });

  test('stays at the address at which it is kept', () => {
    expect(adjusted([a, 'b.example:192.0.2.9'], [a, b], [a, 'b.example:192.0.2.9'], [a, b])).toEqual([a, b]);
  });

  test('comes in the order of addresses that is kept', () => {
    const [first, second] = ['b.example:192.0.2.2', 'b.example:192.0.2.9'];

    expect(adjusted([a, second, first], [a, first, second], [a, second, first], [a, first, second])).toEqual([
      a,
      first,
      second,
    ]);
  });
});
