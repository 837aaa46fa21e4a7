/** Values for properties: hostile ones, and small well-formed ones in which the same names meet often. */
import fc from 'fast-check';
import { type Address, type HostEntry, hostEntriesOf, type Json, type Name } from '../../src/roster/index.ts';

/** Any text, with the characters that names, addresses, JSON and URLs give a meaning. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(
      ...':=.,;%[]{}$#@/\\"\'`|<> \t\r\n\u0000\u007f\u2028\ufeff\ud800',
      ...['a', 'B', '0', 'f', 'ü', 'ß', 'İ', 'ς', '。', '１', '\u00ad'],
    ),
  }),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'null', '', '.', '..', 'a..', 'xn--', 'host-gateway'),
);

/** Host entries of any texts, related to each other or not. */
export const hostileEntries: fc.Arbitrary<HostEntry[]> = fc.array(
  fc.oneof(
    fc.record({ text: hostileText, name: hostileText as fc.Arbitrary<Name>, address: addressOrNull() }),
    fc.tuple(hostileText, hostileText).map(([name, address]) => ({
      text: `${name}:${address}`,
      name: name as Name,
      address: address as Address,
    })),
  ),
);

function addressOrNull(): fc.Arbitrary<Address | null> {
  return fc.option(hostileText as fc.Arbitrary<Address>);
}

/** Entries of few names with few addresses, none of them null. */
export const fewEntries: fc.Arbitrary<HostEntry[]> = fc.array(
  fc
    .tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 1, max: 3 }))
    .map(([name, last]) => entry(name, `192.0.2.${last}`)),
  { maxLength: 12 },
);

/** The same, some of them without an address. */
export const fewEntriesWithBlanks: fc.Arbitrary<HostEntry[]> = fc.array(
  fc
    .tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('', '192.0.2.1', '192.0.2.2'))
    .map(([name, address]) => entry(name, address)),
  { maxLength: 12 },
);

/** A JSON value with hostile keys, some of them `__proto__`. */
export const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    hostileText,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(hostileText, tie('value')), { maxLength: 4 })
      .map((members) => Object.fromEntries(members) as Json),
  ),
})).value;

/** The eight groups of an IPv6 address, many of them zero. */
export const ipv6Groups: fc.Arbitrary<number[]> = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })),
  { minLength: 8, maxLength: 8 },
);

/** One spelling of an IPv6 address: padded or not, in either case, one run of zero groups left out or none. */
export function ipv6Spelling(groups: readonly number[]): fc.Arbitrary<string> {
  return fc
    .record({ padded: fc.boolean(), upper: fc.boolean(), from: fc.nat(7), length: fc.integer({ min: 0, max: 8 }) })
    .map(({ padded, upper, from, length }) => {
      const written = groups.map((group) => group.toString(16).padStart(padded ? 4 : 1, '0'));
      const run = groups.slice(from, from + length);
      const isRun = length > 0 && run.length === length && run.every((group) => group === 0);
      const text = isRun
        ? `${written.slice(0, from).join(':')}::${written.slice(from + length).join(':')}`
        : written.join(':');
      return upper ? text.toUpperCase() : text;
    });
}

function entry(name: string, address: string): HostEntry {
  return hostEntriesOf(`${name}:${address}`, name, address).entries[0] as HostEntry;
}
