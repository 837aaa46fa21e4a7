import type { Problem } from '../roster/index.ts';

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** The instant of an RFC 3339 time with offset, in milliseconds. Anything else is the problem `invalid-time` and null; absent is null. */
export function parseInstant(value: unknown, problems: Problem[]): number | null {
  if (value === undefined || value === null) return null;
  const instant = typeof value === 'string' && rfc3339.test(value) ? Date.parse(value.replace(' ', 'T')) : Number.NaN;
  if (!Number.isNaN(instant)) return instant;
  problems.push({ code: 'invalid-time', text: typeof value === 'string' ? value : JSON.stringify(value) });
  return null;
}
