import { millisecondsInDay, millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import { parseLengthOfTime } from './length-of-time.ts';
import { offsetMinutes } from './time-zone.ts';
import { UserError } from './user-error.ts';

/** What a time that people write is relative to: the present instant, and the zone of clocks that name no offset. */
export interface TimeContext {
  readonly now: number;
  readonly zone: string;
}

/** The offset from UTC in minutes at an instant, be it that of a zone or a fixed one. */
type OffsetAt = (instantMs: number) => number;

const clockPattern = String.raw`(?<clock>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s?(?<offset>z|[+-]\d{2}(?::?\d{2})?)?`;
const wallPattern = new RegExp(
  String.raw`^(?<day>\d{4}-\d{2}-\d{2}|today|yesterday)?(?:(?:^|t|\s+)${clockPattern})?$`,
  'i',
);
const epochPattern = /^@(?<whole>\d+)(?:\.(?<fraction>\d+))?$/;
const agoPattern = /^(?<minus>-\s*)?(?<span>(?:\d+(?:\.\d+)?\s*[a-z]+(?:\s*(?=\d))?)+)(?<ago>\s+ago)?$/i;

/** Texts that are meant as a time: where they are none, guessing on would hide a slip of the finger. */
const lookalikes: readonly RegExp[] = [
  /^\d{1,2}:\d/,
  /^\d{4}-\d{1,2}(?:-\d{1,2})?(?:[tz\s+:]|$)/i,
  /^(?:today|yesterday)\b/i,
  /^@-?[\d.]/,
  /^-\s*\d[\d.,\s]*[a-z]/i,
  /\sago$/i,
];

const hint = 'write 22:40, "yesterday 22:40", "2h ago", 2026-09-29, 2026-09-29T22:40:00+02:00 or @1790714400';

/** RFC 3339 has four digits for a year. */
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Parses a time as people write it (the forms are in the hint of its errors) into milliseconds since the epoch; null where
 * the text is not meant as a time. A clock alone is the most recent such time that is past; a day alone is its first
 * instant. A wall time that comes twice is the earlier one, since a wider window loses nothing, and one that the clocks
 * skip is moved on by what they skip. Throws a UserError for a text that is meant as a time and is none.
 */
export function parseTime(text: string, context: TimeContext): number | null {
  const written = text.trim();
  const instant = parseEpoch(written) ?? parseAgo(written, context.now) ?? parseWall(written, context);
  if (instant === null) {
    if (!lookalikes.some((lookalike) => lookalike.test(written))) return null;
    throw new UserError(`time ${JSON.stringify(written)} cannot be read, expected a clock, a date or a span ago`, {
      hint,
    });
  }
  if (instant < earliest || instant > latest) {
    throw new UserError(`time "${written}" is out of range, expected the years 0001 to 9999`, { hint });
  }
  return instant;
}

/** Thirteen digits are milliseconds, as Date.now() prints them: as seconds they would lie past the year 33000. */
function parseEpoch(text: string): number | null {
  const { whole, fraction } = epochPattern.exec(text)?.groups ?? {};
  if (whole === undefined) return null;
  if (whole.length === 13 && fraction === undefined) return Number(whole);
  return Number(whole) * millisecondsInSecond + millisecondsOf(fraction);
}

function parseAgo(text: string, now: number): number | null {
  if (/^now$/i.test(text)) return now;
  const { minus, span, ago } = agoPattern.exec(text)?.groups ?? {};
  if (span === undefined) return null;
  const isPast = minus !== undefined || ago !== undefined;
  const length = parseLengthOfTime(span);
  if ('fault' in length) {
    const { fault } = length;
    if (!isPast || typeof fault === 'string') return null;
    throw new UserError(`"${fault.unit}" is no unit of time, expected s, m, h, d, w or y`, { hint });
  }
  if (!isPast) {
    throw new UserError(`"${text}" is a length of time, expected a time`, { hint: `did you mean "${text} ago"` });
  }
  return now - length.ms;
}

function parseWall(text: string, { now, zone }: TimeContext): number | null {
  const { day, clock, offset } = wallPattern.exec(text)?.groups ?? {};
  if (day === undefined && clock === undefined) return null;
  const fixed = offset === undefined ? null : parseOffset(offset);
  const offsetAt: OffsetAt = (instantMs) => fixed ?? offsetMinutes(instantMs, zone);
  const clockMs = clock === undefined ? 0 : parseClock(clock);
  const nowWall = now + offsetAt(now) * millisecondsInMinute;
  const today = Math.floor(nowWall / millisecondsInDay) * millisecondsInDay;
  if (day !== undefined) return Math.min(...instantsOf(parseDay(day, today) + clockMs, offsetAt));
  // Clocks set back over midnight make tomorrow's first minutes past; a day that a zone skipped puts the last one two days back.
  const candidates = [1, 0, -1, -2].flatMap((days) => instantsOf(today + days * millisecondsInDay + clockMs, offsetAt));
  return Math.max(...candidates.filter((instant) => instant <= now));
}

/**
 * The instants at which clocks show a wall time, which is given as the milliseconds at which UTC clocks show it. No zone is
 * a day away from UTC, so the offset is the one in force a day before or a day after: one that renders back is right. Where
 * neither does, the clocks skip the wall time, and the offset before moves it on by what they skip.
 */
function instantsOf(wallMs: number, offsetAt: OffsetAt): number[] {
  const before = wallMs - offsetAt(wallMs - millisecondsInDay) * millisecondsInMinute;
  const after = wallMs - offsetAt(wallMs + millisecondsInDay) * millisecondsInMinute;
  const shown = [before, after].filter((instant) => instant + offsetAt(instant) * millisecondsInMinute === wallMs);
  return shown.length > 0 ? shown : [before];
}

function parseDay(text: string, today: number): number {
  if (/^today$/i.test(text)) return today;
  if (/^yesterday$/i.test(text)) return today - millisecondsInDay;
  const day = Date.parse(`${text}T00:00:00Z`);
  // Date.parse takes February 30 for March 2.
  if (!Number.isNaN(day) && new Date(day).toISOString().startsWith(text)) return day;
  throw new UserError(`"${text}" is no day of the calendar, expected YYYY-MM-DD`, { hint });
}

function parseClock(text: string): number {
  const [whole = '', fraction] = text.split(/[.,]/);
  const [hour = 0, minute = 0, second = 0] = whole.split(':').map(Number);
  if (hour > 23 || minute > 59 || second > 59) {
    throw new UserError(`"${text}" is no time of day, expected 00:00:00 to 23:59:59`, { hint });
  }
  return (
    hour * millisecondsInHour + minute * millisecondsInMinute + second * millisecondsInSecond + millisecondsOf(fraction)
  );
}

/** In minutes, east positive. */
function parseOffset(text: string): number {
  if (/^z$/i.test(text)) return 0;
  const [hour, minute] = [Number(text.slice(1, 3)), Number(text.slice(3).replace(':', ''))];
  if (hour > 23 || minute > 59) {
    throw new UserError(`"${text}" is no offset from UTC, expected -23:59 to +23:59`, { hint });
  }
  return (text.startsWith('-') ? -1 : 1) * (hour * 60 + minute);
}

/** Cut off past the third digit, never rounded: a second does not become the next. */
function millisecondsOf(fraction = ''): number {
  return Number(fraction.slice(0, 3).padEnd(3, '0'));
}
