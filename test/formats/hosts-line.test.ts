import { describe, expect, it } from 'vitest';
import { hostsLines, isHostsEntry, readHostsLine } from '../../src/formats/hosts-line.ts';
import type { Problem } from '../../src/roster/index.ts';

function read(line: string) {
  const problems: Problem[] = [];
  const entries = readHostsLine(line, problems);
  return { entries: entries.map(({ text, name, address }) => [text, name, address]), problems };
}

describe('hostsLines', () => {
  it('leaves out comments and what is empty, and keeps a leading blank', () => {
    expect(hostsLines('a b # c\r\n\n # d\n\t e f \t\r#g\ng#h')).toEqual(['a b', '\t e f', 'g']);
  });
});

describe('isHostsEntry', () => {
  it('an address with a name is an entry', () => {
    const lines = ['192.0.2.1 a', '  fe80::1%eth0\ta b', '192.0.2.1', 'a b', '   a', '192.0.2.300 a', 'host-gateway a'];

    expect(lines.map(isHostsEntry)).toEqual([true, true, false, false, false, false, false]);
  });
});

describe('readHostsLine', () => {
  it.each([
    ['192.0.2.1 a', [['192.0.2.1 a', 'a', '192.0.2.1']]],
    [
      '  192.0.2.1\t A.Example.   b ',
      [
        ['192.0.2.1 A.Example.', 'a.example', '192.0.2.1'],
        ['192.0.2.1 b', 'b', '192.0.2.1'],
      ],
    ],
    ['2001:DB8:0::12 a', [['2001:DB8:0::12 a', 'a', '2001:db8::12']]],
    ['fe80::1%eth0 a', [['fe80::1%eth0 a', 'a', 'fe80::1%eth0']]],
    ['192.0.2.1 bücher', [['192.0.2.1 bücher', 'xn--bcher-kva', '192.0.2.1']]],
    ['host-gateway a', [['host-gateway a', 'a', 'host-gateway']]],
    ['192.0.2.1 __proto__', [['192.0.2.1 __proto__', '__proto__', '192.0.2.1']]],
  ])('"%s"', (line, entries) => {
    expect(read(line)).toEqual({ entries, problems: [] });
  });

  it.each(['192.0.2.300', '192.0.2', '1.2.3.4.5', '2001:db8::zz:', '2001:db8:::1', '[::1', '1::2::3%eth0'])(
    '"%s" was meant as an address and is kept as it came',
    (address) => {
      const isHex = !address.includes('z');

      expect(read(`${address} a`)).toEqual(
        isHex
          ? {
              entries: [[`${address} a`, 'a', address]],
              problems: [{ code: 'invalid-address', name: 'a', text: address }],
            }
          : {
              entries: [[`${address} a`, 'a', null]],
              problems: [{ code: 'invalid-address', name: 'a', text: `${address} a` }],
            },
      );
    },
  );

  it.each(['n/a', '-', '192.0.2.x', 'NXDOMAIN', '$HUB', 'Error:'])(
    'names behind the word "%s" have no address',
    (word) => {
      expect(read(`${word} a b`)).toEqual({
        entries: [
          [`${word} a`, 'a', null],
          [`${word} b`, 'b', null],
        ],
        problems: [
          { code: 'invalid-address', name: 'a', text: `${word} a` },
          { code: 'invalid-address', name: 'b', text: `${word} b` },
        ],
      });
    },
  );

  it.each(['        pages.example b', '\tpages.example b'])(
    'names behind an empty address column have no address: %j',
    (line) => {
      expect(read(line)).toEqual({
        entries: [
          ['pages.example', 'pages.example', null],
          ['b', 'b', null],
        ],
        problems: [
          { code: 'no-address', name: 'pages.example', text: 'pages.example' },
          { code: 'no-address', name: 'b', text: 'b' },
        ],
      });
    },
  );

  it.each(['pages.example', '   pages.example', 'db1.cafe', '  a1.be'])(
    'the name alone in "%s" has no address',
    (line) => {
      const text = line.trim();

      expect(read(line)).toEqual({
        entries: [[text, text, null]],
        problems: [{ code: 'no-address', name: text, text }],
      });
    },
  );

  it('an address alone is told and gives no entry', () => {
    expect([read('192.0.2.1'), read('192.0.2.300')]).toEqual([
      { entries: [], problems: [{ code: 'malformed-entry', text: '192.0.2.1' }] },
      { entries: [], problems: [{ code: 'malformed-entry', text: '192.0.2.300' }] },
    ]);
  });

  it('a name that DNS cannot carry is told', () => {
    expect(read('192.0.2.1 a=b')).toEqual({
      entries: [['192.0.2.1 a=b', 'a=b', '192.0.2.1']],
      problems: [{ code: 'invalid-name', name: 'a=b', text: '192.0.2.1 a=b' }],
    });
  });
});

it('a first word that is long, and would be written with each of many names, is no entry', () => {
  const line = `${'1'.repeat(1_000_000)}${' a'.repeat(100)}`;

  expect(read(line)).toEqual({ entries: [], problems: [{ code: 'malformed-entry', text: line }] });
});
