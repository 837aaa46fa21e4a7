import { describe, expect, test } from 'vitest';
import type { Gap, Stale, StaleName } from '../../src/diff/index.ts';
import { type ComparedRunning, type ComparedStale, staleJson, staleView } from '../../src/report/index.ts';
import { type Address, type Name, parseName } from '../../src/roster/index.ts';
import { pass, startMs } from '../roster/builders.ts';
import { plain, utc } from './builders.ts';

const at = (number: number) => startMs + number * 60_000;

/** A name that moved from 192.0.2.2 to 192.0.2.9 in pass 412. */
function held(parts: Partial<Omit<StaleName, 'name'>> & { name?: string } = {}): StaleName {
  return {
    kind: 'moved',
    holds: ['192.0.2.2' as Address],
    declared: ['192.0.2.9' as Address],
    since: { pass: 412, at: at(412) },
    passes: 3,
    wasDeclared: true,
    ...parts,
    name: parseName(parts.name ?? 'db.internal').name as Name,
  };
}

/** What is stale in containers `module/app-N` of novox, these names in each. */
function stale(containers: number, names: readonly StaleName[], parts: Partial<Stale> = {}): Stale {
  return {
    matched: 15,
    stale: Array.from({ length: containers }, (_, index) => ({
      node: 'novox',
      container: `module/app-${index + 1}`,
      names,
    })),
    notDeclared: [],
    notRunning: [],
    writtenOtherwise: [],
    resolvedGateway: [],
    ...parts,
  };
}

const engine: ComparedRunning = {
  label: 'docker:/run/docker.sock',
  at: at(420),
  pass: null,
  shortfall: null,
  node: 'novox',
  nodeBy: 'named',
  containers: 15,
};

function compared(parts: Partial<ComparedStale> = {}): ComparedStale {
  return {
    declared: pass({ number: 414, controller: 'mesh', key: '7' }),
    standing: [],
    running: [engine],
    begins: 383,
    reasonOf: () => null,
    now: at(426),
    ...parts,
  };
}

function shown(given: Stale, parts: Partial<ComparedStale> = {}, gaps: readonly Gap[] = [], all = false): string[] {
  return plain(staleView(given, compared(parts), gaps, { all }, utc))
    .trimEnd()
    .split('\n');
}

const gap: Gap = { kind: 'missing', pass: 413, node: null, text: '1 pass before it not recorded' };
const places = (...ids: readonly string[]) => ids.map((container) => ({ node: 'novox', container }));

