import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExplainedPass } from '../../../src/diff/explained-pass.ts';
import { observePasses } from '../../../src/diff/observed.ts';
import { confidences } from '../../../src/diff/why/finding.ts';
import { findingsOf } from '../../../src/diff/why/findings.ts';
import { explainWindow } from '../../../src/diff/window.ts';
import { type PassParts, pass, roster, type StateParts } from '../../roster/builders.ts';
import { mesh, runs } from '../builders.ts';

const g14 = 'g14.internal:192.0.2.2';
const novox = 'novox.internal:192.0.2.3';
const git = 'git.g14.example:192.0.2.2';
const wiki = 'wiki.g14.example:192.0.2.2';
const db = 'db.novox.example:192.0.2.3';

/** Passes from 1 on against the first state, which is what was before. */
function explained(before: StateParts, ...states: readonly (StateParts & { pass?: PassParts })[]): ExplainedPass[] {
  const passes = states.map(({ pass: parts, ...state }, index) => pass({ number: index + 1, state, ...parts }));
  return [...explainWindow(passes, pass({ number: 0, state: before })).passes];
}

function findings(before: StateParts, ...states: readonly (StateParts & { pass?: PassParts })[]) {
  return findingsOf(explained(before, ...states));
}

const failed: PassParts = { outcomes: [{ node: 'g14', outcome: 'failed', error: 'plan: store unreachable' }] };
const all = mesh([g14, novox, git, wiki, db]);
const lost = mesh([g14, novox, db]);

describe("an owner's plan failed", () => {
  test('certainly, where outcomes say so; what came back is told with it', () => {
    expect(findings(all, { ...lost, pass: failed }, all, { ...lost, pass: failed })).toEqual([
      {
        kind: 'plan-failed',
        confidence: 'certain',
        owner: 'g14',
        names: ['git.g14.example', 'wiki.g14.example'],
        told: [1, 2, 3].map((number) => ({ pass: number, names: ['git.g14.example', 'wiki.g14.example'] })),
        passes: [1, 3],
        returned: [2],
        errors: ['plan: store unreachable'],
        replacements: 9,
      },
    ]);
  });

  test('likely, where all of its names went and came back', () => {
    expect(findings(all, lost, all)).toMatchObject([
      { kind: 'plan-failed', confidence: 'likely', passes: [1], returned: [2], errors: [], replacements: 6 },
    ]);
  });

  test('possibly, where all of its names went and stayed away', () => {
    expect(findings(all, lost)).toMatchObject([{ kind: 'plan-failed', confidence: 'possible', returned: [] }]);
  });

  test('once surely and once as it looks: two findings', () => {
    expect(findings(all, { ...lost, pass: failed }, all, lost, all)).toMatchObject([
      { kind: 'plan-failed', confidence: 'certain', passes: [1], returned: [2] },
      { kind: 'plan-failed', confidence: 'likely', passes: [3], returned: [4] },
    ]);
  });

  test('a name that was withdrawn in between came back for another reason', () => {
    const withoutWiki = mesh([g14, novox, git, db]);

    expect(findings(all, { ...lost, pass: failed }, all, withoutWiki, all)).toMatchObject([
      { kind: 'plan-failed', passes: [1], returned: [2] },
      { kind: 'withdrawn', owner: 'g14', names: ['wiki.g14.example'], passes: [3], confidence: 'certain' },
      { kind: 'names-moved', owner: 'g14', names: ['wiki.g14.example'], passes: [4] },
    ]);
  });

  test('of an owner that is not known nothing is said', () => {
    const hosts = ['a.example:203.0.113.1', 'b.example:203.0.113.2', 'c.example:203.0.113.3', 'd.example:203.0.113.4'];
    const [finding] = findings({ nodes: { novox: runs(...hosts) } }, { nodes: { novox: runs(hosts[0] as string) } });

    expect(finding).toMatchObject({ kind: 'names-moved', owner: null, replacements: 1 });
  });
});

