import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseName } from '../../src/roster/index.ts';
import { hostileText } from './arbitraries.ts';

describe('parseName', () => {
  it.each([
    ['git.novox.example', 'git.novox.example'],
    ['GIT.Novox.Example', 'git.novox.example'],
    ['git.novox.example.', 'git.novox.example'],
    ['_acme._tcp.example', '_acme._tcp.example'],
    ['*.example', '*.example'],
    ['nas', 'nas'],
    ['127.0.0.1', '127.0.0.1'],
    ['__proto__', '__proto__'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.Example.', 'xn--bcher-kva.example'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
    ['bücher。example。', 'xn--bcher-kva.example'],
    ['*.bücher.example', '*.xn--bcher-kva.example'],
    ['straße.example', 'xn--strae-oqa.example'],
    ['Ⴀ.example', 'xn--rkj.example'],
    ['ΟΔΟΣ.example', 'xn--pxavbq.example'],
  ])('%s is the name %s', (text, name) => {
    expect(parseName(text)).toEqual({ name, valid: true });
  });

  it.each([
    ['', ''],
    ['.', '.'],
    ['..', '..'],
    ['a..', 'a..'],
    ['a..b', 'a..b'],
    ['.a', '.a'],
    ['a b', 'a b'],
    ['A=b', 'a=b'],
    ['a:80', 'a:80'],
    ['a\tb', 'a\tb'],
    ['a/b', 'a/b'],
    ['Ü b', 'ü b'],
  ])('%j is invalid and kept as %j', (text, name) => {
    expect(parseName(text)).toEqual({ name, valid: false });
  });

  it.each(['bücher/x', 'bücher:80', 'user@bücher', 'bücher?x', 'bücher#x', 'bü\tcher', 'bücher%41', 'bü\\cher', 'ü=b'])(
    'nothing of %j is cut off, as the host of a URL would be',
    (text) => {
      expect(parseName(text)).toEqual({ name: text, valid: false });
    },
  );

  it('digits of another script are no address', () => {
    expect(parseName('１２７.１')).toEqual({ name: '１２７.１', valid: false });
  });

  it('a label of 64 characters, or a name of 254, is more than DNS can carry', () => {
    const label = 'a'.repeat(63);
    const names = [
      label,
      `${label}a`,
      `${label}.${label}.${label}.${'a'.repeat(61)}`,
      `${label}.${label}.${label}.${'a'.repeat(62)}`,
    ];

    expect(names.map((name) => parseName(name).valid)).toEqual([true, false, true, false]);
  });

  it('the canonical form of a canonical form is itself', () => {
    const text = fc.oneof(
      hostileText,
      fc.domain(),
      fc.tuple(hostileText, fc.domain()).map((parts) => parts.join('.')),
    );

    fc.assert(
      fc.property(text, (given) => {
        const once = parseName(given);
        expect(parseName(once.name)).toEqual(once);
      }),
      { numRuns: 1000 },
    );
  });

  it('case and a final dot make no other name', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        const spellings = [domain, domain.toUpperCase(), `${domain}.`].map((text) => parseName(text));
        expect(spellings).toEqual(Array(3).fill({ name: domain, valid: true }));
      }),
    );
  });
});