describe('stale containers', () => {
  test('are told by name, with what was compared with what', () => {
    expect(shown(stale(14, [held()]))).toEqual([
      '14 of 15 containers hold host entries other than declared · UTC',
      '',
      'DECLARED  as of pass 414 of mesh, 2026-03-01 16:54:00 UTC, 12 min ago',
      'RUNNING   15 containers, told by docker:/run/docker.sock as of 2026-03-01 17:00:00 UTC, on novox',
      '',
      'db.internal  14 containers still hold 192.0.2.2; declared 192.0.2.9',
      '    since pass 412, 2026-03-01 16:52:00 UTC, 14 min ago, for 3 passes',
      '    novox: app-1 (module), app-2 (module), app-3 (module), app-4 (module) and 10 more',
    ]);
  });

  test('names that differ alike in the same containers are told once', () => {
    const names = [
      held({ name: 'git.internal' }),
      held(),
      held({ name: 'id.internal', declared: [] as Address[], kind: 'removed' }),
    ];

    expect(shown(stale(1, names)).slice(5)).toEqual([
      '2 names  1 container still holds 192.0.2.2; declared 192.0.2.9',
      '    git.internal and db.internal',
      '    since pass 412, 2026-03-01 16:52:00 UTC, 14 min ago, for 3 passes',
      '    novox: app-1 (module)',
      'id.internal  1 container still holds 192.0.2.2; no longer declared',
      '    since pass 412, 2026-03-01 16:52:00 UTC, 14 min ago, for 3 passes',
      '    novox: app-1 (module)',
    ]);
  });

  test('are told in words of what would happen to the name', () => {
    const head = (parts: Parameters<typeof held>[0], containers = 1) => shown(stale(containers, [held(parts)]))[5];
    const none: Address[] = [];

    expect(head({ kind: 'added', holds: none })).toBe('db.internal  1 container lacks it; declared 192.0.2.9');
    expect(head({ kind: 'added', holds: none }, 2)).toBe('db.internal  2 containers lack it; declared 192.0.2.9');
    expect(head({ kind: 'removed', declared: none, wasDeclared: false })).toBe(
      'db.internal  1 container holds 192.0.2.2; never declared',
    );
    expect(head({ kind: 'removed', declared: none, wasDeclared: false, since: null })).toBe(
      'db.internal  1 container holds 192.0.2.2; not declared',
    );
    expect(head({ kind: 'reordered', holds: ['192.0.2.1', '192.0.2.9'] as Address[] })).toBe(
      'db.internal  1 container still holds 192.0.2.1 192.0.2.9; declared 192.0.2.9, where another address comes first',
    );
    const both = [held({ kind: 'added', holds: none }), held({ name: 'id.internal', kind: 'added', holds: none })];
    expect(shown(stale(2, both))[5]).toBe('2 names  2 containers lack them; declared 192.0.2.9');
  });

  test('say since when: the last pass, before the history begins, why the name went, and no time that is yet to come', () => {
    const line = (name: StaleName, parts: Partial<ComparedStale> = {}) => shown(stale(1, [name]), parts)[6]?.trim();

    expect(line(held({ since: { pass: 414, at: at(414) }, passes: 1 }))).toBe(
      'since pass 414, 2026-03-01 16:54:00 UTC, 12 min ago, the last one',
    );
    expect(line(held({ since: null, passes: 32 }))).toBe('since before the history begins (pass 383), for 32 passes');
    expect(line(held(), { reasonOf: () => ({ reason: 'lost', evidence: 'recorded' }) })).toBe(
      'since pass 412, 2026-03-01 16:52:00 UTC, 14 min ago, for 3 passes; removed as lost (recorded)',
    );
    expect(line(held(), { now: at(411) })).toBe('since pass 412, 2026-03-01 16:52:00 UTC, for 3 passes');
  });

  test('more names than a screen holds are counted', () => {
    const names = Array.from({ length: 14 }, (_, index) =>
      held({ name: `n${index}.internal`, declared: [`192.0.2.${index + 20}` as Address] }),
    );

    expect(shown(stale(1, names)).at(-1)).toBe('and 2 more names; --all shows each');
    expect(shown(stale(1, names), {}, [], true).filter((text) => /^n\d+\.internal/.test(text))).toHaveLength(14);
  });

  test('with all, each container is told too, and each place named', () => {
    const names = [held(), held({ name: 'id.internal', since: null, wasDeclared: false })];
    const alike = [held(), held({ name: 'id.internal' })];

    expect(shown(stale(1, alike), {}, [], true)[6]).toBe('    db.internal and id.internal');
    expect(shown(stale(6, names), {}, [], true).slice(5, 14)).toEqual([
      'db.internal  6 containers still hold 192.0.2.2; declared 192.0.2.9',
      '    since pass 412, 2026-03-01 16:52:00 UTC, 14 min ago, for 3 passes',
      '    novox: app-1 (module), app-2 (module), app-3 (module), app-4 (module), app-5 (module) and app-6 (module)',
      'id.internal  6 containers hold 192.0.2.2; declared 192.0.2.9',
      '    since before the history begins (pass 383), for 3 passes',
      '    novox: app-1 (module), app-2 (module), app-3 (module), app-4 (module), app-5 (module) and app-6 (module)',
      'app-1 (module) on novox',
      '    db.internal  still holds 192.0.2.2; declared 192.0.2.9, since pass 412',
      '    id.internal  holds 192.0.2.2; declared 192.0.2.9',
    ]);
  });

  test('what is not comparable, and what is not known, stands in a line each', () => {
    const given = stale(1, [held()], {
      notDeclared: places('watchtower', 'old'),
      notRunning: places('mail/mailu.front'),
      writtenOtherwise: places('a/one', 'a/two'),
      resolvedGateway: places('a/three'),
    });
    const recorded = {
      ...engine,
      label: 'pass 3 of engine',
      at: null,
      node: 'g14',
      nodeBy: 'matched' as const,
      containers: 1,
    };
    const parts = {
      standing: [{ node: 'novox', outcome: 'failed' as const, error: 'no' }],
      running: [{ ...engine, shortfall: '1 of 15\ncould not be inspected', nodeBy: 'only' as const }, recorded],
    };

    expect(shown(given, parts, [gap]).slice(2, 11)).toEqual([
      'DECLARED  as of pass 414 of mesh, 2026-03-01 16:54:00 UTC, 12 min ago',
      '          failed in it: novox, so that its last declaration stands',
      'RUNNING   15 containers, told by docker:/run/docker.sock as of 2026-03-01 17:00:00 UTC, on novox, the only node that is declared; not all: 1 of 15; could not be inspected',
      '          1 container, told by pass 3 of engine, taken for those of g14: no other node declares them',
      'ALSO      2 containers run and are not declared: watchtower and old',
      '          1 container is declared and does not run: mailu.front (mail)',
      '          2 containers have their entries in another order or spelling, which resolves the same: one (a) and two (a)',
      '          1 container holds an address where the declaration says host-gateway, or the reverse: the engine resolves it: three (a)',
      'GAPS      missing pass 413: 1 pass before it not recorded',
    ]);
  });
});

