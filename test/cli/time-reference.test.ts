import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTime } from '../../src/cli/time-reference.ts';
import { formatClock, formatDay, formatInstant, offsetMinutes } from '../../src/cli/time-zone.ts';
import { UserError } from '../../src/cli/user-error.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** What a text means, in UTC, to someone who writes it at `now`; null where it is no time. */
function instantOf(text: string, now = '2026-09-29T22:46:03+02:00', zone = 'Europe/Berlin'): string | null {
  const instant = parseTime(text, { now: Date.parse(now), zone });
  return instant === null ? null : formatInstant(instant, 'UTC');
}

function errorOf(text: string): { message: string; hint: string | null } {
  try {
    instantOf(text);
  } catch (error) {
    if (error instanceof UserError) return { message: error.message, hint: error.hint };
    throw error;
  }
  throw new Error(`${JSON.stringify(text)} was taken`);
}

describe('a clock alone is the most recent such time that is past', () => {
  test.each([
    ['22:40', '2026-09-29T20:40:00Z'],
    ['22:40:30', '2026-09-29T20:40:30Z'],
    ['22:40:30.25', '2026-09-29T20:40:30.250Z'],
    ['22:40:30,2567', '2026-09-29T20:40:30.256Z'],
    ['22:46:03', '2026-09-29T20:46:03Z'],
    ['22:46:04', '2026-09-28T20:46:04Z'],
    ['22:47', '2026-09-28T20:47:00Z'],
    ['9:05', '2026-09-29T07:05:00Z'],
    ['00:00', '2026-09-28T22:00:00Z'],
    ['T22:40', '2026-09-29T20:40:00Z'],
    ['  22:40 ', '2026-09-29T20:40:00Z'],
  ])('%s', (text, instant) => {
    expect(instantOf(text)).toBe(instant);
  });

  test('22:40 in the morning is yesterday’s', () => {
    expect(instantOf('22:40', '2026-09-29T09:00:00+02:00')).toBe('2026-09-28T20:40:00Z');
  });

  test.each([
    ['22:40+02:00', '2026-09-29T20:40:00Z'],
    ['22:40 +0200', '2026-09-29T20:40:00Z'],
    ['22:40+02', '2026-09-29T20:40:00Z'],
    ['22:40Z', '2026-09-28T22:40:00Z'],
    ['20:40z', '2026-09-29T20:40:00Z'],
    ['16:40:30-03:30', '2026-09-29T20:10:30Z'],
    ['17:40-03:30', '2026-09-28T21:10:00Z'],
    ['02:00+09:00', '2026-09-29T17:00:00Z'],
  ])('with an offset of its own: %s', (text, instant) => {
    expect(instantOf(text)).toBe(instant);
  });
});

describe('words', () => {
  test.each([
    ['now', '2026-09-29T20:46:03Z'],
    ['NOW', '2026-09-29T20:46:03Z'],
    ['today', '2026-09-28T22:00:00Z'],
    ['yesterday', '2026-09-27T22:00:00Z'],
    ['today 22:40', '2026-09-29T20:40:00Z'],
    ['today 23:59:59', '2026-09-29T21:59:59Z'],
    ['yesterday 22:40', '2026-09-28T20:40:00Z'],
    ['Yesterday  22:40:30', '2026-09-28T20:40:30Z'],
    ['yesterday 22:40Z', '2026-09-28T22:40:00Z'],
  ])('%s', (text, instant) => {
    expect(instantOf(text)).toBe(instant);
  });

  test('today is the day of the zone, not of UTC', () => {
    expect(instantOf('today', '2026-09-29T00:30:00+02:00')).toBe('2026-09-28T22:00:00Z');
    expect(instantOf('today', '2026-09-29T23:30:00-07:00', 'America/Los_Angeles')).toBe('2026-09-29T07:00:00Z');
  });

  test('yesterday is the day before also across a day of 25 hours', () => {
    expect(instantOf('yesterday', '2026-10-26T00:30:00+01:00')).toBe('2026-10-24T22:00:00Z');
  });
});

