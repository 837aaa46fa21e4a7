import { rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openForReading, openForRecording } from '../../src/history/index.ts';
import {
  type Container,
  type Declaration,
  declarationInForce,
  hostEntriesOf,
  hostsListOf,
  type JsonObject,
  type NodeState,
  type PassDraft,
  parseName,
  type Report,
  type Roster,
  rosterInForce,
  rosterOf,
  specOf,
} from '../../src/roster/index.ts';
import { passDraft } from '../roster/builders.ts';
import { wholeState } from '../support/plain-state.ts';
import { pruneStore, unlimited } from '../support/prune-store.ts';
import { temporaryFolder } from '../support/temporary-store.ts';

const nodes = ['ace', 'g14', 'novox'];
const outcome = <T extends string>(...values: T[]) => fc.constantFrom(...values);

/** Any JSON object, with keys and texts of every kind. */
const jsonObject = fc
  .dictionary(
    fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), fc.constant('__proto__')),
    fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }),
    {
      maxKeys: 3,
    },
  )
  // undefined and -0 are no JSON
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

const hostEntries = fc
  .array(
    fc.record({
      name: fc.constantFrom('a.internal', 'B.internal.', 'münchen.example', 'x_y', 'n:n', ''),
      address: fc.constantFrom(
        '192.0.2.1',
        '192.0.2.2',
        '2001:DB8::1',
        '[2001:db8::2]',
        'host-gateway',
        '',
        '300.1.1.1',
        '192.0.2.1,192.0.2.2',
      ),
      separator: fc.constantFrom(':', '=', ' '),
    }),
    { maxLength: 4 },
  )
  .map((rows) =>
    rows.flatMap(
      ({ name, address, separator }) => hostEntriesOf(`${name}${separator}${address}`, name, address).entries,
    ),
  );

const roster: fc.Arbitrary<Roster> = fc
  .tuple(hostEntries, fc.dictionary(fc.constantFrom('a.internal', 'b.internal'), fc.constantFrom(...nodes)))
  .map(([entries, owners]) =>
    rosterOf(entries, new Map(Object.entries(owners).map(([name, node]) => [parseName(name).name, node]))),
  );

const containers: fc.Arbitrary<readonly Container[]> = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('mesh/a', 'mesh/b', 'c', '', 'é/\n'),
    hosts: hostEntries.map(hostsListOf),
    spec: jsonObject.map(specOf),
    engine: fc.constantFrom(
      null,
      { id: 'cafe', configDigest: null },
      { id: 'cafe', configDigest: 'f00d' },
      { id: null, configDigest: 'f00d' },
    ),
  }),
  { selector: ({ id }) => id, maxLength: 3 },
);

const declaration: fc.Arbitrary<Declaration> = fc.record({
  address: fc.option(fc.constantFrom('192.0.2.1', '192.0.2.2')),
  containers: fc.option(containers),
  roster: fc.option(roster, { freq: 2 }),
  extra: jsonObject,
});

const missing = outcome('containers', 'names', 'addresses');
const error = fc.option(fc.string({ unit: 'binary', maxLength: 5 }));

const report = (node: string): fc.Arbitrary<Report> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ node: fc.constant(node), outcome: outcome('planned'), declaration }) },
    fc.record({ node: fc.constant(node), outcome: outcome('partial'), declaration, missing, error }),
    fc.record({
      node: fc.constant(node),
      outcome: outcome('failed', 'skipped', 'unreadable'),
      error,
      address: fc.option(fc.constantFrom('192.0.2.1', '192.0.2.9')),
    }),
  );

