import { describe, expect, test } from 'vitest';
import { isHanded, replaySteps } from '../../../src/diff/index.ts';
import type { Outcome } from '../../../src/roster/index.ts';
import { pass } from '../../roster/builders.ts';
import { mesh, passesOf, runs } from '../builders.ts';
import { shown, stepsOf } from './builders.ts';

const [git, wiki] = ['git.example:192.0.2.1', 'wiki.example:192.0.2.2'];

test('a node is handed a declaration where it planned or where what it planned was read in part', () => {
  const outcomes: (Outcome | undefined)[] = [
    'planned',
    'partial',
    'failed',
    'skipped',
    'unreadable',
    'unreported',
    undefined,
  ];

  expect(outcomes.map(isHanded)).toEqual([true, true, false, false, false, false, false]);
});

describe('the names of a step', () => {
  test('are those of the roster that was given', () => {
    const [step] = stepsOf(passesOf(mesh([git, wiki], { roster: [git] })));

    expect(shown(step?.names ?? new Map())).toEqual([git]);
  });

  test('are those on which the nodes agree, where none was given', () => {
    const [step] = stepsOf(passesOf({ nodes: { ace: runs(git, wiki), g14: runs(git, 'wiki.example:192.0.2.9') } }));

    expect(shown(step?.names ?? new Map())).toEqual([git]);
  });

  test('are the same object while they stay', () => {
    const steps = stepsOf(passesOf(mesh([git]), mesh([git]), mesh([git, wiki]), mesh([git])));

    expect(steps[1]?.names).toBe(steps[0]?.names);
    expect(steps[3]?.names).toBe(steps[0]?.names);
    expect(shown(steps[2]?.names ?? new Map())).toEqual([git, wiki]);
  });

  test('come from the nodes that were handed something: what stands of a failed one is old', () => {
    const state = { nodes: { ace: runs(git), g14: runs(git, wiki) } };
    const derived = (ace: Outcome, g14: Outcome) => {
      const outcomes = [
        { node: 'ace', outcome: ace },
        { node: 'g14', outcome: g14 },
      ];
      return shown(stepsOf([pass({ state, outcomes })])[0]?.names ?? new Map());
    };

    expect(derived('planned', 'planned')).toEqual([git, wiki]);
    expect(derived('planned', 'failed')).toEqual([git]);
    expect(derived('planned', 'unreported')).toEqual([git, wiki]);
    expect(derived('failed', 'failed')).toEqual([git, wiki]);
  });
});

describe('a name that only a node had which is handed nothing now', () => {
  const own = 'own.example:192.0.2.9';
  const steps = (ace: readonly string[], later: readonly string[]) =>
    stepsOf([
      pass({ number: 1, state: { nodes: { ace: runs(...ace), g14: runs(git, own) } } }),
      pass({
        number: 2,
        state: { nodes: { ace: runs(...later), g14: runs(git, own) } },
        outcomes: [{ node: 'g14', outcome: 'failed' }],
      }),
    ]).map(({ names }) => shown(names));

  test('stays', () => {
    expect(steps([git], [git])).toEqual([
      [git, own],
      [git, own],
    ]);
  });

  test('does not stay where another node had it too and drops it', () => {
    expect(steps([git, own], [git])).toEqual([[git, own], [git]]);
  });
});

describe('a step', () => {
  test('that could not be read says so', () => {
    const steps = stepsOf([
      pass({ number: 1, state: mesh([git]) }),
      pass({ number: 2, state: mesh([git]), outcome: 'unreadable' }),
      pass({ number: 3, state: mesh([git]), outcome: 'failed' }),
      pass({ number: 4, state: mesh([git]), outcome: 'partial' }),
    ]);

    expect(steps.map(({ isRead }) => isRead)).toEqual([true, false, false, true]);
  });

  test('before a window is its baseline, with nothing lost', () => {
    const [before, ...rest] = passesOf(mesh([git, wiki]), mesh([git]));
    const steps = [...replaySteps(rest, before ?? null)];

    expect(steps.map(({ pass: { number }, isBaseline, losses }) => [number, isBaseline, losses.size])).toEqual([
      [1, true, 0],
      [2, false, 0],
    ]);
  });

  test('tells what became of each node', () => {
    const outcomes = [{ node: 'g14', outcome: 'failed' as const }];
    const [step] = stepsOf([pass({ state: mesh([git]), outcomes })]);

    expect(Object.fromEntries(step?.outcomes ?? [])).toEqual({ g14: 'failed', novox: 'planned' });
  });
});
