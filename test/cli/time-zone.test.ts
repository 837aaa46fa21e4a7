import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  formatClock,
  formatDay,
  formatDuration,
  formatInstant,
  localZone,
  offsetMinutes,
  parseZone,
} from '../../src/cli/time-zone.ts';
import { UserError } from '../../src/cli/user-error.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

function errorOf(text: string): { message: string; hint: string | null; exitCode: number } {
  try {
    parseZone(text);
  } catch (error) {
    if (error instanceof UserError) return { message: error.message, hint: error.hint, exitCode: error.exitCode };
    throw error;
  }
  throw new Error(`${JSON.stringify(text)} was taken`);
}

describe('parseZone', () => {
  test.each([
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['Z', 'UTC'],
    ['z', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['AMERICA/NEW_YORK', 'America/New_York'],
  ])('%s is the zone %s', (text, zone) => {
    expect(parseZone(text)).toBe(zone);
  });

  test('a misspelt zone is refused with the nearest one', () => {
    expect(errorOf('Europe/Berln')).toEqual({
      message: 'time zone "Europe/Berln" is not known, expected an IANA name or "UTC"',
      hint: 'did you mean --tz Europe/Berlin',
      exitCode: 2,
    });
  });

  test.each([
    ['berlin', 'Europe/Berlin'],
    ['New York', 'America/New_York'],
    ['lord_how', 'Australia/Lord_Howe'],
    ['UTC+', 'UTC'],
  ])('%s is refused with the hint %s', (text, zone) => {
    expect(errorOf(text).hint).toBe(`did you mean --tz ${zone}`);
  });

  test.each(['', '+02:00', '-0330', 'CEST', 'the moon\u001b[2J'])(
    '%j is refused with an example, since no zone is near',
    (text) => {
      expect(errorOf(text).hint).toBe('name a zone: --tz Europe/Berlin, or --tz UTC');
    },
  );

  test('a control character is escaped in the message', () => {
    expect(errorOf('a\u001b[2J').message).toBe('time zone "a\\u001b[2J" is not known, expected an IANA name or "UTC"');
  });
});

describe('localZone', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test.each([
    ['Asia/Tokyo', 'Asia/Tokyo'],
    [':Asia/Tokyo', 'Asia/Tokyo'],
    ['asia/tokyo', 'Asia/Tokyo'],
    ['/usr/share/zoneinfo/Asia/Tokyo', 'Asia/Tokyo'],
    [':/usr/share/zoneinfo/Asia/Tokyo', 'Asia/Tokyo'],
    ['UTC', 'UTC'],
    ['UTC0', 'Africa/Nairobi'],
    ['', 'Africa/Nairobi'],
    [':', 'Africa/Nairobi'],
    ['Mars/Olympus', 'Africa/Nairobi'],
    [undefined, 'Africa/Nairobi'],
  ])('TZ %j on a system in Africa/Nairobi is %s', (tz, zone) => {
    vi.stubEnv('TZ', 'Africa/Nairobi');

    expect(localZone({ TZ: tz })).toBe(zone);
  });

  test.each(['Mars/Olympus', '', ':/etc/localtime'])('a system whose own zone is broken by TZ %j is in UTC', (tz) => {
    vi.stubEnv('TZ', tz);

    expect(localZone({ TZ: tz })).toBe('UTC');
  });
});

describe('offsetMinutes', () => {
  test.each([
    ['2026-07-01T00:00:00Z', 'UTC', 0],
    ['2026-07-01T00:00:00Z', 'Europe/Berlin', 120],
    ['2026-01-01T00:00:00Z', 'Europe/Berlin', 60],
    ['2026-07-01T00:00:00Z', 'America/St_Johns', -150],
    ['2026-07-01T00:00:00Z', 'Asia/Kathmandu', 345],
    ['2026-07-01T00:00:00Z', 'Australia/Lord_Howe', 630],
    ['2026-01-01T00:00:00Z', 'Australia/Lord_Howe', 660],
  ])('at %s, %s is %d minutes off UTC', (instant, zone, minutes) => {
    expect(offsetMinutes(Date.parse(instant), zone)).toBe(minutes);
  });
});

describe('formatting an instant', () => {
  const evening = Date.parse('2026-09-29T20:46:03Z');

  test.each([
    ['UTC', '2026-09-29T20:46:03Z'],
    ['Europe/Berlin', '2026-09-29T22:46:03+02:00'],
    ['America/St_Johns', '2026-09-29T18:16:03-02:30'],
    ['Asia/Kathmandu', '2026-09-30T02:31:03+05:45'],
    ['Europe/London', '2026-09-29T21:46:03+01:00'],
  ])('in %s gives %s', (zone, text) => {
    expect(formatInstant(evening, zone)).toBe(text);
  });

  test('milliseconds are given only where they are not zero', () => {
    expect(formatInstant(evening + 7, 'UTC')).toBe('2026-09-29T20:46:03.007Z');
    expect(formatInstant(evening + 120, 'Europe/Berlin')).toBe('2026-09-29T22:46:03.120+02:00');
  });

  test('a zone at offset zero that is not UTC gives +00:00', () => {
    expect(formatInstant(Date.parse('2026-01-01T00:00:00Z'), 'Europe/London')).toBe('2026-01-01T00:00:00+00:00');
  });

  test('a local mean time with seconds in its offset still names the instant', () => {
    expect(formatInstant(Date.parse('1880-01-01T00:00:00Z'), 'Europe/Berlin')).toBe('1880-01-01T00:53:00+00:53');
  });

  test('the text names the instant to whatever reads RFC 3339', () => {
    const instants = fc.integer({ min: Date.parse('1900-01-01T00:00:00Z'), max: Date.parse('2100-01-01T00:00:00Z') });
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia');
    fc.assert(
      fc.property(instants, zones, (ms, zone) => {
        expect(Date.parse(formatInstant(ms, zone))).toBe(ms);
        expect(formatInstant(ms, zone)).toContain(`${formatDay(ms, zone)}T${formatClock(ms, zone)}`);
      }),
    );
  });

  test('the clock always has seconds', () => {
    expect(formatClock(evening, 'Europe/Berlin')).toBe('22:46:03');
    expect(formatClock(evening - 3 * second, 'Europe/Berlin')).toBe('22:46:00');
  });

  test('the day is that of the zone', () => {
    expect(formatDay(evening, 'Europe/Berlin')).toBe('2026-09-29');
    expect(formatDay(evening, 'Asia/Kathmandu')).toBe('2026-09-30');
  });
});

describe('formatDuration', () => {
  test.each([
    [40 * second, '40 s'],
    [59_999, '59 s'],
    [999, '0 s'],
    [0, '0 s'],
    [-5 * minute, '0 s'],
    [9 * minute, '9 min'],
    [90 * second, '1 min 30 s'],
    [hour - 1, '59 min 59 s'],
    [hour, '1 h'],
    [hour + 59 * second, '1 h'],
    [2 * hour + 5 * minute + 59 * second, '2 h 5 min'],
    [day - 1, '23 h 59 min'],
    [3 * day + 4 * hour + 59 * minute, '3 d 4 h'],
    [3 * day + 59 * minute, '3 d'],
    [400 * day, '400 d'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