/** Any pass of the reports that are given for each node. Ids and reports come again, so that declarations join late, are known already, or reuse an id. */
const draftOf = (reports: fc.Arbitrary<Report[]>): fc.Arbitrary<PassDraft> =>
  fc
    .record({
      key: fc.option(fc.constantFrom('1', '2', '3'), { freq: 4 }),
      at: fc.option(fc.constantFrom(0, 1000, 5000)),
      trigger: fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value))),
      roster: fc.option(roster),
      missing,
      outcome: outcome('planned', 'planned', 'planned', 'partial', 'unreadable', 'failed'),
      reports,
      extra: jsonObject,
      lone: fc.boolean(),
    })
    .map((parts) =>
      passDraft({
        ...parts,
        missing: parts.outcome === 'partial' ? parts.missing : null,
        ...(parts.lone
          ? { roster: null, outcome: 'planned' as const, missing: null, reports: parts.reports.slice(0, 1) }
          : {}),
      }),
    );

const drafts: fc.Arbitrary<PassDraft[]> = fc
  .tuple(...nodes.map((node) => fc.array(report(node), { minLength: 1, maxLength: 2 })))
  .chain((known) => {
    const reports = fc
      .shuffledSubarray(known)
      .chain((some) => fc.tuple(...some.map((each) => fc.constantFrom(...each))));
    return fc.array(draftOf(reports), { minLength: 1, maxLength: 12 });
  });

/** The history as a list in memory: what each node had after each pass that named it, as it was when it was recorded. */
function memory() {
  const passes: { roster: Roster | null; given: boolean; named: Map<string, Declaration | null> }[] = [];
  const inForce = (node: string, upTo: number): Declaration | null =>
    passes
      .slice(0, upTo)
      .findLast(({ named }) => named.has(node))
      ?.named.get(node) ?? null;

  function take(number: number, given: PassDraft, reports: readonly Report[]): void {
    passes[number - 1] ??= { roster: passes.at(-1)?.roster ?? null, given: false, named: new Map() };
    const pass = passes[number - 1] as (typeof passes)[number];
    const before = passes[number - 2]?.roster ?? null;
    if (given.roster !== null && !pass.given) {
      pass.roster = rosterInForce(before, given.roster, given.missing);
      pass.given = true;
    }
    const results = reports.map((one) => [one.node, declarationAfter(inForce(one.node, number - 1), one)] as const);
    for (const [node, after] of results) pass.named.set(node, after);
  }

  function stateAt(number: number) {
    const states = nodes.flatMap((node) => {
      const last = inForce(node, number);
      return last === null ? [] : [[node, nodeStateOf(node, last)] as const];
    });
    return wholeState({ roster: passes[number - 1]?.roster ?? null, nodes: new Map(states) });
  }

  return { take, stateAt, count: () => passes.length };
}

function declarationAfter(before: Declaration | null, one: Report): Declaration | null {
  if (one.outcome === 'planned') return declarationInForce(before, one.declaration, null);
  if (one.outcome === 'partial') return declarationInForce(before, one.declaration, one.missing);
  if (one.address === null || (before !== null && before.address !== null)) return before;
  return { containers: null, roster: null, extra: {}, ...before, address: one.address };
}

function nodeStateOf(node: string, { address, containers: all, roster: own, extra }: Declaration): NodeState {
  const byId = new Map((all ?? []).map((container) => [container.id, container]));
  return { node, address, containers: byId, roster: own, extra, digest: '' as NodeState['digest'] };
}

