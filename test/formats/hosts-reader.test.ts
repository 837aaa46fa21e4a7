import { describe, expect, it } from 'vitest';
import { hostsReader } from '../../src/formats/hosts-reader.ts';
import type { Problem } from '../../src/roster/index.ts';
import { list, roster } from '../roster/builders.ts';

function read(value: unknown, node: string | null = null) {
  const problems: Problem[] = [];
  const { entries } = hostsReader(problems, node).readHosts(value);
  return {
    texts: entries.map(({ text }) => text),
    pairs: entries.map(({ name, address }) => [name, address]),
    problems,
  };
}

describe('a hosts list', () => {
  it('is a list of texts', () => {
    expect(read(['a:192.0.2.1', 'b=[::1]'])).toEqual({
      texts: ['a:192.0.2.1', 'b=[::1]'],
      pairs: [
        ['a', '192.0.2.1'],
        ['b', '::1'],
      ],
      problems: [],
    });
  });

  it('is a map of names to an address or several, in the order of its keys', () => {
    expect(read({ b: ['::1', '192.0.2.2'], a: '192.0.2.1', 'c=d': 'host-gateway,192.0.2.3' })).toEqual({
      texts: ['b:::1', 'b:192.0.2.2', 'a:192.0.2.1', 'c=d:host-gateway,192.0.2.3', 'c=d:host-gateway,192.0.2.3'],
      pairs: [
        ['b', '::1'],
        ['b', '192.0.2.2'],
        ['a', '192.0.2.1'],
        ['c=d', 'host-gateway'],
        ['c=d', '192.0.2.3'],
      ],
      problems: [{ code: 'invalid-name', name: 'c=d', text: 'c=d:host-gateway,192.0.2.3' }],
    });
  });

  it('is a list of objects', () => {
    expect(
      read([{ name: 'a', address: '192.0.2.1' }, { name: 'b', addresses: ['192.0.2.2', '::1'] }, 'c:::2']),
    ).toEqual({
      texts: ['a:192.0.2.1', 'b:192.0.2.2', 'b:::1', 'c:::2'],
      pairs: [
        ['a', '192.0.2.1'],
        ['b', '192.0.2.2'],
        ['b', '::1'],
        ['c', '::2'],
      ],
      problems: [],
    });
  });

  it.each([null, undefined, [], {}])('%j is the empty one', (value) => {
    expect(read(value)).toEqual({ texts: [], pairs: [], problems: [] });
  });

  it('a map and a list that say the same have the same digest', () => {
    const reader = hostsReader([], null);

    expect(reader.readHosts({ a: '192.0.2.1', b: ['::1'] })).toEqual(reader.readHosts(['a:192.0.2.1', 'b:::1']));
  });

  it.each([null, '', [], [null], ['  ']])('a name whose address is %j has none', (address) => {
    expect(read({ a: address })).toMatchObject({ pairs: [['a', null]], problems: [{ code: 'no-address', name: 'a' }] });
  });

  it('a name among nested lists has every address', () => {
    expect(read({ a: [['192.0.2.1'], ['192.0.2.2', []]] }).pairs).toEqual([
      ['a', '192.0.2.1'],
      ['a', '192.0.2.2'],
      ['a', null],
    ]);
  });

  it.each([
    [5, '5'],
    [true, 'true'],
    [{ ip: '192.0.2.1', b: 1 }, '{"b":1,"ip":"192.0.2.1"}'],
  ])('an address %j is invalid and kept as %s', (address, text) => {
    expect(read({ a: address })).toEqual({
      texts: [`a:${text}`],
      pairs: [['a', text]],
      problems: [{ code: 'invalid-address', name: 'a', text }],
    });
  });

  it('an entry that is none is told, and the others are read', () => {
    expect(read(['a:192.0.2.1', 'x', null, 5, ['b:192.0.2.2'], { address: '::1' }])).toEqual({
      texts: ['a:192.0.2.1'],
      pairs: [['a', '192.0.2.1']],
      problems: [
        { code: 'malformed-entry', text: 'x' },
        { code: 'malformed-entry', text: 'null' },
        { code: 'malformed-entry', text: '5' },
        { code: 'malformed-entry', text: '["b:192.0.2.2"]' },
        { code: 'malformed-entry', text: '{"address":"::1"}' },
      ],
    });
  });

  it('names that objects know by heart are names like any other', () => {
    const map = JSON.parse('{"__proto__":"192.0.2.1","constructor":"192.0.2.2","toString":["192.0.2.3"]}');

    expect(read(map).pairs).toEqual([
      ['__proto__', '192.0.2.1'],
      ['constructor', '192.0.2.2'],
      ['tostring', '192.0.2.3'],
    ]);
  });

  it('a repeated pair is told once, under the node', () => {
    expect(read(['a:192.0.2.1', 'A=192.0.2.1'], 'novox').problems).toEqual([
      { code: 'repeated-entry', node: 'novox', name: 'a', text: 'A=192.0.2.1' },
    ]);
  });

  it('the same list is read once, and its problems are told once', () => {
    const problems: Problem[] = [];
    const reader = hostsReader(problems, null);

    const lists = [reader.readHosts(['a:x']), reader.readHosts(['a:x'])];

    expect(lists[0]).toBe(lists[1]);
    expect(problems).toEqual([{ code: 'invalid-address', name: 'a', text: 'x' }]);
  });

  it('another order is another list', () => {
    const reader = hostsReader([], null);

    expect([reader.readHosts({ a: '::1', b: '::2' }), reader.readHosts({ b: '::2', a: '::1' })]).toEqual([
      list('a:::1', 'b:::2'),
      list('b:::2', 'a:::1'),
    ]);
  });
});

describe('a roster', () => {
  it('is given in the same shapes, with the owner of a name', () => {
    const reader = hostsReader([], null);

    expect([
      reader.readRoster([
        { name: 'Git.', address: '192.0.2.3', node: 'novox' },
        { name: 'b', address: ['::1'] },
      ]),
      reader.readRoster({ 'Git.': '192.0.2.3', b: ['::1'] }),
      reader.readRoster(['Git.:192.0.2.3', 'b:::1']),
    ]).toEqual([
      roster(['Git.:192.0.2.3', 'b:::1'], { git: 'novox' }),
      roster(['Git.:192.0.2.3', 'b:::1']),
      roster(['Git.:192.0.2.3', 'b:::1']),
    ]);
  });

  it('a name with two owners belongs to the last', () => {
    const rows = [
      { name: 'a', address: '::1', node: 'novox' },
      { name: 'A', address: '::2', node: 'g14' },
    ];

    expect([...hostsReader([], null).readRoster(rows).owners]).toEqual([['a', 'g14']]);
  });

  it('an owner that is no text is none', () => {
    expect([...hostsReader([], null).readRoster([{ name: 'a', address: '::1', node: 5 }]).owners]).toEqual([]);
  });
});
