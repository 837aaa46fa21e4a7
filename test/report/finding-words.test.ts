import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/diff/index.ts';
import { bounded, evidenceLines, findingWords, literals, passFindingWords } from '../../src/report/finding-words.ts';
import { texts } from './builders.ts';

const ground = { confidence: 'certain', passes: [4], replacements: 40, told: [] } as const;
const postgres = [{ node: 'novox', container: 'mesh-store/postgres.server' }];

const planFailed = (parts: Partial<Finding & { kind: 'plan-failed' }> = {}): Finding & { kind: 'plan-failed' } => ({
  ...ground,
  kind: 'plan-failed',
  owner: 'g14',
  names: ['a', 'b'] as never,
  returned: [],
  errors: [],
  ...parts,
});

const named = (parts: object): Finding => ({ ...ground, names: ['a'], ...parts }) as unknown as Finding;

describe('a finding', () => {
  test.each<[Finding, string, string[]]>([
    [
      planFailed({ errors: ['plan:\nstore unreachable'] }),
      "g14's plan failed, and 2 of its names went",
      [
        'gone in pass 4; not back since; 40 replacements',
        'recorded: an outcome says so each time',
        'recorded error: plan: store unreachable',
        'names: a b',
      ],
    ],
    [
      planFailed({ confidence: 'possible', names: ['a'] as never, errors: ['1', '2', '3', '4', '5'] }),
      "g14's plan failed, and its name a went",
      [
        'gone in pass 4; not back since; 40 replacements',
        'inferred: it went, as names do when a plan fails; no outcome reports a failure',
        'recorded error: 1',
        'recorded error: 2',
        'recorded error: 3',
        'and 2 more errors',
        'names: a',
      ],
    ],
    [
      named({ kind: 'withdrawn', owner: 'g14', replacements: 0 }),
      'g14 planned without a',
      [
        'in pass 4; no replacement',
        'recorded: the outcome of g14 was planned, and its declaration lacked it',
        'names: a',
      ],
    ],
    [
      named({ kind: 'withdrawn', owner: 'g14', names: ['a', 'b'], replacements: 1 }),
      'g14 planned without 2 names',
      [
        'in pass 4; 1 replacement',
        'recorded: the outcome of g14 was planned, and its declaration lacked them',
        'names: a b',
      ],
    ],
    [
      named({ kind: 'address-changed', node: 'g14', before: '192.0.2.2', after: '192.0.2.9', names: ['a', 'b'] }),
      'g14 moved from 192.0.2.2 to 192.0.2.9',
      [
        'in pass 4; 40 replacements',
        'recorded: 2 names went from the one address to the other in the same pass',
        'names: a b',
      ],
    ],
    [
      named({ kind: 'address-changed', node: 'g14', before: '192.0.2.2', after: '192.0.2.9', confidence: 'likely' }),
      'g14 moved from 192.0.2.2 to 192.0.2.9',
      ['in pass 4; 40 replacements', "recorded: the node's own name moved, and no other of its names did", 'names: a'],
    ],
    [
      named({ kind: 'module-assigned', module: 'ai', containers: postgres, triggers: ['assign ai'], names: [] }),
      'module ai was assigned: 1 container came',
      [
        'in pass 4; 40 replacements',
        'recorded: its containers in the declarations, and the trigger that names it',
        'triggers: "assign ai"',
        'containers: postgres.server (mesh-store) on novox',
      ],
    ],
    [
      named({ kind: 'module-unassigned', module: 'ai', containers: postgres, triggers: [], confidence: 'likely' }),
      'module ai was unassigned: 1 container and a went',
      [
        'in pass 4; 40 replacements',
        'recorded: its containers in the declarations; no trigger names it each time',
        'names: a',
        'containers: postgres.server (mesh-store) on novox',
      ],
    ],
    [
      named({ kind: 'module-assigned', module: 'ai', containers: [], triggers: ['add ai'], confidence: 'possible' }),
      'module ai was assigned: a came',
      [
        'in pass 4; 40 replacements',
        'suggested: a trigger names it, and none of its containers came or went each time',
        'triggers: "add ai"',
        'names: a',
      ],
    ],
    [
      named({ kind: 'names-moved', owner: null }),
      'a moved',
      ['in pass 4; 40 replacements', 'recorded: the lists show the moves; nothing recorded says why', 'names: a'],
    ],
    [
      named({ kind: 'names-moved', owner: 'g14', names: ['a', 'b'] }),
      '2 names of g14 moved',
      ['in pass 4; 40 replacements', 'recorded: the lists show the moves; nothing recorded says why', 'names: a b'],
    ],
    [
      { ...ground, kind: 'order', containers: postgres },
      'the same names stood in another order',
      [
        'in pass 4; 40 replacements',
        'recorded: the text of the hosts lists changed, and no name moved',
        'containers: postgres.server (mesh-store) on novox',
      ],
    ],
    [
      { ...ground, kind: 'spelling', containers: [] },
      'the same names and addresses were written otherwise',
      ['in pass 4; 40 replacements', 'recorded: the text of the hosts lists changed, and no name moved'],
    ],
    [
      { ...ground, kind: 'spec', paths: ['image', 'env.A'], containers: [] },
      'the spec changed: image and env.A',
      ['in pass 4; 40 replacements', 'recorded: declarations show it'],
    ],
    [
      { ...ground, kind: 'unexplained', containers: [] },
      'replaced, and nothing that is recorded says why',
      ['in pass 4; 40 replacements', 'observed: a host or an engine told it, and no recorded declaration changed'],
    ],
  ])('of kind %# is told with what it rests on', (finding, words, evidence) => {
    expect(findingWords(finding)).toBe(words);
    expect(texts(evidenceLines(finding))).toEqual(evidence);
  });
});

test('the findings of a pass are named by their places, lost names by whether they went or came back', () => {
  const findings = [planFailed({ returned: [5] }), named({ kind: 'withdrawn', owner: 'g14', passes: [5] })];

  expect([3, 4, 5].map((pass) => passFindingWords(findings, pass))).toEqual([
    '',
    'finding 1 (gone)',
    'findings 1 (back) and 2',
  ]);
});

test('what is cut is counted', () => {
  expect(bounded([1, 2, 3], 2)).toEqual({ shown: [1, 2, 3], more: 0 });
  expect(bounded([1, 2, 3, 4], 2)).toEqual({ shown: [1, 2], more: 2 });
  expect(texts([literals('names: ', ['a', 'b', 'c', 'd'], 2)])).toEqual(['names: a b and 2 more']);
});