describe('any history', () => {
  test('is read as a list in memory would keep it, and verifies clean', () => {
    const folder = temporaryFolder();

    fc.assert(
      fc.property(drafts, (given) => {
        const file = join(folder, 'history.db');
        for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
        const history = openForRecording(file);
        const model = memory();

        for (const [index, draft] of given.entries()) {
          const appended = history.append({ draft, recordedAt: index * 1500, source: null, quietGapMs: 2000 });
          if (appended.kind === 'known') continue;
          const taken = appended.kind === 'joined' ? appended.nodes : draft.reports.map(({ node }) => node);
          const reports = draft.reports.filter(({ node }) => taken.includes(node));
          model.take(appended.number, draft, reports);
        }

        const read = [...history.passes('default', 1, 99)];
        expect(read.map(({ state }) => wholeState(state))).toEqual(
          Array.from({ length: model.count() }, (_, index) => model.stateAt(index + 1)),
        );
        // a window that begins anywhere agrees with the whole
        const middle = Math.ceil(read.length / 2);
        expect([...history.passes('default', middle, 99)].map(({ state }) => wholeState(state))).toEqual(
          read.slice(middle - 1).map(({ state }) => wholeState(state)),
        );
        expect(history.verify()).toEqual([]);
        history.close();
        const reader = openForReading(file);
        expect(reader.verify()).toEqual([]);
        reader.close();
      }),
      { numRuns: 70 },
    );
  });

  test('recording it again is no news where ids are given', () => {
    const folder = temporaryFolder();

    fc.assert(
      fc.property(drafts, (given) => {
        const file = join(folder, 'history.db');
        for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
        const history = openForRecording(file);
        const arrivals = given.map((draft, index) => ({
          draft: { ...draft, key: String(index) },
          recordedAt: index,
          source: null,
          quietGapMs: 2000,
        }));
        const first = arrivals.map(history.append);

        const second = arrivals.map(history.append);

        expect(first).toEqual(given.map((_, index) => ({ kind: 'recorded', number: index + 1 })));
        expect(second).toEqual(given.map((_, index) => ({ kind: 'known', number: index + 1 })));
        history.close();
      }),
      { numRuns: 20 },
    );
  });

  test('is pruned to its last passes, which go on as if nothing had happened', () => {
    const folder = temporaryFolder();

    fc.assert(
      fc.property(drafts, drafts, fc.integer({ min: 1, max: 6 }), fc.boolean(), (early, late, keepPasses, twice) => {
        const [pruned, whole] = ['pruned.db', 'whole.db'].map((name) => join(folder, name)) as [string, string];
        for (const file of [pruned, whole])
          for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
        const settings = { limits: { ...unlimited, keepPasses }, now: 0, least: 1 };
        const [history, reference] = [openForRecording(pruned), openForRecording(whole)];
        const arrivals = [...early, ...late].map((draft, index) => {
          return { draft, recordedAt: index * 1500, source: null, quietGapMs: 2000 };
        });
        const append = (from: number, to: number) => {
          for (const arrival of arrivals.slice(from, to)) {
            // the id of a pass that is gone is a new one
            const { key } = arrival.draft;
            const known = key === null ? null : reference.findKey('default', key);
            const forgotten = known !== null && history.findPass(known) === null;
            const draft = forgotten ? { ...arrival.draft, key: `${key} again` } : arrival.draft;
            const appended = [history, reference].map((one) => one.append({ ...arrival, draft }));
            expect(appended[0]).toEqual(appended[1]);
          }
        };
        const read = (from: typeof history, first: number) =>
          [...from.passes('default', first, 99)].map(({ state, firstKept: _, ...facts }) => ({
            ...facts,
            state: wholeState(state),
          }));
        history.together(() => reference.together(() => append(0, early.length)));

        const { passes } = pruneStore(pruned, settings);

        const first = history.findHorizon('default')?.firstPass ?? 1;
        expect(passes.map(({ removed }) => removed)).toEqual(first === 1 ? [] : [first - 1]);
        expect(read(history, 1)).toEqual(read(reference, first));
        expect(history.verify()).toEqual([]);
        expect(pruneStore(pruned, settings)).toMatchObject({ passes: [], contents: 0 });
        history.together(() => reference.together(() => append(early.length, arrivals.length)));
        if (twice) pruneStore(pruned, settings);
        const later = history.findHorizon('default')?.firstPass ?? 1;
        expect(read(history, 1)).toEqual(read(reference, later));
        expect(history.verify()).toEqual([]);
        expect(openReferences(pruned)).toEqual([]);
        history.close();
        reference.close();
      }),
      { numRuns: 20 },
    );
  });
});

/** What SQLite itself finds of references to what is gone, and whether a content is left that nothing uses. */
function openReferences(file: string): unknown[] {
  const database = new BetterSqlite3(file, { readonly: true });
  const faults = database.pragma('foreign_key_check') as unknown[];
  const left = database.prepare("SELECT * FROM settings WHERE name = 'prune-left-over'").all();
  database.close();
  return [...faults, ...left];
}
