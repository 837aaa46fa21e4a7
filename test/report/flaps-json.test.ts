import { expect, test } from 'vitest';
import { flapsOf } from '../../src/diff/index.ts';
import { flapsJson } from '../../src/report/flaps-json.ts';
import { mesh } from '../diff/builders.ts';
import { passesOf, utc } from './builders.ts';

const [one, two] = [mesh(['db:192.0.2.81']), mesh(['db:192.0.2.82'])];

function answer(...states: (typeof one)[]) {
  const passes = passesOf(...states);
  const flaps = flapsOf({ baseline: null, passes: () => passes });
  return flapsJson(flaps, [], { since: null, until: 0, baseline: 7 }, utc);
}

test('what flaps has its measures, and no end', () => {
  const { names, groups, ...rest } = answer(one, two, one, two);

  expect(rest).toEqual({
    format: 'roster-history/flaps@1',
    complete: true,
    gaps: [],
    window: { since: null, until: '1970-01-01T00:00:00Z', baseline: 7 },
  });
  expect(groups).toEqual([{ group: 1, names: ['db'], owner: null, times: 3, replacements: 9 }]);
  expect(names).toMatchObject([
    {
      name: 'db',
      owner: null,
      state: 'flapping',
      persistent: true,
      transitions: 3,
      reversions: 2,
      startedAt: '2026-03-01T10:02:00Z',
      startedPass: 2,
      flaggedPass: 4,
      settledAt: null,
      settledPass: null,
      confirmedAt: null,
      confirmedPass: null,
      quietPassesMissing: 5,
      before: ['192.0.2.81'],
      now: ['192.0.2.82'],
      cycleLength: 2,
      periodPasses: 2,
      periodPassesRange: [2, 2],
      periodSeconds: 120,
      periodSecondsRange: [120, 120],
      dutyCycle: 0.5,
      replacements: 9,
      group: 1,
      bouts: [{ state: 'flapping' }],
    },
  ]);
});

test('what is over has its end, and what made one excursion no cycle', () => {
  const [name] = answer(one, two, one, one, one, one, one, one).names;

  expect(name).toMatchObject({
    state: 'fleeting',
    settledAt: '2026-03-01T10:03:00Z',
    settledPass: 3,
    confirmedAt: '2026-03-01T10:08:00Z',
    confirmedPass: 8,
    cycleLength: null,
    periodPasses: null,
    periodPassesRange: null,
    periodSeconds: null,
    periodSecondsRange: null,
    dutyCycle: null,
  });
});
