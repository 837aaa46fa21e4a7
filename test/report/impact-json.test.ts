import { expect, test } from 'vitest';
import { asRecorded, impactOf, nextPass, policyOf, withNames } from '../../src/diff/index.ts';
import { impactJson } from '../../src/report/impact-json.ts';
import type { Name, Pass } from '../../src/roster/index.ts';
import { mesh, passesOf } from '../diff/builders.ts';
import { utc } from './builders.ts';

const hosts = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3', 'git.g14.example:192.0.2.2'];

test('impact gives the change as diff has one, and then what each policy replaces', () => {
  const passes = passesOf(mesh(hosts, { roster: hosts }));
  const latest = passes[0] as Pass;
  const next = nextPass(
    latest,
    withNames(latest.state, [{ name: 'git.g14.example' as Name, addresses: [] }]),
    latest.at,
  );
  const policies = [asRecorded, policyOf(['hold-down'], 1)];
  const controlPlane = ['postgres*'];
  const impact = impactOf({ baseline: null, passes: () => passes }, next, { policies, controlPlane, pauseMs: 60_000 });
  const changes = [{ name: 'git.g14.example', before: ['192.0.2.2'], after: [] }];
  const places = [
    { node: 'g14', container: 'forgejo/forgejo.server', controlPlane: false },
    { node: 'novox', container: 'mesh-store/postgres.server', controlPlane: true },
    { node: 'novox', container: 'gitea/gitea.server', controlPlane: false },
  ];
  const all = { total: 3, controlPlane: 1, containers: places };
  const none = { total: 0, controlPlane: 0, containers: [] };

  const json = impactJson(impact, { words: { kind: 'names', changes }, latest, gaps: [], controlPlane }, utc);

  expect(json).toEqual({
    format: 'roster-history/impact@1',
    complete: true,
    gaps: [],
    after: { pass: 1, at: '2026-03-01T10:01:00Z' },
    change: { kind: 'names', changes },
    moves: [
      {
        name: 'git.g14.example',
        kind: 'removed',
        before: ['192.0.2.2'],
        after: [],
        owner: 'g14',
        reason: 'withdrawn',
        evidence: 'recorded',
        seenBy: { roster: true, nodes: ['g14', 'novox'], containers: 3 },
      },
    ],
    replacements: {
      total: 3,
      byCause: { roster: 3, order: 0, spelling: 0, spec: 0, unexplained: 0 },
      created: 0,
      removed: 0,
      containers: places.map(({ node, container }) => ({
        node,
        container,
        observed: null,
        causes: ['roster'],
        names: ['git.g14.example'],
        spec: [],
      })),
    },
    containers: { g14: 1, novox: 2 },
    policies: [
      {
        policy: 'as-recorded',
        rules: [],
        entries: 'all',
        textCounts: true,
        assumes: ['the text of the whole hosts list is part of the identity'],
        now: { ...all, anyway: 0 },
        later: { ...none, passes: 0 },
      },
      {
        policy: 'hold-down 1',
        rules: [{ kind: 'hold-down', passes: 1 }],
        entries: 'all',
        textCounts: true,
        assumes: [
          'a name that is gone stays for 1 pass and goes with the next; a name that comes or moves does so at once',
        ],
        now: { ...none, anyway: 0 },
        later: { ...all, passes: 1 },
      },
    ],
  });
});
