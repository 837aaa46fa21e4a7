import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeEntries,
  type EncodedEntries,
  emptyHostsList,
  encodeEntries,
  hostsListOf,
  namesOf,
  parseHostEntry,
  repeatedEntriesOf,
  writtenTexts,
} from '../../src/roster/index.ts';
import { hostileEntries } from './arbitraries.ts';
import { entries, list } from './builders.ts';

describe('hostsListOf', () => {
  it('equal entries have equal digests', () => {
    expect(list('a:192.0.2.1', 'b:192.0.2.2').digest).toBe(list('a:192.0.2.1', 'b:192.0.2.2').digest);
  });

  it('order, spelling and a repeated entry each make another digest', () => {
    const digests = [
      list('a:192.0.2.1', 'b:192.0.2.2'),
      list('b:192.0.2.2', 'a:192.0.2.1'),
      list('a=192.0.2.1', 'b:192.0.2.2'),
      list('a:192.0.2.1', 'b:192.0.2.2', 'b:192.0.2.2'),
      list('a:192.0.2.1', 'b:'),
    ].map(({ digest }) => digest);

    expect(new Set(digests).size).toBe(5);
  });

  it('a name with several addresses in one text differs from the same in several', () => {
    expect(list('a:192.0.2.1,192.0.2.2').digest).not.toBe(list('a:192.0.2.1', 'a:192.0.2.2').digest);
  });

  it('the empty list has no entries', () => {
    expect(emptyHostsList).toEqual({ entries: [], digest: hostsListOf([]).digest });
  });
});

describe('namesOf', () => {
  it('names have their distinct addresses in the order in which they first stand', () => {
    const names = namesOf(list('b:192.0.2.2', 'a:192.0.2.9,192.0.2.1', 'B.:192.0.2.2', 'a:192.0.2.9', 'c:'));

    expect([...names]).toEqual([
      ['b', ['192.0.2.2']],
      ['a', ['192.0.2.9', '192.0.2.1']],
      ['c', []],
    ]);
  });

  it('a name without an address that has one elsewhere keeps that', () => {
    expect([...namesOf(list('a:', 'a:192.0.2.1'))]).toEqual([['a', ['192.0.2.1']]]);
  });

  it('the names of the same list are computed once', () => {
    const same = list('a:192.0.2.1');

    expect(namesOf(same)).toBe(namesOf(same));
  });

  it('names that objects know by heart are names like any other', () => {
    expect([...namesOf(list('__proto__:192.0.2.1', 'constructor:192.0.2.2'))]).toEqual([
      ['__proto__', ['192.0.2.1']],
      ['constructor', ['192.0.2.2']],
    ]);
  });
});

describe('encodeEntries', () => {
  it('an entry in canonical form is its text alone', () => {
    expect(encodeEntries(entries('a:192.0.2.1', 'b:2001:db8::5'))).toBe('["a:192.0.2.1","b:2001:db8::5"]');
  });

  it('another entry is its text with the names and addresses that it gave', () => {
    expect(encodeEntries(entries('a=192.0.2.1', 'b:', 'c;d:192.0.2.1'))).toBe(
      '[["a=192.0.2.1","a","192.0.2.1"],["b:","b",null],["c;d:192.0.2.1","c","192.0.2.1","d","192.0.2.1"]]',
    );
  });

  it('a text with a thousand addresses is written once', () => {
    const text = `a:${Array.from({ length: 1000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`).join(',')}`;

    expect(encodeEntries(entries(text)).length).toBeLessThan(3 * text.length);
  });

  it('any entries whatsoever come back', () => {
    fc.assert(
      fc.property(hostileEntries, (given) => {
        expect(decodeEntries(JSON.parse(encodeEntries(given)) as EncodedEntries)).toEqual(given);
      }),
      { numRuns: 1000 },
    );
  });

  it('entries that differ have other bytes', () => {
    fc.assert(
      fc.property(hostileEntries, hostileEntries, (one, other) => {
        expect(encodeEntries(one) === encodeEntries(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});

describe('repeatedEntriesOf', () => {
  it('a pair that stands three times is told once, in the spelling that came last', () => {
    expect(repeatedEntriesOf(entries('a:192.0.2.1', 'b:192.0.2.1', 'a=192.0.2.1', 'A:192.0.2.1'))).toEqual([
      { name: 'a', text: 'A:192.0.2.1' },
    ]);
  });

  it('another address of the same name is no repetition', () => {
    expect(repeatedEntriesOf(entries('a:192.0.2.1', 'a:192.0.2.2'))).toEqual([]);
  });
});

it('an entry of several addresses is one text, and one that is repeated is two', () => {
  const entries = ['a:192.0.2.1,192.0.2.2', 'b:192.0.2.1', 'b:192.0.2.1'].flatMap(
    (text) => parseHostEntry(text).entries,
  );

  expect(writtenTexts(entries)).toEqual(['a:192.0.2.1,192.0.2.2', 'b:192.0.2.1', 'b:192.0.2.1']);
});