describe('a span ago is counted back from now', () => {
  test.each([
    ['2h ago', '2026-09-29T18:46:03Z'],
    ['-2h', '2026-09-29T18:46:03Z'],
    ['- 2 h', '2026-09-29T18:46:03Z'],
    ['2H AGO', '2026-09-29T18:46:03Z'],
    ['90 minutes ago', '2026-09-29T19:16:03Z'],
    ['1h30m ago', '2026-09-29T19:16:03Z'],
    ['1 hour 30 minutes ago', '2026-09-29T19:16:03Z'],
    ['-1h30m', '2026-09-29T19:16:03Z'],
    ['1.5h ago', '2026-09-29T19:16:03Z'],
    ['-3s', '2026-09-29T20:46:00Z'],
    ['1 second ago', '2026-09-29T20:46:02Z'],
    ['3 seconds ago', '2026-09-29T20:46:00Z'],
    ['3 sec ago', '2026-09-29T20:46:00Z'],
    ['3 secs ago', '2026-09-29T20:46:00Z'],
    ['1 minute ago', '2026-09-29T20:45:03Z'],
    ['6 min ago', '2026-09-29T20:40:03Z'],
    ['6 mins ago', '2026-09-29T20:40:03Z'],
    ['2 hours ago', '2026-09-29T18:46:03Z'],
    ['1d ago', '2026-09-28T20:46:03Z'],
    ['1 day ago', '2026-09-28T20:46:03Z'],
    ['2 days ago', '2026-09-27T20:46:03Z'],
    ['-1w', '2026-09-22T20:46:03Z'],
    ['1 week ago', '2026-09-22T20:46:03Z'],
    ['2 weeks ago', '2026-09-15T20:46:03Z'],
    ['1w2d3h4m5s ago', '2026-09-20T17:41:58Z'],
    ['0s ago', '2026-09-29T20:46:03Z'],
  ])('%s', (text, instant) => {
    expect(instantOf(text)).toBe(instant);
  });

  test('a day ago is 24 hours ago also where the clocks changed', () => {
    expect(instantOf('1d ago', '2026-10-25T12:00:00+01:00')).toBe('2026-10-24T11:00:00Z');
  });
});

describe('a date and RFC 3339', () => {
  test.each([
    ['2026-09-29', '2026-09-28T22:00:00Z'],
    ['2026-01-29', '2026-01-28T23:00:00Z'],
    ['2024-02-29', '2024-02-28T23:00:00Z'],
    ['2026-09-29 22:40', '2026-09-29T20:40:00Z'],
    ['2026-09-29 22:40:30', '2026-09-29T20:40:30Z'],
    ['2026-09-29T22:40', '2026-09-29T20:40:00Z'],
    ['2026-09-29t22:40:30.5', '2026-09-29T20:40:30.500Z'],
    ['2027-09-29T22:40', '2027-09-29T20:40:00Z'],
    ['2026-09-29T22:40:00Z', '2026-09-29T22:40:00Z'],
    ['2026-09-29t22:40:00z', '2026-09-29T22:40:00Z'],
    ['2026-09-29T22:40:00.123456Z', '2026-09-29T22:40:00.123Z'],
    ['2026-09-29T22:40:00.999999999Z', '2026-09-29T22:40:00.999Z'],
    ['2026-09-29T22:46:03+02:00', '2026-09-29T20:46:03Z'],
    ['2026-09-29 22:46:03 -0330', '2026-09-30T02:16:03Z'],
    ['2026-09-29 22:46-00:30', '2026-09-29T23:16:00Z'],
    ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59.500Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ])('%s', (text, instant) => {
    expect(instantOf(text)).toBe(instant);
  });
});

describe('seconds since the epoch', () => {
  test.each([
    ['@1790714400', '2026-09-29T20:40:00Z'],
    ['@1790714400.5', '2026-09-29T20:40:00.500Z'],
    ['@1790714400.0079', '2026-09-29T20:40:00.007Z'],
    ['@1790714400123', '2026-09-29T20:40:00.123Z'],
    ['@0', '1970-01-01T00:00:00Z'],
  ])('%s', (text, instant) => {
    expect(instantOf(text)).toBe(instant);
  });
});

