import { describe, expect, test } from 'vitest';
import { renderTerminal, type StatsFacts, statsJson, statsView } from '../../src/report/index.ts';
import { utc } from './builders.ts';

const day = 86_400_000;
const mib = 2 ** 20;
const first = Date.UTC(2026, 0, 1);
const facts: StatsFacts = {
  file: 'history.db',
  controllers: [
    {
      controller: 'mesh',
      passes: 3000,
      first: { pass: 1, at: first },
      last: { pass: 3000, at: first + 30 * day },
      nodes: 4,
      names: 80,
      containers: 120,
      horizon: null,
    },
  ],
  size: { file: 12 * mib, log: mib, free: 0, used: 13 * mib },
  kinds: [{ kind: 'hosts', contents: 200, bytes: 3 * mib, uses: 24_000 }],
  tables: [{ table: 'contents', rows: 200, bytes: 4 * mib }],
  growth: { days: 7, passes: 700, bytes: 7 * mib },
  limits: { keepForMs: 365 * day, keepPasses: null, maxBytes: 64 * mib },
  beyond: { passes: 0, bytes: 0 },
};

function textOf(changed: Partial<StatsFacts>): string {
  return renderTerminal(statsView({ ...facts, ...changed }, utc), { width: null, colour: false });
}

describe('stats', () => {
  test('as text', () => {
    expect(textOf({}).split('\n')).toEqual([
      'history.db · UTC',
      '',
      'PASSES  3000 passes, 1 to 3000, 100 a day',
      '        from 2026-01-01 00:00:00 UTC to 2026-01-31 00:00:00 UTC',
      '        4 nodes, 80 names, 120 containers',
      'SIZE    13 MiB: a file of 12 MiB, a log of 1 MiB',
      'GROWTH  about 1 MiB a day over the last 7 days, in 700 passes',
      '        at that rate 64 MiB are reached in about 51 days',
      'PRUNE   kept for 365 days, up to 64 MiB: nothing would go',
      '',
      'CONTENTS  NUMBER  STORED  EACH USED',
      'hosts        200   3 MiB  120 times',
      '',
      'TABLE     ROWS  IN THE FILE',
      'contents   200        4 MiB',
      '',
    ]);
  });

  test.each([
    [{ size: { ...facts.size, free: 2 * mib } }, '2 MiB of the file are free'],
    [{ growth: null }, 'GROWTH  not known yet: the passes are of less than an hour'],
    [
      { growth: { days: 7, passes: 0, bytes: 0 } },
      'GROWTH  no pass ran in the last 7 days: it goes by when passes ran, not by when they were recorded',
    ],
    [{ growth: { days: 0.25, passes: 9, bytes: mib } }, 'about 4 MiB a day over the last 6 hours, in 9 passes'],
    [{ growth: { days: 7, passes: 9, bytes: 900 } }, 'at that rate 64 MiB are reached in more than ten years'],
    [{ limits: { ...facts.limits, maxBytes: 10 * mib } }, 'larger than 10 MiB'],
    [{ beyond: { passes: 120, bytes: mib } }, '120 passes would go, about 1 MiB of 13 MiB'],
  ])('says %j as %s', (changed, words) => {
    expect(textOf(changed)).toContain(words);
  });

  test.each([
    [{ keepForMs: null, keepPasses: null, maxBytes: null }, 7 * mib, null],
    [{ ...facts.limits, maxBytes: 10 * mib }, 7 * mib, 0],
    [facts.limits, 0, null],
    [facts.limits, 7 * mib, 51],
  ])('under %j and with %i bytes in a week the limit is reached in %s days', (limits, bytes, days) => {
    const growth = { days: 7, passes: 700, bytes };

    expect(statsJson({ ...facts, limits, growth }, utc).limits.reachedInDays).toBe(days);
    expect(textOf({ limits, growth })).not.toContain('undefined');
  });

  test('where nothing is known of the growth nothing is said of it', () => {
    expect(statsJson({ ...facts, growth: null }, utc)).toMatchObject({
      growth: null,
      limits: { reachedInDays: null },
    });
  });
});
