import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesInForce } from '../../src/roster/entries-in-force.ts';
import { type HostEntry, hostsListOf, type Missing, namesOf } from '../../src/roster/index.ts';
import { fewEntries, fewEntriesWithBlanks } from './arbitraries.ts';
import { entries } from './builders.ts';

describe('host entries that were not shown', () => {
  const merged = (known: readonly string[], delivered: readonly string[], missing: Missing = 'names') =>
    entriesInForce(entries(...known), entries(...delivered), missing).map(({ text }) => text);

  it('stand behind the entry that they stood behind', () => {
    expect(
      merged(['a:192.0.2.1', 'b:192.0.2.2', 'c:192.0.2.3', 'd:192.0.2.4'], ['d:192.0.2.4', 'b:192.0.2.2']),
    ).toEqual(['a:192.0.2.1', 'd:192.0.2.4', 'b:192.0.2.2', 'c:192.0.2.3']);
  });

  it('stand where they stood between two entries of one name', () => {
    const known = ['a:192.0.2.1', 'b:192.0.2.2', 'a:192.0.2.3'];

    expect([merged(known, ['b:192.0.2.2']), merged(known, ['a:192.0.2.1', 'a:192.0.2.3'])]).toEqual([known, known]);
  });

  it('a name that is shown with one of its addresses has that one', () => {
    expect(merged(['a:192.0.2.1', 'b:192.0.2.2', 'a:192.0.2.3'], ['a:192.0.2.3'])).toEqual([
      'a:192.0.2.3',
      'b:192.0.2.2',
    ]);
  });

  it('a name with several entries stands whole where it is listed once without an address', () => {
    const known = ['a:192.0.2.1', 'b:192.0.2.2', 'a:192.0.2.3'];

    expect(merged(known, ['b:192.0.2.2', 'a:'], 'addresses')).toEqual(['b:192.0.2.2', 'a:192.0.2.1', 'a:192.0.2.3']);
  });

  it('a name that is listed twice without an address stands as it was', () => {
    expect(merged(['a:192.0.2.1'], ['a:', 'a='], 'addresses')).toEqual(['a:192.0.2.1']);
  });

  it('the addresses of one name keep their order, whatever the order of what they stood behind', () => {
    const known = ['x:192.0.2.7', 'a:192.0.2.1', 'y:192.0.2.8', 'a:192.0.2.2'];

    expect(merged(known, ['y:192.0.2.8', 'x:192.0.2.7'])).toEqual([
      'y:192.0.2.8',
      'a:192.0.2.1',
      'x:192.0.2.7',
      'a:192.0.2.2',
    ]);
  });
});

describe('whatever was known and delivered', () => {
  const missings: readonly Missing[] = ['names', 'containers', 'addresses'];
  const anyMissing = fc.constantFrom(...missings);
  const withBlanks = fewEntriesWithBlanks;

  it('a subset of the names in the same order gives back exactly what was', () => {
    fc.assert(
      fc.property(fewEntries, fc.subarray(['a', 'b', 'c', 'd', 'e']), (known, shown) => {
        const delivered = known.filter(({ name }) => shown.includes(name));
        expect(entriesInForce(known, delivered, 'names')).toEqual(known);
      }),
    );
  });

  it('a subset in which some names have no address gives back exactly what was', () => {
    fc.assert(
      fc.property(fewEntries, fc.subarray(['a', 'b', 'c', 'd']), fc.subarray(['a', 'b']), (known, shown, blank) => {
        const delivered = known
          .filter(({ name }) => shown.includes(name))
          .map((entry) => (blank.includes(entry.name) ? { ...entry, address: null } : entry));
        expect(entriesInForce(known, delivered, 'names')).toEqual(known);
      }),
    );
  });

  it('no known name is without the addresses that it had, unless others were delivered', () => {
    fc.assert(
      fc.property(fewEntries, withBlanks, (known, delivered) => {
        const was = namesOf(hostsListOf(known));
        const shown = namesOf(hostsListOf(delivered));
        const now = namesOf(hostsListOf(entriesInForce(known, delivered, 'names')));
        const expected = new Map([...was, ...[...shown].filter(([name, given]) => given.length > 0 || !was.has(name))]);
        expect(new Map([...now].sort())).toEqual(new Map([...expected].sort()));
      }),
      { numRuns: 500 },
    );
  });

  it('where only addresses may be missing, the names are those that were delivered, in that order', () => {
    fc.assert(
      fc.property(fewEntries, withBlanks, fc.constantFrom('containers', 'addresses'), (known, delivered, missing) => {
        const now = namesOf(hostsListOf(entriesInForce(known, delivered, missing)));
        expect(new Set(now.keys())).toEqual(new Set(delivered.map(({ name }) => name)));
      }),
    );
  });

  it('what was delivered with addresses stands as delivered, in that order', () => {
    fc.assert(
      fc.property(fewEntries, withBlanks, anyMissing, (known, delivered, missing) => {
        const resolved = new Set(delivered.filter(({ address }) => address !== null).map(({ name }) => name));
        const isResolved = ({ name }: HostEntry) => resolved.has(name);
        expect(entriesInForce(known, delivered, missing).filter(isResolved)).toEqual(delivered.filter(isResolved));
      }),
    );
  });

  it('the same delivered again changes nothing', () => {
    fc.assert(
      fc.property(fewEntries, withBlanks, anyMissing, (known, delivered, missing) => {
        const once = entriesInForce(known, delivered, missing);
        expect(entriesInForce(once, delivered, missing)).toEqual(once);
      }),
      { numRuns: 2000 },
    );
  });
});