describe('the autumn hour, which comes twice', () => {
  test.each([
    ['before it', '2026-10-25T02:15:00+02:00', '2026-10-24T00:30:00Z'],
    ['at the first 02:30', '2026-10-25T02:30:00+02:00', '2026-10-25T00:30:00Z'],
    ['at the first 02:45', '2026-10-25T02:45:00+02:00', '2026-10-25T00:30:00Z'],
    ['at the second 02:15', '2026-10-25T02:15:00+01:00', '2026-10-25T00:30:00Z'],
    ['at the second 02:30', '2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00Z'],
    ['at the second 02:45', '2026-10-25T02:45:00+01:00', '2026-10-25T01:30:00Z'],
    ['the next morning', '2026-10-25T09:00:00+01:00', '2026-10-25T01:30:00Z'],
    ['early the next night', '2026-10-26T02:29:59+01:00', '2026-10-25T01:30:00Z'],
  ])('%s, 02:30 is the last one past', (_, now, instant) => {
    expect(instantOf('02:30', now)).toBe(instant);
  });

  test.each([
    ['2026-10-25 02:30', '2026-10-25T00:30:00Z'],
    ['2026-10-25T02:00:00', '2026-10-25T00:00:00Z'],
    ['today 02:30', '2026-10-25T00:30:00Z'],
    ['2026-10-25T02:30+01:00', '2026-10-25T01:30:00Z'],
    ['2026-10-25 01:59:59', '2026-10-24T23:59:59Z'],
    ['2026-10-25 03:00', '2026-10-25T02:00:00Z'],
  ])('with its day it is the earlier one: %s', (text, instant) => {
    expect(instantOf(text, '2026-10-25T09:00:00+01:00')).toBe(instant);
  });

  test.each([
    ['at the first 01:50', '2026-04-05T01:50:00+11:00', '2026-04-04T14:45:00Z'],
    ['at the second 01:40', '2026-04-05T01:40:00+10:30', '2026-04-04T14:45:00Z'],
    ['at the second 01:50', '2026-04-05T01:50:00+10:30', '2026-04-04T15:15:00Z'],
  ])('half an hour that comes twice: %s on Lord Howe, 01:45 is the last one past', (_, now, instant) => {
    expect(instantOf('01:45', now, 'Australia/Lord_Howe')).toBe(instant);
  });

  test('clocks set back over midnight make the first minute of tomorrow past', () => {
    const now = '2010-11-06T23:30:00-03:30';

    expect(instantOf('00:00:30', now, 'America/St_Johns')).toBe('2010-11-07T02:30:30Z');
    expect(instantOf('2010-11-07', now, 'America/St_Johns')).toBe('2010-11-07T02:30:00Z');
  });

  test('a day that came twice is the earlier one, and a clock in it the last one past', () => {
    const now = '1969-09-30T18:00:00-12:00';

    expect(instantOf('1969-09-30 12:00', now, 'Pacific/Kwajalein')).toBe('1969-09-30T01:00:00Z');
    expect(instantOf('12:00', now, 'Pacific/Kwajalein')).toBe('1969-10-01T00:00:00Z');
  });
});

