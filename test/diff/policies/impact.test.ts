import { describe, expect, test } from 'vitest';
import {
  type Impact,
  impactOf,
  type NameChange,
  nextPass,
  policyOf,
  withDraft,
  withNames,
} from '../../../src/diff/index.ts';
import type { Address, Name, Pass } from '../../../src/roster/index.ts';
import { failed, pass, passDraft, planned, startMs } from '../../roster/builders.ts';
import { mesh } from '../builders.ts';

const own = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3'];
const git = 'git.g14.example:192.0.2.2';
const minute = 60_000;

/** Passes of rosters that every container is given, a minute apart. */
function passes(...rosters: readonly (readonly string[])[]): Pass[] {
  return rosters.map((roster, index) => pass({ number: index + 1, state: mesh(roster, { roster }) }));
}

/** What a change of a name would replace after passes, under each of these policies. */
function impact(
  all: readonly Pass[],
  change: readonly [name: string, ...addresses: string[]],
  policies = [policyOf(['as-recorded'])],
  pauseMs = minute,
): Impact {
  const latest = all.at(-1) as Pass;
  const [name, ...addresses] = change;
  const changes: NameChange[] = [{ name: name as Name, addresses: addresses as readonly string[] as Address[] }];
  const next = nextPass(latest, withNames(latest.state, changes), latest.at + minute);
  return impactOf({ baseline: null, passes: () => all }, next, { policies, controlPlane: ['postgres*'], pauseMs });
}

function figures({ policies }: Impact) {
  return policies.map(({ policy, now, later, laterPasses }) => [policy.name, now.length, later.length, laterPasses]);
}

describe('a change', () => {
  const gone = impact(
    passes([...own, git]),
    ['git.g14.example'],
    [policyOf(['as-recorded']), policyOf(['resolver']), policyOf(['hold-down'], 2)],
  );

  test('is told as the difference that it makes', () => {
    expect(gone.change.difference.moves.map(({ name, kind, owner }) => [name, kind, owner])).toEqual([
      ['git.g14.example', 'removed', 'g14'],
    ]);
    expect(gone.change.difference.replacements.total).toBe(3);
    expect([...gone.sizes]).toEqual([
      ['g14', 1],
      ['novox', 2],
    ]);
  });

  test('replaces containers at once, those of the control plane among them', () => {
    expect(gone.policies[0]).toEqual({
      policy: policyOf(['as-recorded']),
      now: [
        { node: 'g14', container: 'forgejo/forgejo.server', controlPlane: false },
        { node: 'novox', container: 'mesh-store/postgres.server', controlPlane: true },
        { node: 'novox', container: 'gitea/gitea.server', controlPlane: false },
      ],
      anyway: 0,
      later: [],
      laterPasses: 0,
    });
  });

  test('replaces nothing, or replaces it later, under other rules', () => {
    expect(figures(gone)).toEqual([
      ['as-recorded', 3, 0, 0],
      ['resolver', 0, 0, 0],
      ['hold-down 2', 0, 3, 2],
    ]);
  });
});

test('what is held down for longer than most replays last is replaced all the same', () => {
  const gone = impact(passes([...own, git]), ['git.g14.example'], [policyOf(['hold-down'], 100)]);

  expect(figures(gone)).toEqual([['hold-down 100', 0, 3, 100]]);
});

test('what the next pass would replace without the change too is told', () => {
  const held = [policyOf(['as-recorded']), policyOf(['hold-down'], 1)];

  const { policies } = impact(passes([...own, git], own), ['g14.internal', '192.0.2.7'], held);

  // the name that is held down goes with the next pass anyhow, and replaces all three
  expect(policies.map(({ policy, now, anyway, later }) => [policy.name, now.length, anyway, later.length])).toEqual([
    ['as-recorded', 3, 0, 0],
    ['hold-down 1', 3, 3, 0],
  ]);
});

test('a name that is left out is back when it has been quiet for long enough, however short the pauses', () => {
  const elsewhere = [...own, 'git.g14.example:192.0.2.3'];
  const flapping = passes([...own, git], elsewhere, [...own, git], elsewhere, [...own, git]);
  const change = ['git.g14.example', '192.0.2.8'] as const;

  // 2284 with the change, from which it takes 24.1 minutes to 750; without it, the name is not left out
  expect(figures(impact(flapping, change, [policyOf(['damped'])]))).toEqual([['damped', 3, 3, 25]]);
  expect(figures(impact(flapping, change, [policyOf(['damped'])], 6000))).toEqual([['damped', 3, 3, 242]]);
});

describe('a pass that was read', () => {
  const all = passes([...own, git]);
  const latest = all[0] as Pass;
  const readImpact = (draft: Parameters<typeof withDraft>[1]) =>
    impactOf(
      { baseline: null, passes: () => all },
      nextPass(latest, withDraft(latest.state, draft), startMs + 2 * minute, draft),
      { policies: [policyOf(['as-recorded']), policyOf(['resolver'])], controlPlane: [], pauseMs: minute },
    );

  test('replaces what it declares otherwise, and what comes or goes is counted apart', () => {
    const containers = [
      { id: 'mesh-store/postgres.server', hosts: [...own, git], spec: { image: 'postgres:17' } },
      { id: 'mesh/new', hosts: own },
    ];
    const { policies, change, sizes } = readImpact(passDraft({ reports: [planned('novox', { containers })] }));
    const store = [{ node: 'novox', container: 'mesh-store/postgres.server', controlPlane: false }];

    expect(policies.map(({ now }) => now)).toEqual([store, store]);
    expect(change.difference.replacements).toMatchObject({
      created: [{ node: 'novox', container: 'mesh/new' }],
      removed: [{ node: 'novox', container: 'gitea/gitea.server' }],
    });
    expect(sizes.get('novox')).toBe(2);
  });

  test('replaces nothing on a node whose plan failed', () => {
    expect(figures(readImpact(passDraft({ reports: [failed('novox')] })))).toEqual([
      ['as-recorded', 0, 0, 0],
      ['resolver', 0, 0, 0],
    ]);
  });
});
