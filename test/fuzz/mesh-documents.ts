import fc from 'fast-check';
import { allOf, anyAddress, anyName, environment, hostsValue, membersOf, rows, someOf } from './entry-values.ts';
import { hostileKey, hostileText, hostileValue } from './hostile-values.ts';
import type { Written } from './written.ts';

const node = fc.constantFrom('novox', 'g14', 'ace');
const fields: fc.Arbitrary<Written> = fc
  .array(fc.tuple(hostileKey, hostileValue), { maxLength: 2 })
  .map((entries) => membersOf(entries));

const container = fc
  .tuple(
    allOf({ name: fc.constantFrom('web', 'db', 'postgres.server'), hosts: hostsValue }),
    someOf({
      module: fc.constantFrom('mesh', 'mesh-store'),
      image: hostileText,
      env: fc.oneof(environment, fields),
      labels: fields,
      command: fc.array(hostileText, { maxLength: 3 }),
    }),
  )
  .map(joined);

const roster: fc.Arbitrary<Written> = fc.oneof(hostsValue, rows(node.map((one) => [['node', one]])));

const declaration = fc
  .tuple(
    allOf({ node, containers: fc.array(container, { maxLength: 3 }) }),
    someOf({
      address: anyAddress,
      outcome: fc.constantFrom('planned', 'partial', 'failed', 'skipped', 'unreported', 'odd'),
      error: fc.oneof(hostileText, fc.constantFrom('plan: store unreachable')),
      roster,
    }),
  )
  .map(joined);

const passLevel = someOf({
  controller: fc.constantFrom('mesh', 'other'),
  pass: fc.oneof<fc.Arbitrary<Written>[]>(fc.constantFrom('412', '413'), fc.nat(), hostileText),
  at: fc.oneof(
    fc.constantFrom('2026-09-29T22:46:03+02:00', '2026-02-30T00:00:00Z', '+275760-09-13T00:00:00Z'),
    hostileText,
  ),
  trigger: fc.oneof<fc.Arbitrary<Written>[]>(hostileText, fields),
});

/** Pass documents and lone declarations of our own contract. */
export const meshDocument: fc.Arbitrary<Written> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.tuple(passLevel, allOf({ nodes: fc.array(declaration, { maxLength: 3 }), roster })).map(joined),
  },
  { weight: 1, arbitrary: fc.tuple(passLevel, declaration).map(joined) },
);

const addressedName = fc.tuple(
  anyAddress,
  fc.oneof<fc.Arbitrary<Written>[]>(anyName, fc.array(anyName, { maxLength: 3 })),
);

/** Rosters that stand alone, in each shape. */
export const rosterDocument: fc.Arbitrary<Written> = fc.oneof<fc.Arbitrary<Written>[]>(
  hostsValue,
  rows(node.map((one) => [['node', one]])),
  fc.array(addressedName, { maxLength: 4 }).map((entries) => membersOf(entries)),
  fc.array(fc.tuple(anyAddress, anyName), { maxLength: 4 }),
  fc.array(fc.tuple(anyName, anyAddress), { maxLength: 4 }),
);

function joined(parts: readonly Written[]): Written {
  return membersOf(parts.flatMap((part) => ('entries' in (part as object) ? membersIn(part) : [])));
}

function membersIn(part: Written): readonly (readonly [string, Written])[] {
  return (part as ReturnType<typeof membersOf>).entries;
}