describe('a wall time that the clocks skip is moved on by what they skip', () => {
  test.each([
    ['2026-03-29 02:30', '2026-03-29T01:30:00Z'],
    ['2026-03-29T02:00:00', '2026-03-29T01:00:00Z'],
    ['today 02:59:59', '2026-03-29T01:59:59Z'],
    ['02:30', '2026-03-29T01:30:00Z'],
    ['03:30', '2026-03-29T01:30:00Z'],
    ['2026-03-29 01:59:59', '2026-03-29T00:59:59Z'],
    ['2026-03-29 03:00', '2026-03-29T01:00:00Z'],
  ])('%s', (text, instant) => {
    expect(instantOf(text, '2026-03-29T09:00:00+02:00')).toBe(instant);
  });

  test('until it has come, a clock in it is yesterday’s', () => {
    expect(instantOf('02:30', '2026-03-29T03:15:00+02:00')).toBe('2026-03-28T01:30:00Z');
  });

  test('half an hour is skipped on Lord Howe', () => {
    expect(instantOf('2026-10-04 02:10', undefined, 'Australia/Lord_Howe')).toBe('2026-10-03T15:40:00Z');
    expect(instantOf('2026-10-04 02:30', undefined, 'Australia/Lord_Howe')).toBe('2026-10-03T15:30:00Z');
  });

  test('a day whose midnight is skipped begins when the clocks have jumped', () => {
    expect(instantOf('2018-11-04', undefined, 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00Z');
  });

  test.each([
    ['2011-12-30', '2011-12-30T10:00:00Z'],
    ['2011-12-30 12:00', '2011-12-30T22:00:00Z'],
    ['yesterday', '2011-12-30T10:00:00Z'],
    ['today', '2011-12-30T10:00:00Z'],
    ['08:00', '2011-12-30T18:00:00Z'],
    ['22:40', '2011-12-30T08:40:00Z'],
  ])('the day that Apia skipped: %s', (text, instant) => {
    expect(instantOf(text, '2011-12-31T09:00:00+14:00', 'Pacific/Apia')).toBe(instant);
  });
});

describe('a text that is not meant as a time', () => {
  test.each([
    '',
    ' ',
    '412',
    '2026',
    '20260929',
    'latest',
    'latest~3',
    'key:412',
    'key:22:40',
    '-2',
    '@',
    '@latest',
    'tomorrow',
    'todays',
    'ago',
    'nowhere',
    '2026-09-29.json',
    '5d41402abc4b2a76b9719d911017c592',
    '9 am',
    'pass-2026-09-29',
  ])('%j is null', (text) => {
    expect(instantOf(text)).toBeNull();
  });
});

describe('a text that is meant as a time and is none is refused', () => {
  const hint = 'write 22:40, "yesterday 22:40", "2h ago", 2026-09-29, 2026-09-29T22:40:00+02:00 or @1790714400';

  test.each([
    ['25:99', '"25:99" is no time of day, expected 00:00:00 to 23:59:59'],
    ['22:60', '"22:60" is no time of day, expected 00:00:00 to 23:59:59'],
    ['24:00', '"24:00" is no time of day, expected 00:00:00 to 23:59:59'],
    ['22:40:60', '"22:40:60" is no time of day, expected 00:00:00 to 23:59:59'],
    ['yesterday 25:00', '"25:00" is no time of day, expected 00:00:00 to 23:59:59'],
    ['2026-09-29T24:00:00Z', '"24:00:00" is no time of day, expected 00:00:00 to 23:59:59'],
    ['2026-13-45', '"2026-13-45" is no day of the calendar, expected YYYY-MM-DD'],
    ['2026-02-30', '"2026-02-30" is no day of the calendar, expected YYYY-MM-DD'],
    ['2025-02-29 22:40', '"2025-02-29" is no day of the calendar, expected YYYY-MM-DD'],
    ['22:40+25:00', '"+25:00" is no offset from UTC, expected -23:59 to +23:59'],
    ['2026-09-29T22:40:00-02:60', '"-02:60" is no offset from UTC, expected -23:59 to +23:59'],
    ['5 parsecs ago', '"parsecs" is no unit of time, expected s, m, h, d, w or y'],
    ['-1h5mo', '"mo" is no unit of time, expected s, m, h, d, w or y'],
    ['@99999999999999', 'time "@99999999999999" is out of range, expected the years 0001 to 9999'],
    ['@1790714400000000000', 'time "@1790714400000000000" is out of range, expected the years 0001 to 9999'],
    ['0000-01-01', 'time "0000-01-01" is out of range, expected the years 0001 to 9999'],
    ['999999999 weeks ago', 'time "999999999 weeks ago" is out of range, expected the years 0001 to 9999'],
    ['22:40pm', 'time "22:40pm" cannot be read, expected a clock, a date or a span ago'],
    ['22:4', 'time "22:4" cannot be read, expected a clock, a date or a span ago'],
    ['22:40.5', 'time "22:40.5" cannot be read, expected a clock, a date or a span ago'],
    ['22:40:00 Europe/Berlin', 'time "22:40:00 Europe/Berlin" cannot be read, expected a clock, a date or a span ago'],
    ['2026-9-29', 'time "2026-9-29" cannot be read, expected a clock, a date or a span ago'],
    ['2026-09', 'time "2026-09" cannot be read, expected a clock, a date or a span ago'],
    ['2026-09-29Z', 'time "2026-09-29Z" cannot be read, expected a clock, a date or a span ago'],
    ['2026-09-29 noon', 'time "2026-09-29 noon" cannot be read, expected a clock, a date or a span ago'],
    ['yesterday noon', 'time "yesterday noon" cannot be read, expected a clock, a date or a span ago'],
    ['yesterday\u001b', 'time "yesterday\\u001b" cannot be read, expected a clock, a date or a span ago'],
    ['@-5', 'time "@-5" cannot be read, expected a clock, a date or a span ago'],
    ['@1790714400s', 'time "@1790714400s" cannot be read, expected a clock, a date or a span ago'],
    ['-2,5h', 'time "-2,5h" cannot be read, expected a clock, a date or a span ago'],
    ['a while ago', 'time "a while ago" cannot be read, expected a clock, a date or a span ago'],
  ])('%j', (text, message) => {
    expect(errorOf(text)).toEqual({ message, hint });
  });

  test('a span without a direction is asked back', () => {
    expect(errorOf('1h30m')).toEqual({
      message: '"1h30m" is a length of time, expected a time',
      hint: 'did you mean "1h30m ago"',
    });
  });
});

describe('in any zone', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'America/Sao_Paulo',
    'America/Havana',
    'Africa/Casablanca',
    'Antarctica/Troll',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Pacific/Kwajalein',
  );
  const instants = fc.integer({ min: Date.parse('1969-01-01T00:00:00Z'), max: Date.parse('2060-01-01T00:00:00Z') });
  /** Within a day and a half of a change of clocks in one of the zones. */
  const instantsNearChange = fc
    .tuple(
      fc.constantFrom(
        '2026-10-25T01:00:00Z',
        '2026-03-29T01:00:00Z',
        '2026-11-01T06:00:00Z',
        '2026-03-08T07:00:00Z',
        '2010-11-07T02:31:00Z',
        '2010-03-14T03:31:00Z',
        '2018-02-18T02:00:00Z',
        '2018-11-04T03:00:00Z',
        '2026-04-04T15:00:00Z',
        '2026-10-03T15:30:00Z',
        '2011-12-30T10:00:00Z',
        '1969-09-30T13:00:00Z',
        '1993-08-21T12:00:00Z',
      ),
      fc.integer({ min: -1.5 * day, max: 1.5 * day }),
    )
    .map(([change, distance]) => Date.parse(change) + distance);
  const times = fc.oneof(instants, instantsNearChange);

  test('the text of an instant gives back the instant', () => {
    fc.assert(
      fc.property(times, zones, times, (ms, zone, now) => {
        expect(parseTime(formatInstant(ms, zone), { now, zone })).toBe(ms);
      }),
    );
  });

  test('a day begins at its first instant', () => {
    fc.assert(
      fc.property(times, zones, (ms, zone) => {
        const text = formatDay(ms, zone);
        const first = parseTime(text, { now: ms, zone }) ?? Number.NaN;

        expect(formatDay(first, zone)).toBe(text);
        expect(formatDay(first - 1, zone) < text).toBe(true);
        expect(first).toBeLessThanOrEqual(ms);
      }),
    );
  });

  test('a day and a clock give the earliest instant that shows them', () => {
    fc.assert(
      fc.property(times, zones, (ms, zone) => {
        const text = `${formatDay(ms, zone)} ${formatClock(ms, zone)}`;
        const instant = parseTime(text, { now: ms, zone }) ?? Number.NaN;

        expect(`${formatDay(instant, zone)} ${formatClock(instant, zone)}`).toBe(text);
        expect(instant).toBeLessThanOrEqual(ms);
      }),
    );
  });

  test('a clock is past, shows itself unless it is skipped, and no later past instant shows it', () => {
    const clocks = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    fc.assert(
      fc.property(times, zones, clocks, (now, zone, [hour, minutes]) => {
        const text = `${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
        const instant = parseTime(text, { now, zone }) ?? Number.NaN;

        expect(instant).toBeLessThanOrEqual(now);
        const skipped = offsetMinutes(instant, zone) - offsetMinutes(instant - day, zone);
        const shown = formatClock(instant, zone);
        const movedOn = formatClock(Date.parse(`2000-01-01T${text}:00Z`) + skipped * minute, 'UTC');
        expect([`${text}:00`, ...(skipped > 0 ? [movedOn] : [])]).toContain(shown);
        for (let later = instant + minute; later <= now; later += minute) {
          if (formatClock(later, zone) === `${text}:00`) throw new Error(`${formatInstant(later, zone)} is later`);
        }
      }),
    );
  });

  test('no text crashes it', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '22:40',
        ':',
        '2026-09-29',
        '-',
        '@',
        '9',
        '.',
        ' ',
        'T',
        'Z',
        '+02:00',
        'h',
        'ago',
        'today',
        '2h',
        '\n',
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((parts) => parts.join('')),
        ),
        zones,
        (text, zone) => {
          try {
            const instant = parseTime(text, { now: Date.parse('2026-09-29T20:46:03Z'), zone });
            expect(instant === null || Number.isInteger(instant)).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(UserError);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
