import { describe, expect, test } from 'vitest';
import type { Filter } from '../../src/diff/index.ts';
import { showJson, showView } from '../../src/report/show-view.ts';
import type { Pass } from '../../src/roster/index.ts';
import { mesh, runs } from '../diff/builders.ts';
import { roster } from '../roster/builders.ts';
import { lastOf, passesOf, plain, utc } from './builders.ts';

const given = roster(['db:192.0.2.81', 'git:192.0.2.3', 'wiki:'], { db: 'ace' });
const passes = passesOf(
  { state: mesh(['git:192.0.2.3'], { roster: given }) },
  {
    state: mesh(['git:192.0.2.4'], { roster: given, nodes: { ace: runs('db:192.0.2.81') } }),
    key: '412',
    trigger: 'plan\nall',
    source: '412.json',
    controller: 'mesh',
    extra: { host: 'hub' },
    outcomes: [
      { node: 'shanks', outcome: 'failed', error: 'no\nroute' },
      { node: 'g14', outcome: 'partial', error: null },
    ],
  },
);
const last = passes.at(-1) as Pass;

function shown(filter: Filter = {}, all = passes): string[] {
  return plain(showView(lastOf(all, filter), all.at(-1) as Pass, filter, utc)).split('\n');
}

describe('showView', () => {
  test('tells a pass whole: what is recorded of it, what it did, its nodes and the roster', () => {
    expect(shown()).toEqual([
      'pass 2 (key:412) · 2026-03-01 10:02:00 UTC · UTC',
      '',
      'trigger     plan; all',
      'recorded    2026-03-01 10:02:00 UTC',
      'source      412.json',
      'controller  mesh',
      'other       {"host":"hub"}',
      '',
      'What it did',
      '    ! shanks failed: no; route',
      '    ! g14 partial',
      '    ~ git: 192.0.2.3 → 192.0.2.4, in all 3 containers of g14 and novox',
      '    replaced 3 for the roster alone: forgejo.server (forgejo) on g14, postgres.server (mesh-store) on novox and ' +
        'gitea.server (gitea) on novox',
      '    first seen: ace',
      '',
      'NODE    ADDRESS    OUTCOME  CONTAINERS  NAMES  REPLACED  ERROR',
      'novox   192.0.2.3  planned           2      1         2',
      'ace                planned           1      1         0',
      'shanks             failed            0      0         0  no; route',
      'g14     192.0.2.2  partial           1      1         1',
      '',
      'the roster: 3 names',
      '',
      'NAME  ADDRESS     OWNER',
      'db    192.0.2.81  ace',
      'git   192.0.2.3   novox',
      'wiki  –           –',
      '',
    ]);
  });

  test('a quiet pass did nothing, and a roster that was not given is derived', () => {
    const derived = mesh(['git:192.0.2.3'], { nodes: { ace: runs('git:192.0.2.9', 'db:192.0.2.81') } });
    const lines = shown({}, passesOf(derived, derived));

    expect(lines).toContain('    nothing: no name moved and no container was replaced');
    expect(lines).toContain('the names on which all hosts lists agree: 1 name; 1 name on which the nodes disagree');
  });

  test('a first pass is compared with nothing', () => {
    expect(shown({}, passesOf(mesh(['git:192.0.2.3'])))).toContain(
      '    the first pass recorded: nothing to compare it with',
    );
  });

  test('a node alone', () => {
    expect(shown({ node: 'shanks' }).filter((text) => /^(novox|ace|shanks|g14) /.test(text))).toEqual([
      'shanks           failed            0      0         0  no; route',
    ]);
  });

  test('containers that are asked for are shown as they are declared', () => {
    expect(shown({ container: 'gitea.server' })).toEqual([
      'pass 2 (key:412) · 2026-03-01 10:02:00 UTC · UTC',
      '',
      'gitea.server (gitea) on novox',
      'hosts:',
      '  git:192.0.2.4',
      'spec:',
      '  {}',
      '',
      '',
    ]);
  });
});

test('showJson has the pass as diff has it, with the roster and the declarations in force', () => {
  const json = showJson(lastOf(passes), last, { container: 'gitea.server' }, utc);

  expect(Object.keys(json)).toEqual([
    'format',
    'complete',
    'gaps',
    'pass',
    'key',
    'at',
    'trigger',
    'outcome',
    'error',
    'outcomes',
    'problems',
    'firstSeen',
    'rosterText',
    'moves',
    'replacements',
    'controller',
    'recordedAt',
    'source',
    'extra',
    'roster',
    'nodes',
  ]);
  expect({ ...json, moves: [], replacements: null }).toMatchObject({
    format: 'roster-history/show@1',
    complete: false,
    gaps: [{ kind: 'partial', pass: 2, node: 'g14', text: 'partial' }],
    trigger: 'plan\nall',
    controller: 'mesh',
    source: '412.json',
    extra: { host: 'hub' },
    roster: {
      given: true,
      names: [
        { name: 'db', addresses: ['192.0.2.81'], owner: 'ace' },
        { name: 'git', addresses: ['192.0.2.3'], owner: 'novox' },
        { name: 'wiki', addresses: [], owner: null },
      ],
    },
    nodes: [
      {
        node: 'novox',
        address: '192.0.2.3',
        extra: {},
        containers: [{ container: 'gitea/gitea.server', hosts: ['git:192.0.2.4'], spec: {}, engineId: null }],
      },
    ],
  });
});
