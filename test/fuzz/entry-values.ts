import fc from 'fast-check';
import { hostileText } from './hostile-values.ts';
import { Members, type Written } from './written.ts';

/** Names that meet often, and some that no resolver would take. */
export const anyName: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('db', 'db.internal', 'A.internal.', 'münchen.example', '*.mesh', 'x_y', 'api'),
  },
  { weight: 1, arbitrary: hostileText },
);

/** Addresses in several spellings, and some that are none. */
export const anyAddress: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...['192.0.2.1', '192.0.2.2', '198.51.100.7', '2001:DB8::1', '[2001:db8::2]', 'host-gateway', ''],
      '192.0.2.1,192.0.2.2',
    ),
  },
  { weight: 1, arbitrary: hostileText },
);

/** A host entry as its text. */
export const entryText: fc.Arbitrary<string> = fc
  .tuple(anyName, fc.constantFrom(':', '=', ': ', ''), anyAddress)
  .map((parts) => parts.join(''));

/** A hosts list in each shape that is read. */
export const hostsValue: fc.Arbitrary<Written> = fc.oneof(
  { weight: 3, arbitrary: fc.array(entryText, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.array(fc.tuple(anyName, anyAddress), { maxLength: 4 }).map(membersOf) },
  {
    weight: 1,
    arbitrary: fc.array(fc.tuple(anyName, fc.array(anyAddress, { maxLength: 3 })), { maxLength: 3 }).map(membersOf),
  },
  { weight: 1, arbitrary: rows(fc.constant([])) },
  { weight: 1, arbitrary: fc.constant(null) },
);

/** A list of `{name, address}`, each with more members. */
export function rows(more: fc.Arbitrary<[string, Written][]>): fc.Arbitrary<Written> {
  const row = fc
    .tuple(anyName, anyAddress, more)
    .map(([name, address, others]) => new Members([['name', name], ['address', address], ...others]));
  return fc.array(row, { maxLength: 4 });
}

/** Members as an object, whose keys may stand twice. */
export function membersOf(entries: readonly (readonly [string, Written])[]): Members {
  return new Members(entries);
}

/** An object of some of these members. */
export function someOf(members: Readonly<Record<string, fc.Arbitrary<Written>>>): fc.Arbitrary<Written> {
  return fc
    .record(members, { requiredKeys: [], noNullPrototype: true })
    .map((record) => membersOf(Object.entries(record) as [string, Written][]));
}

/** An object of all these members. */
export function allOf(members: Readonly<Record<string, fc.Arbitrary<Written>>>): fc.Arbitrary<Written> {
  return fc.record(members).map((record) => membersOf(Object.entries(record) as [string, Written][]));
}

/** Environment variables, some of them secret. */
export const environment: fc.Arbitrary<string[]> = fc.array(
  fc.oneof(fc.constantFrom('LOG_LEVEL=debug', 'DB_PASSWORD=geheim', 'PATH=/bin', 'A='), hostileText),
  { maxLength: 3 },
);
