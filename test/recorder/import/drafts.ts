import fc from 'fast-check';
import {
  type Container,
  type Declaration,
  hostEntriesOf,
  hostsListOf,
  type JsonObject,
  type PassDraft,
  type Report,
  type Roster,
  rosterOf,
  specOf,
} from '../../../src/roster/index.ts';
import { passDraft } from '../../roster/builders.ts';

const nodes = ['ace', 'g14', 'novox'];
const one = <const T extends string>(...values: T[]) => fc.constantFrom(...values);

/** Any JSON object, with keys and texts of every kind. What would be a secret is a digest. */
const jsonObject: fc.Arbitrary<JsonObject> = fc
  .dictionary(one('image', '__proto__', 'é\n', '\ud800', '7'), fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }), {
    maxKeys: 3,
  })
  // undefined and -0 are no JSON
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

const hostEntries = fc
  .array(
    fc.tuple(
      one('a.internal', 'B.internal.', 'münchen.example', 'n:n', ''),
      one('192.0.2.1', '2001:DB8::1', 'host-gateway', '', '300.1.1.1', '192.0.2.1,192.0.2.2'),
      one(':', '='),
    ),
    { maxLength: 3 },
  )
  .map((rows) => rows.flatMap(([name, address, by]) => hostEntriesOf(`${name}${by}${address}`, name, address).entries));

const roster: fc.Arbitrary<Roster> = hostEntries.map((entries) =>
  rosterOf(entries, new Map(entries.slice(0, 1).map(({ name }) => [name, 'g14']))),
);

const containers: fc.Arbitrary<readonly Container[]> = fc.uniqueArray(
  fc.record({
    id: one('mesh/a', 'mesh/b', 'é/\n'),
    hosts: hostEntries.map(hostsListOf),
    spec: jsonObject.map(specOf),
    engine: fc.constantFrom(null, { id: 'cafe', configDigest: null }, { id: null, configDigest: 'f00d' }),
  }),
  { selector: ({ id }) => id, maxLength: 3 },
);

const declaration: fc.Arbitrary<Declaration> = fc.record({
  address: fc.option(one('192.0.2.1', '192.0.2.2')),
  containers: fc.option(containers),
  roster: fc.option(roster, { freq: 2 }),
  extra: jsonObject,
});

const missing = one('containers', 'names', 'addresses');
const error = fc.option(fc.string({ unit: 'binary', maxLength: 3 }));

function report(node: string): fc.Arbitrary<Report> {
  return fc.oneof(
    fc.record({ node: fc.constant(node), outcome: fc.constant('planned' as const), declaration }),
    fc.record({ node: fc.constant(node), outcome: fc.constant('partial' as const), declaration, missing, error }),
    fc.record({
      node: fc.constant(node),
      outcome: one('failed', 'skipped', 'unreadable'),
      error,
      address: fc.option(one('192.0.2.9')),
    }),
  );
}

function draftOf(reports: fc.Arbitrary<Report[]>): fc.Arbitrary<PassDraft> {
  return fc
    .record({
      controller: one('default', 'default', 'edge'),
      key: fc.option(one('1', '2', '3'), { freq: 4 }),
      at: fc.option(fc.constantFrom(0, 1000, 5000)),
      trigger: fc.oneof(fc.constant(null), jsonObject),
      roster: fc.option(roster),
      missing,
      outcome: one('planned', 'planned', 'partial', 'unreadable', 'failed'),
      error,
      reports,
      problems: fc.constantFrom([], [{ code: 'no-address' as const, node: 'ace', name: 'a', text: 'a:' }]),
      extra: jsonObject,
      lone: fc.boolean(),
    })
    .map((parts) => {
      if (!parts.lone) return passDraft({ ...parts, missing: parts.outcome === 'partial' ? parts.missing : null });
      const node = { roster: null, outcome: 'planned' as const, missing: null, reports: parts.reports.slice(0, 1) };
      return passDraft({ ...parts, ...node });
    });
}

/** Any passes of two controllers. Ids and reports come again, so that declarations join late, are known, or reuse an id. */
export const drafts: fc.Arbitrary<PassDraft[]> = fc
  .tuple(...nodes.map((node) => fc.array(report(node), { minLength: 1, maxLength: 2 })))
  .chain((known) => {
    const reports = fc
      .shuffledSubarray(known)
      .chain((some) => fc.tuple(...some.map((each) => fc.constantFrom(...each))));
    return fc.array(draftOf(reports), { minLength: 1, maxLength: 10 });
  });