describe('nothing stale', () => {
  test('is one calm line with what was compared', () => {
    expect(shown(stale(0, []))).toEqual([
      'nothing is stale: 15 containers hold what is declared as of pass 414 of mesh, 2026-03-01 16:54:00 UTC, 12 min ago. ' +
        'Compared: 15 containers, told by docker:/run/docker.sock as of 2026-03-01 17:00:00 UTC, on novox',
    ]);
  });

  test('still says what is not known', () => {
    const parts = {
      standing: [{ node: 'novox', outcome: 'failed' as const, error: null }],
      running: [engine, { ...engine, label: 'x.json', at: null, node: 'g14', nodeBy: 'recorded' as const }],
    };

    expect(shown(stale(0, [], { matched: 1, notDeclared: places('old') }), parts, [gap])).toEqual([
      'nothing is stale: 1 container holds what is declared as of pass 414 of mesh, 2026-03-01 16:54:00 UTC, 12 min ago; failed in it: novox. ' +
        'Compared: 15 containers, told by docker:/run/docker.sock as of 2026-03-01 17:00:00 UTC, on novox; and ' +
        '15 containers, told by x.json, on g14',
      '',
      'ALSO  1 container runs and is not declared: old',
      'GAPS  missing pass 413: 1 pass before it not recorded',
    ]);
  });

  test('is not said where nothing runs that could be', () => {
    expect(shown(stale(0, [], { matched: 0 }))[0]).toMatch(
      /^nothing to compare: nothing runs of what is declared as of pass 414 of mesh, .*\. Compared: 15 containers, told by docker:/,
    );
  });
});

describe('as JSON', () => {
  test('each container has its names, and what was compared is told', () => {
    const given = stale(1, [held()], { notDeclared: places('old'), writtenOtherwise: places('a/one') });

    expect(staleJson(given, compared(), [], utc)).toEqual({
      format: 'roster-history/stale@1',
      complete: true,
      gaps: [],
      compared: {
        declared: { controller: 'mesh', pass: 414, key: '7', at: '2026-03-01T16:54:00Z', standing: [] },
        running: [
          {
            source: 'docker:/run/docker.sock',
            controller: null,
            pass: null,
            at: '2026-03-01T17:00:00Z',
            node: 'novox',
            nodeBy: 'named',
            containers: 15,
          },
        ],
        containers: 15,
      },
      stale: [
        {
          node: 'novox',
          container: 'module/app-1',
          names: [
            {
              name: 'db.internal',
              holds: ['192.0.2.2'],
              declared: ['192.0.2.9'],
              kind: 'moved',
              since: { pass: 412, at: '2026-03-01T16:52:00Z' },
              passes: 3,
              reason: null,
              evidence: null,
            },
          ],
        },
      ],
      notDeclared: [{ node: 'novox', container: 'old' }],
      notRunning: [],
      writtenOtherwise: [{ node: 'novox', container: 'a/one' }],
      resolvedGateway: [],
    });
  });

  test('what a source did not show makes it incomplete', () => {
    const recorded = { ...engine, at: null, pass: { number: 3, controller: 'engine' }, shortfall: 'not all' };
    const reasonOf = () => ({ reason: 'lost', evidence: 'inferred' }) as const;
    const json = staleJson(stale(1, [held({ since: null })]), compared({ running: [recorded], reasonOf }), [gap], utc);

    expect([json.complete, json.gaps]).toEqual([
      false,
      [
        { kind: 'partial', pass: null, node: 'novox', text: 'not all', from: null, until: null },
        { ...gap, from: null, until: null },
      ],
    ]);
    expect(json.compared.running).toMatchObject([{ controller: 'engine', pass: 3, at: null }]);
    expect(json.stale[0]?.names[0]).toMatchObject({ since: null, reason: 'lost', evidence: 'inferred' });
  });
});
