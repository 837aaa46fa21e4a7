import { describe, expect, test } from 'vitest';
import { openCostCounter, openReplay, type Policy, policyOf, replaySteps } from '../../../src/diff/index.ts';
import type { GivenBindings } from '../../../src/diff/policies/baked.ts';
import type { Pass } from '../../../src/roster/index.ts';
import { pass, type StateParts, startMs } from '../../roster/builders.ts';
import { mesh } from '../builders.ts';
import { bound } from './builders.ts';

const own = ['g14.internal:192.0.2.2', 'novox.internal:192.0.2.3'];
const git = 'git.g14.example:192.0.2.2';
const wiki = 'wiki.g14.example:192.0.2.2';
const whole = [...own, git, wiki];
const minutes = (minute: number) => startMs + minute * 60_000;

/** What passes cost, a minute apart unless their minutes are given. */
function costOf(
  policy: Policy,
  rosters: readonly (readonly string[] | Pass)[],
  {
    at,
    baseline = null,
    binds,
  }: { at?: readonly number[]; baseline?: readonly string[] | null; binds?: GivenBindings } = {},
) {
  const stateOf = (roster: readonly string[]): StateParts => mesh(roster, { roster });
  const passes = rosters.map((one, index) =>
    'state' in one
      ? one
      : pass({ number: index + 1, at: minutes(at?.[index] ?? index + 1), state: stateOf(one as readonly string[]) }),
  );
  const before = baseline && pass({ number: 0, state: stateOf(baseline) });
  const replay = openReplay(policy, binds);
  const counter = openCostCounter(policy, (container) => container.startsWith('mesh-store/'), binds);
  for (const step of replaySteps(passes, before)) counter.take(step, replay.take(step));
  const { policy: _, ...cost } = counter.cost();
  return cost;
}

const nothingStale = { containerPasses: 0, lostOnly: 0, containers: 0, containerMs: 0, longestMs: 0 };
const recorded = policyOf(['as-recorded']);

test('nothing costs nothing', () => {
  expect(costOf(recorded, [])).toEqual({
    replacements: 0,
    controlPlane: 0,
    worstMinute: null,
    stale: nothingStale,
    missing: 0,
    bare: 0,
  });
});

describe('replacements', () => {
  test('are counted, those of the control plane among them, and in the minute with the most', () => {
    const moved = [...own, git, 'wiki.g14.example:192.0.2.3'];

    expect(costOf(recorded, [whole, moved, whole, moved, whole], { at: [1, 2, 5, 5.5, 9] })).toEqual({
      replacements: 12,
      controlPlane: 4,
      worstMinute: { minute: minutes(5), count: 6 },
      stale: nothingStale,
      missing: 0,
      bare: 0,
    });
  });

  test('of several minutes with as many are told of the first', () => {
    const moved = [...own, git, 'wiki.g14.example:192.0.2.3'];

    expect(costOf(recorded, [whole, moved, whole], { at: [1, 9, 5] }).worstMinute).toEqual({
      minute: minutes(5),
      count: 3,
    });
  });

  test('of the pass before the window are in no figure', () => {
    const cost = costOf(recorded, [own, own], { baseline: whole });

    expect([cost.replacements, cost.missing]).toEqual([3, 6]);
    expect(costOf(recorded, [whole], { baseline: whole })).toEqual(costOf(recorded, []));
  });
});

describe('what is stale', () => {
  test('are containers that are kept at what is lost, for as long as it is away', () => {
    expect(costOf(policyOf(['last-known-good']), [whole, own, own, whole], { at: [1, 2, 4, 9] })).toEqual({
      replacements: 0,
      controlPlane: 0,
      worstMinute: null,
      // three containers after each of two passes, from minute 2 to minute 9
      stale: { containerPasses: 6, lostOnly: 6, containers: 3, containerMs: 21 * 60_000, longestMs: 7 * 60_000 },
      missing: 0,
      bare: 0,
    });
  });

  test('is not only lost where a name really went', () => {
    const withdrawn = [...own, git];

    expect(costOf(policyOf(['hold-down'], 1), [whole, withdrawn, withdrawn], { at: [1, 2, 3] })).toMatchObject({
      replacements: 3,
      stale: { containerPasses: 3, lostOnly: 0, containers: 3, containerMs: 180_000, longestMs: 60_000 },
    });
  });

  test('begins anew after a while in which it was not', () => {
    const passes = [whole, own, whole, own, own];

    expect(costOf(policyOf(['last-known-good']), passes, { at: [1, 2, 4, 5, 6] }).stale).toEqual({
      containerPasses: 9,
      lostOnly: 9,
      containers: 3,
      containerMs: 9 * 60_000,
      longestMs: 2 * 60_000,
    });
  });

  test('takes no time while a clock goes back', () => {
    expect(costOf(policyOf(['last-known-good']), [whole, own, own, own], { at: [60, 61, 1, 3] }).stale).toMatchObject({
      containerPasses: 9,
      containerMs: 6 * 60_000,
      longestMs: 2 * 60_000,
    });
  });

  test('is told by the last pass that could be read', () => {
    const unread = pass({ number: 2, state: mesh(own, { roster: own }), outcome: 'unreadable' });

    expect(costOf(policyOf(['last-known-good']), [whole, unread]).stale).toEqual(nothingStale);
  });
});

describe('a name is missing', () => {
  test('that was lost, from each container after each pass', () => {
    expect(costOf(recorded, [whole, own, own, whole]).missing).toBe(6);
  });

  test('not where it was withdrawn', () => {
    expect(costOf(recorded, [whole, [...own, git]]).missing).toBe(0);
  });

  test('that is looked up and not found, where nothing is baked in', () => {
    expect(costOf(policyOf(['resolver']), [whole, own, own, whole])).toMatchObject({ replacements: 0, missing: 6 });
    expect(costOf(policyOf(['resolver', 'last-known-good']), [whole, own, own, whole]).missing).toBe(0);
  });

  test('that is left out though the roster has it', () => {
    const moved = [...own, git, 'wiki.g14.example:192.0.2.3'];
    const passes = [whole, moved, whole, moved, whole, moved, whole];

    expect(costOf(policyOf(['damped']), passes)).toMatchObject({ replacements: 15, missing: 6 });
  });

  test('only from a container that binds it, where bindings count', () => {
    const state = (roster: readonly string[]): StateParts => ({
      roster,
      nodes: {
        g14: {
          address: '192.0.2.2',
          containers: [
            bound(['git.g14.example'], { id: 'mesh/one', hosts: roster }),
            bound([], { id: 'mesh/other', hosts: roster }),
          ],
        },
      },
    });
    const passes = [whole, own].map((roster, index) => pass({ number: index + 1, state: state(roster) }));

    expect(costOf(policyOf(['scoped']), passes).missing).toBe(1);
    expect(costOf(policyOf(['scoped']), passes, { binds: new Map([['other', ['wiki*']]]) })).toMatchObject({
      replacements: 2,
      missing: 2,
    });
    expect(costOf(recorded, passes).missing).toBe(2);
  });

  test('of all that they had, where containers bind none of the names', () => {
    const containers = [
      bound([], { id: 'mesh/one', hosts: whole }),
      bound(['git.g14.example'], { id: 'mesh/other', hosts: whole }),
      bound([], { id: 'mesh/without', hosts: [] }),
    ];
    const passes = [pass({ state: { roster: whole, nodes: { g14: { containers } } } })];

    expect(
      [recorded, policyOf(['scoped']), policyOf(['resolver'])].map((policy) => costOf(policy, passes).bare),
    ).toEqual([0, 1, 0]);
  });
});