describe('a node changed its address', () => {
  const away = (address: string, ...hosts: string[]): StateParts => ({
    roster: roster([novox, db, ...hosts], {
      'g14.internal': 'g14',
      'git.g14.example': 'g14',
      'wiki.g14.example': 'g14',
    }),
    nodes: { g14: { address }, novox: { containers: [{ hosts: [novox, db, ...hosts] }] } },
  });
  const before = away('192.0.2.2', g14, git, wiki);

  test('certainly, where its names went with it', () => {
    const after = away('192.0.2.9', 'g14.internal:192.0.2.9', 'git.g14.example:192.0.2.9', wiki);

    expect(findings(before, after)).toMatchObject([
      {
        kind: 'address-changed',
        confidence: 'certain',
        node: 'g14',
        before: '192.0.2.2',
        after: '192.0.2.9',
        names: ['g14.internal', 'git.g14.example'],
        passes: [1],
        replacements: 1,
      },
    ]);
  });

  test('likely, where only its own name moved; what moved elsewhere is told apart', () => {
    const after = away('192.0.2.9', 'g14.internal:192.0.2.9', git, 'wiki.g14.example:192.0.2.8');

    expect(findings(before, after)).toMatchObject([
      { kind: 'address-changed', confidence: 'likely', names: ['g14.internal'] },
      { kind: 'names-moved', owner: 'g14', names: ['wiki.g14.example'] },
    ]);
  });

  test('again and again: once there and once back', () => {
    const after = away('192.0.2.9', 'g14.internal:192.0.2.9', git, wiki);

    expect(findings(before, after, before, after)).toMatchObject([
      { kind: 'address-changed', after: '192.0.2.9', passes: [1, 3], replacements: 2 },
      { kind: 'address-changed', after: '192.0.2.2', passes: [2], replacements: 1 },
    ]);
  });
});

describe('a module', () => {
  const searx = 'searxng.g14.example:192.0.2.2';
  const withModule = mesh([g14, novox, db, git, wiki, searx], {
    nodes: {
      g14: {
        address: '192.0.2.2',
        containers: [
          { id: 'forgejo/forgejo.server', hosts: [g14, novox, db, git, wiki, searx] },
          { id: 'searxng/searxng.server', hosts: [g14, novox, db, git, wiki, searx] },
        ],
      },
    },
  });
  const without = mesh([g14, novox, db, git, wiki]);
  const trigger = (text: string): PassParts => ({ trigger: text });

  test('was assigned, certainly where the trigger names it', () => {
    expect(findings(without, { ...withModule, pass: trigger('assign g14 searxng') })).toEqual([
      {
        kind: 'module-assigned',
        confidence: 'certain',
        module: 'searxng',
        containers: [{ node: 'g14', container: 'searxng/searxng.server' }],
        names: ['searxng.g14.example'],
        told: [{ pass: 1, names: ['searxng.g14.example'] }],
        triggers: ['assign g14 searxng'],
        passes: [1],
        replacements: 3,
      },
    ]);
  });

  test('was assigned, unassigned and assigned again: two findings', () => {
    expect(findings(without, withModule, without, withModule)).toMatchObject([
      { kind: 'module-assigned', confidence: 'likely', passes: [1, 3], replacements: 6, triggers: [] },
      { kind: 'module-unassigned', confidence: 'likely', passes: [2], replacements: 3 },
    ]);
  });

  test('was possibly assigned where only the trigger says so', () => {
    const named = mesh([g14, novox, db, git, wiki, searx]);

    expect(findings(without, { ...named, pass: trigger('assign g14 searxng') })).toMatchObject([
      { kind: 'module-assigned', confidence: 'possible', containers: [], names: ['searxng.g14.example'], passes: [1] },
    ]);
    expect(findings(named, { ...without, pass: trigger('unassign g14 searxng') })).toMatchObject([
      { kind: 'module-unassigned', confidence: 'possible', names: ['searxng.g14.example'] },
    ]);
    expect(findings(without, { ...named, pass: trigger('reconcile g14 searxng') })).toMatchObject([
      { kind: 'names-moved' },
    ]);
  });

  test('was not assigned where the trigger only names the name that moved', () => {
    const named = mesh([g14, novox, db, git, wiki, searx]);

    expect(findings(without, { ...named, pass: trigger('domain add g14 searxng.g14.example') })).toMatchObject([
      { kind: 'names-moved' },
    ]);
  });

  test('whose container has no module is known by the first word of it', () => {
    const ace: StateParts = { nodes: { ace: { containers: [{ id: 'web.server' }, { id: 'db.server' }] } } };

    expect(findings({ nodes: { ace: { containers: [{ id: 'db.server' }] } } }, ace)).toMatchObject([
      { kind: 'module-assigned', module: 'web', names: [], told: [], replacements: 0, passes: [1] },
    ]);
  });

  test('a plan that failed by its outcome comes before the module', () => {
    expect(findings(withModule, { ...without, pass: failed })).toMatchObject([
      { kind: 'plan-failed', names: ['searxng.g14.example'] },
      { kind: 'module-unassigned', names: [], replacements: 0 },
    ]);
  });
});

