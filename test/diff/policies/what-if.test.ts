import { describe, expect, test } from 'vitest';
import { asRecorded, diagnose, type Loop, policyOf, type WhatIf, whatIf } from '../../../src/diff/index.ts';
import type { Pass } from '../../../src/roster/index.ts';
import { container, pass, startMs } from '../../roster/builders.ts';
import { mesh } from '../builders.ts';
import { bound } from './builders.ts';

const own = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3'];
const routed = ['git.g14.example:192.0.2.2', 'wiki.g14.example:192.0.2.2'];
const whole = [...own, ...routed];
const minute = 60_000;

function passes(...rosters: readonly (readonly string[])[]): Pass[] {
  return rosters.map((roster, index) => pass({ number: index + 1, state: mesh(roster, { roster }) }));
}

const policies = [asRecorded, policyOf(['last-known-good'])];

/** Passes replayed, with the loop that is found in them. */
function asked(
  all: readonly Pass[],
  controlPlane: readonly string[] = ['postgres*'],
  baseline: Pass | null = null,
): WhatIf {
  const source = { baseline, passes: () => all };
  const { loop } = diagnose(source, { observations: [], controlPlane });
  return whatIf(source, { policies, controlPlane, loop });
}

// a kick in pass 2, after which the names are away in two passes and there in one
const [there, away] = [whole, own].map((roster) => [...roster, 'new.example:192.0.2.9']) as [string[], string[]];
const looping = passes(whole, there, away, away, there, away, away, there);

const nothingStale = { containerPasses: 0, lostOnly: 0, containers: 0, containerMs: 0, longestMs: 0 };

describe('whatIf', () => {
  test('tells what a window costs under each policy', () => {
    const { outcomes, ...rest } = asked(passes(whole, own, own, whole), []);

    expect(rest).toEqual({
      passes: 4,
      compared: 3,
      containers: 3,
      unmatched: [],
      untold: [
        { node: 'g14', container: 'forgejo/forgejo.server', why: 'not-searched' },
        { node: 'novox', container: 'mesh-store/postgres.server', why: 'not-searched' },
        { node: 'novox', container: 'gitea/gitea.server', why: 'not-searched' },
      ],
      loop: null,
    });
    expect(outcomes).toEqual([
      {
        policy: asRecorded,
        cost: {
          policy: asRecorded,
          replacements: 6,
          controlPlane: 0,
          worstMinute: { minute: startMs + 2 * minute, count: 3 },
          stale: nothingStale,
          missing: 6,
          bare: 0,
        },
        withLoop: null,
      },
      {
        policy: policies[1],
        cost: {
          policy: policies[1],
          replacements: 0,
          controlPlane: 0,
          worstMinute: null,
          stale: { containerPasses: 6, lostOnly: 6, containers: 3, containerMs: 6 * minute, longestMs: 2 * minute },
          missing: 0,
          bare: 0,
        },
        withLoop: null,
      },
    ]);
  });

  test('counts nothing of the pass before the window, but goes on from it', () => {
    const [before, ...rest] = passes(whole, own);
    const { outcomes, passes: replayed } = asked(rest, [], before ?? null);

    expect(replayed).toBe(1);
    expect(outcomes.map(({ cost }) => [cost.replacements, cost.missing])).toEqual([
      [3, 3],
      [0, 0],
    ]);
  });

  test('of no passes costs nothing', () => {
    const { outcomes, ...rest } = asked([]);

    expect(rest).toEqual({ passes: 0, compared: 0, containers: 0, untold: [], unmatched: ['postgres*'], loop: null });
    expect(outcomes.map(({ cost }) => cost.replacements)).toEqual([0, 0]);
  });

  test('compares each pass with the one before it, that before the window included', () => {
    const [before, ...rest] = passes(whole, whole, whole);

    expect([asked(rest), asked(rest, [], before ?? null)].map(({ compared }) => compared)).toEqual([1, 2]);
  });

  test('names patterns of the control plane that no container matches', () => {
    expect(asked(passes(whole), ['postgres*', 'etcd*', '*']).unmatched).toEqual(['etcd*']);
  });

  test('names only containers whose bindings cannot be told', () => {
    const containers = [
      bound(['git.g14.example'], { id: 'mesh/told' }),
      bound([], { id: 'mesh/elsewhere' }, 'refers-elsewhere'),
      container({ id: 'mesh/web' }),
    ];

    expect(asked([pass({ state: { nodes: { ace: { containers } } } })]).untold).toEqual([
      { node: 'ace', container: 'mesh/elsewhere', why: 'refers-elsewhere' },
      { node: 'ace', container: 'mesh/web', why: 'not-searched' },
    ]);
  });
});

describe('a loop', () => {
  test('that closes is let close or not: what breaks it takes the failures away too', () => {
    const { loop, outcomes } = asked(looping);

    expect(loop).toMatchObject({ selfReinforcing: true, passes: [2, 3, 5, 6], failures: [3, 4, 6, 7] });
    const figures = outcomes.map(({ policy, cost, withLoop }) =>
      [cost, withLoop].map((one) => [policy.name, one?.replacements, one?.controlPlane, one?.stale.lostOnly]),
    );
    expect(figures).toEqual([
      [
        ['as-recorded', 15, 5, 0],
        ['as-recorded', 15, 5, 0],
      ],
      // the kick alone replaces the store, so that one plan fails, and no other after that
      [
        ['last-known-good', 3, 1, 12],
        ['last-known-good', 3, 1, 3],
      ],
    ]);
  });

  test('that did not hold each time gives no second figure', () => {
    const loop: Loop = {
      containers: [],
      after: { failed: 2, of: 5 },
      others: { failed: 0, of: 1 },
      selfReinforcing: false,
      passes: [],
      failures: [],
      tested: [],
    };
    const source = { baseline: null, passes: () => looping };

    const { outcomes, loop: told } = whatIf(source, { policies, controlPlane: ['postgres*'], loop });

    expect(told).toBe(null);
    expect(outcomes.map(({ withLoop }) => withLoop)).toEqual([null, null]);
  });
});
