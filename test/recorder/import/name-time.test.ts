import { describe, expect, test } from 'vitest';
import { findNameTime } from '../../../src/recorder/import/name-time.ts';

/** Reads a wall time as Berlin's clocks show it in winter. */
function readWall(text: string): number | null {
  const at = Date.parse(`${text.replace(' ', 'T')}+01:00`);
  return Number.isNaN(at) ? null : at;
}

describe('the time in a name', () => {
  test.each([
    ['roster-2026-03-01T10-00-00Z.json', '2026-03-01T10:00:00.000Z', 'roster-.json'],
    ['20260301T100000Z', '2026-03-01T10:00:00.000Z', ''],
    ['2026-03-01T10:00:00+02:00.hosts', '2026-03-01T08:00:00.000Z', '.hosts'],
    ['2026-03-01T10-00-00-0230.hosts', '2026-03-01T12:30:00.000Z', '.hosts'],
    ['2026-03-01_10:00:00.hosts', '2026-03-01T09:00:00.000Z', '.hosts'],
    ['2026-03-01 10.00.00 novox.json', '2026-03-01T09:00:00.000Z', ' novox.json'],
    ['g14_20260301-1000.json', '2026-03-01T09:00:00.000Z', 'g14_.json'],
    ['20260301100000', '2026-03-01T09:00:00.000Z', ''],
    ['2026-03-01T10:00:00.250Z', '2026-03-01T10:00:00.250Z', ''],
    ['backup-2026-03-01.json', '2026-02-28T23:00:00.000Z', 'backup-.json'],
    ['2026-03-01-2.json', '2026-02-28T23:00:00.000Z', '-2.json'],
    ['roster.1772359200.json', '2026-03-01T10:00:00.000Z', 'roster..json'],
    ['roster.1772359200123.json', '2026-03-01T10:00:00.123Z', 'roster..json'],
  ])('%s is %s', (name, instant, rest) => {
    const found = findNameTime(name, readWall);

    expect(found && { at: new Date(found.at).toISOString(), rest: found.rest }).toEqual({ at: instant, rest });
  });

  test.each([
    'roster.json',
    'pass-412.json',
    '2026-02-30.json',
    '2026-13-01',
    '12345678',
    'v1.20.3',
    '202603',
    '99999999999',
  ])('is not in %s', (name) => {
    expect(findNameTime(name, readWall)).toBeNull();
  });
});