describe('no name is to blame', () => {
  test('for another order, another spelling, and another spec with its paths', () => {
    const web = (hosts: readonly string[], spec = {}): StateParts => ({
      nodes: { novox: { containers: [{ hosts, spec }] } },
    });

    const place = { containers: [{ node: 'novox', container: 'mesh/web' }], confidence: 'certain', replacements: 1 };
    expect(
      findings(
        web([novox, g14]),
        web([g14, novox]),
        web(['G14.internal:192.0.2.2', novox]),
        web(['G14.internal:192.0.2.2', novox], { image: 'b', env: { LEVEL: '1' } }),
      ),
    ).toEqual([
      { kind: 'order', passes: [1], ...place },
      { kind: 'spelling', passes: [2], ...place },
      { kind: 'spec', passes: [3], paths: ['env', 'image'], ...place },
    ]);
  });

  test('for what was seen and no pass explains', () => {
    const { passes } = observePasses(explained(all, all), [
      { node: 'novox', container: 'x/x', kind: 'replaced', at: explained(all, all)[0]?.pass.at ?? 0 },
    ]);

    expect(findingsOf(passes)).toEqual([
      {
        kind: 'unexplained',
        confidence: 'certain',
        containers: [{ node: 'novox', container: 'x/x' }],
        passes: [1],
        replacements: 1,
      },
    ]);
  });
});

describe('whatever the passes', () => {
  const hosts = fc.subarray([g14, novox, git, wiki, db, 'searxng.g14.example:192.0.2.2']);
  const state = fc
    .tuple(hosts, fc.boolean(), fc.boolean(), fc.boolean())
    .map(([texts, isFailed, isMoved, hasModule]): StateParts & { pass: PassParts } => {
      const moved = texts.map((text) => (isMoved ? text.replace('192.0.2.2', '192.0.2.9') : text));
      const extra = hasModule ? { nodes: { ace: { containers: [{ id: 'searxng/s', hosts: moved }] } } } : {};
      return {
        ...mesh(moved, extra),
        pass: { ...(isFailed ? failed : {}), trigger: hasModule ? 'assign searxng' : null },
      };
    });

  test('each move is told by exactly one finding', () => {
    fc.assert(
      fc.property(fc.array(state, { minLength: 2, maxLength: 7 }), ([before, ...states]) => {
        const passes = explained(before as StateParts, ...states);
        const moved = passes.flatMap(({ pass: { number }, difference }) =>
          (difference?.moves ?? []).map(({ name }) => `${number} ${name}`),
        );
        const told = findingsOf(passes).flatMap((finding) =>
          'told' in finding ? finding.told.flatMap((one) => one.names.map((name) => `${one.pass} ${name}`)) : [],
        );
        expect(told.sort()).toEqual(moved.sort());
      }),
    );
  });

  test('a quiet history has no finding', () => {
    fc.assert(
      fc.property(state, fc.integer({ min: 1, max: 5 }), (one, count) => {
        expect(findings(one, ...Array<typeof one>(count).fill(one))).toEqual([]);
      }),
    );
  });

  test('each says how sure it is', () => {
    fc.assert(
      fc.property(fc.array(state, { minLength: 2, maxLength: 6 }), ([before, ...states]) => {
        for (const { confidence, passes } of findings(before as StateParts, ...states)) {
          expect(confidences).toContain(confidence);
          expect(passes.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  test('those that account for more come first', () => {
    fc.assert(
      fc.property(fc.array(state, { minLength: 2, maxLength: 6 }), ([before, ...states]) => {
        const costs = findings(before as StateParts, ...states).map(({ replacements }) => replacements);
        expect(costs).toEqual([...costs].sort((a, b) => b - a));
      }),
    );
  });
});
