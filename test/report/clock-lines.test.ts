import { describe, expect, test } from 'vitest';
import type { Absence, CostInTime } from '../../src/diff/index.ts';
import { awayLines, rateLines } from '../../src/report/clock-lines.ts';
import type { TimeWriter } from '../../src/report/times.ts';
import type { Line } from '../../src/report/view.ts';

const times: TimeWriter = {
  zone: 'UTC',
  instant: (at) => new Date(at).toISOString(),
  clock: (at) => new Date(at).toISOString().slice(11, 19),
  day: (at) => new Date(at).toISOString().slice(0, 10),
  duration: (ms) => `${ms / 1000} s`,
};
const minute = 60_000;

function cost(parts: Partial<CostInTime>): CostInTime {
  return { minutes: [], minutesAre: 'observed', absences: [], ...parts };
}

function away(container: string, from: number, until: number | null): Absence {
  return { node: 'novox', container, from, until };
}

const text = (lines: readonly Line[]) => lines.map((line) => line.map((span) => span.text).join(''));

describe('the rate', () => {
  test('says how many were observed, in how many minutes, and the fastest of them', () => {
    const minutes = [12, 8, 13, 0, 5].map((count, index) => ({ minute: index * minute, count }));

    expect(text(rateLines(cost({ minutes }), times))).toEqual([
      '38 observed in 4 minutes, at most 13 a minute (00:02)',
    ]);
  });

  test('is not told of predictions, nor of nothing', () => {
    expect(rateLines(cost({ minutes: [{ minute: 0, count: 3 }], minutesAre: 'predicted' }), times)).toEqual([]);
    expect(rateLines(cost({}), times)).toEqual([]);
  });
});

describe('the time away', () => {
  test('is said of each container: how often, how long, the longest', () => {
    const absences = [
      away('mesh-store/postgres.server', 0, 4000),
      away('mesh-store/postgres.server', 9000, 18_000),
      away('route-proxy/route-proxy.server', 0, 1000),
      away('mesh-registry/distribution.store', 0, null),
    ];

    expect(text(awayLines(cost({ absences }), times))).toEqual([
      'postgres.server (mesh-store) on novox away 2 times, 13 s in all, the longest 9 s',
      'route-proxy.server (route-proxy) on novox away once, 1 s in all',
      'distribution.store (mesh-registry) on novox away once, 0 s in all; not seen to start again',
    ]);
  });

  test('is folded where many were away', () => {
    const absences = Array.from({ length: 7 }, (_, index) => away(`m/c${index}`, 0, 1000));

    expect(text(awayLines(cost({ absences }), times)).slice(-2)).toEqual([
      'c3 (m) on novox away once, 1 s in all',
      'and 3 more',
    ]);
  });
});
