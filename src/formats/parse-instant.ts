import type { Problem } from '../roster/index.ts';

const rfc3339 = /^(\d{4}-\d\d-(\d\d))[Tt ](?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** The instant of an RFC 3339 time with offset, in milliseconds. Anything else is the problem `invalid-time` and null; absent is null. */
export function parseInstant(value: unknown, problems: Problem[]): number | null {
  if (value === undefined || value === null) return null;
  const instant = typeof value === 'string' ? instantOf(value) : Number.NaN;
  if (!Number.isNaN(instant)) return instant;
  problems.push({ code: 'invalid-time', text: typeof value === 'string' ? value : JSON.stringify(value) });
  return null;
}

/** The years 0000 to 9999, as RFC 3339 writes them. */
const earliest = Date.parse('0000-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** An instant in whole milliseconds; null where it is none that RFC 3339 could write: no clock tells it, and no calendar shows it. */
export function wholeInstant(ms: number): number | null {
  const at = Math.round(ms) + 0;
  return at >= earliest && at <= latest ? at : null;
}

function instantOf(text: string): number {
  const [, date, day] = rfc3339.exec(text) ?? [];
  // Date.parse takes the 30th of February for the 2nd of March
  if (date === undefined || new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return Number.NaN;
  return Date.parse(text.replace(' ', 'T'));
}
