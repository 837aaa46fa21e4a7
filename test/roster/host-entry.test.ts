import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostEntriesOf, lacksAddress, parseHostEntry } from '../../src/roster/index.ts';
import { hostileText, ipv6Groups, ipv6Spelling } from './arbitraries.ts';
import { entries } from './builders.ts';

describe('parseHostEntry', () => {
  it('keeps the text beside the canonical name and address', () => {
    const text = 'DB.Mesh.Example.=[2001:DB8:0::5]';

    expect(parseHostEntry(text)).toEqual({
      entries: [{ text, name: 'db.mesh.example', address: '2001:db8::5' }],
      problems: [],
    });
  });

  it.each([
    ['a.internal:192.0.2.1', '192.0.2.1'],
    ['a.internal=192.0.2.1', '192.0.2.1'],
    ['a.internal:[192.0.2.1]', '192.0.2.1'],
    [' A.Internal. :192.0.2.1 ', '192.0.2.1'],
    ['a.internal:2001:db8::5', '2001:db8::5'],
    ['a.internal=2001:db8::5', '2001:db8::5'],
    ['a.internal:[2001:db8::5]', '2001:db8::5'],
    ['a.internal:::1', '::1'],
    ['a.internal=fe80::1%eth0', 'fe80::1%eth0'],
    ['a.internal:host-gateway', 'host-gateway'],
    ['a.internal:::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ])('"%s" gives %s', (text, address) => {
    expect(parseHostEntry(text)).toEqual({ entries: [{ text, name: 'a.internal', address }], problems: [] });
  });

  it('several addresses are divided by commas, blanks and empty ones aside', () => {
    const text = 'a=192.0.2.1, [2001:db8::1],,192.0.2.1';

    expect(parseHostEntry(text).entries).toEqual([
      { text, name: 'a', address: '192.0.2.1' },
      { text, name: 'a', address: '2001:db8::1' },
      { text, name: 'a', address: '192.0.2.1' },
    ]);
  });

  it('several names are divided by semicolons', () => {
    const text = 'a;b;:192.0.2.1';

    expect(parseHostEntry(text)).toEqual({
      entries: [
        { text, name: 'a', address: '192.0.2.1' },
        { text, name: 'b', address: '192.0.2.1' },
      ],
      problems: [],
    });
  });

  it('a blank before the address is told and not kept', () => {
    const text = 'scm1.mesh.example: 192.0.2.116';

    expect(parseHostEntry(text)).toEqual({
      entries: [{ text, name: 'scm1.mesh.example', address: '192.0.2.116' }],
      problems: [{ code: 'blank-before-address', name: 'scm1.mesh.example', text }],
    });
  });

  it.each(['', 'a.internal', '192.0.2.1', ':192.0.2.1', '=', '  :192.0.2.1', ';:192.0.2.1', '2001'])(
    '"%s" is malformed and gives no entry',
    (text) => {
      expect(parseHostEntry(text)).toEqual({ entries: [], problems: [{ code: 'malformed-entry', text }] });
    },
  );

  it.each(['a:', 'a=', 'a:  ', 'a:,'])('"%s" lists a name without an address', (text) => {
    expect(parseHostEntry(text)).toEqual({
      entries: [{ text, name: 'a', address: null }],
      problems: [{ code: 'no-address', name: 'a', text }],
    });
  });

  it('a dollar that is escaped is no variable', () => {
    expect(parseHostEntry('a:$$HUB').problems.map(({ code }) => code)).toEqual(['invalid-address']);
    expect(parseHostEntry('a:$$$HUB').problems.map(({ code }) => code)).toEqual(['unset-variable']);
  });

  it.each(['a:$HUB', `a=\${HUB_IP}`, `a:\${HUB_IP:-192.0.2.9}`])(
    '"%s" lists a name whose variable was not filled in',
    (text) => {
      expect(parseHostEntry(text)).toEqual({
        entries: [{ text, name: 'a', address: null }],
        problems: [{ code: 'unset-variable', name: 'a', text }],
      });
    },
  );

  it('an address that is none is kept as it came', () => {
    const text = 'a:192.0.2.300,192.0.2.3';

    expect(parseHostEntry(text)).toEqual({
      entries: [
        { text, name: 'a', address: '192.0.2.300' },
        { text, name: 'a', address: '192.0.2.3' },
      ],
      problems: [{ code: 'invalid-address', name: 'a', text: '192.0.2.300' }],
    });
  });

  it('a name that DNS cannot carry is kept as it came', () => {
    const text = 'a b:192.0.2.1';

    expect(parseHostEntry(text)).toEqual({
      entries: [{ text, name: 'a b', address: '192.0.2.1' }],
      problems: [{ code: 'invalid-name', name: 'a b', text }],
    });
  });

  it('every spelling of a pair gives the same name and address', () => {
    const blank = fc.constantFrom('', ' ', '\t', '  ');
    const spelling = fc
      .tuple(fc.domain(), fc.oneof(fc.ipV4(), ipv6Groups.chain(ipv6Spelling)))
      .chain(([name, address]) =>
        fc
          .record({
            name: fc.constantFrom(name, name.toUpperCase(), `${name}.`),
            separator: fc.constantFrom(':', '='),
            before: blank,
            after: blank,
            address: fc.constantFrom(address, `[${address}]`, address.toUpperCase(), `${address},`, `,${address}`),
          })
          .map((parts) => ({
            plain: `${name}:${address}`,
            spelled: `${parts.name}${parts.before}${parts.separator}${parts.after}${parts.address}${parts.after}`,
          })),
      );

    fc.assert(
      fc.property(spelling, ({ plain, spelled }) => {
        const pairs = [plain, spelled].map((text) => {
          return parseHostEntry(text).entries.map(({ name, address }) => ({ name, address }));
        });
        expect(pairs[1]).toEqual(pairs[0]);
        expect(pairs[0]).toHaveLength(1);
      }),
    );
  });

  it('several names with several addresses each have all of them, up to sixteen pairs', () => {
    expect(parseHostEntry('a;b:192.0.2.1,192.0.2.2').entries.map(({ name, address }) => [name, address])).toEqual([
      ['a', '192.0.2.1'],
      ['a', '192.0.2.2'],
      ['b', '192.0.2.1'],
      ['b', '192.0.2.2'],
    ]);
  });

  it('ten thousand names with ten thousand addresses are no entry, and not a hundred million', () => {
    const text = `${'a;'.repeat(10_000)}:${'192.0.2.1,'.repeat(10_000)}`;

    expect(parseHostEntry(text)).toEqual({ entries: [], problems: [{ code: 'malformed-entry', text }] });
  });

  it('no text throws, and each gives an entry or says why not', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          hostileText,
          fc.tuple(hostileText, hostileText).map((pair) => pair.join(':')),
        ),
        (text) => {
          const parsed = parseHostEntry(text);
          expect(parsed.entries.length + parsed.problems.length).toBeGreaterThan(0);
          expect(parsed.entries.every((entry) => entry.text === text)).toBe(true);
        },
      ),
    );
  });
});

describe('hostEntriesOf', () => {
  it('a name with "=" from a map is kept whole', () => {
    expect(hostEntriesOf('a=b:192.0.2.1', 'a=b', '192.0.2.1')).toEqual({
      entries: [{ text: 'a=b:192.0.2.1', name: 'a=b', address: '192.0.2.1' }],
      problems: [{ code: 'invalid-name', name: 'a=b', text: 'a=b:192.0.2.1' }],
    });
  });
});

describe('lacksAddress', () => {
  it('tells whether some name stands without an address', () => {
    expect([
      lacksAddress([]),
      lacksAddress(entries('a:192.0.2.1')),
      lacksAddress(entries('a:192.0.2.1', 'b:')),
    ]).toEqual([false, false, true]);
  });
});
