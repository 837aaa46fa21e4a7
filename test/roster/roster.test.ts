import { describe, expect, it } from 'vitest';
import { encodeRoster, type Name, rosterOf } from '../../src/roster/index.ts';
import { entries, list, roster } from './builders.ts';

describe('rosterOf', () => {
  it('holds the list and the owners', () => {
    const owners = new Map([['a' as Name, 'novox']]);

    expect(rosterOf(entries('a:192.0.2.1'), owners)).toMatchObject({ list: list('a:192.0.2.1'), owners });
  });

  it('an owner makes another digest, and the order in which owners were given does not', () => {
    const texts = ['a:192.0.2.1', 'b:192.0.2.2'];
    const digests = [
      roster(texts),
      roster(texts, { a: 'novox', b: 'g14' }),
      roster(texts, { b: 'g14', a: 'novox' }),
    ].map(({ digest }) => digest);

    expect(digests[1]).not.toBe(digests[0]);
    expect(digests[2]).toBe(digests[1]);
  });
});

describe('encodeRoster', () => {
  it('is the entries and the owners sorted by name', () => {
    const owners = new Map([
      ['b' as Name, 'g14'],
      ['a' as Name, 'novox'],
    ]);

    expect(encodeRoster(entries('b:192.0.2.2', 'a=192.0.2.1'), owners)).toBe(
      '[["b:192.0.2.2",["a=192.0.2.1","a","192.0.2.1"]],[["a","novox"],["b","g14"]]]',
    );
  });
});
