import { expect, test } from 'vitest';
import { summaryFacts } from '../../src/report/summary-facts.ts';
import { mesh } from '../diff/builders.ts';
import { asked, passesOf, texts, utc, windowOf } from './builders.ts';

const [full, short] = [mesh(['forge:192.0.2.2', 'books:192.0.2.2', 'git:192.0.2.3']), mesh(['git:192.0.2.3'])];

test('what moved, why, the cost, the net, whether it is over, what it was not, and every doubt', () => {
  const gap = { node: 'ace', outcome: 'partial' as const, error: 'page 1 of 2' };
  const disagreeing = { ...full, nodes: { ...full.nodes, ace: { containers: [{ hosts: ['git:192.0.2.9'] }] } } };
  const window = windowOf(
    passesOf(full, { state: short, trigger: 'assign novox gitea', outcomes: [gap] }, { state: disagreeing }),
  );

  expect(summaryFacts(window, asked(), utc).map(({ label, lines }) => [label, texts(lines)[0]])).toEqual([
    ['MOVED', '2 names of g14 moved together 2 times: gone in pass 2; back in pass 3'],
    [
      'WHY',
      "lost (inferred): all of g14's routed names went at once, as when its plan fails; no outcome reports a failure",
    ],
    ['COST', '6 replacements in 2 of 2 passes, for the roster alone'],
    ['NET', 'NOTHING from pass 1 to pass 3: every name that moved is back where it was'],
    ['NOW', 'not over: names moved in the last pass recorded (pass 3, 2026-03-01 10:03:00 UTC)'],
    [
      'NOT IT',
      '"assign novox gitea" (pass 2): nothing that moved is of novox or gitea; no roster holds a name of gitea',
    ],
    ['DISAGREE', 'git: 192.0.2.9 in ace; 192.0.2.3 in g14 and novox'],
    ['GAPS', 'partial pass 2, ace: page 1 of 2'],
  ]);
});

test('rows with nothing to say are left out', () => {
  expect(summaryFacts(windowOf(passesOf(full, full)), asked(), utc).map(({ label }) => label)).toEqual([
    'MOVED',
    'COST',
    'NET',
  ]);
});

test('two states are compared: what lies between them instead of what is left and whether it is over', () => {
  const window = windowOf(passesOf(full, { number: 5, state: short }));

  expect(summaryFacts(window, asked({ between: [2, 3, 4] }), utc).map(({ label }) => label)).toEqual([
    'MOVED',
    'WHY',
    'COST',
    'BETWEEN',
  ]);
});
