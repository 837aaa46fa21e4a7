import type { Circumstances } from './format.ts';
import { wholeInstant } from './parse-instant.ts';

/** The head of a log line: when it was written, on which host where it says so, and the rest of it. */
export interface LogLineHead {
  /** Milliseconds since the epoch; null where the line has no time that can be read. */
  readonly at: number | null;
  readonly host: string | null;
  readonly rest: string;
}

const instant = /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)\s?(Z|[+-]\d\d:?\d\d)?\]?\s+/;
const clock = /^\[?(\d\d:\d\d(?::\d\d)?)(?:[.,]\d{1,9})?\]?\s+/;
const syslog = /^([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d:\d\d:\d\d) (\S+) /;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Reads the head of a log line: RFC 3339 and its local form, a clock time, syslog (RFC 3164, without a year), or one JSON
 * object of journald. A time without a date is the last such time at or before `limit`, and so is one without a year.
 */
export function logLineHead(line: string, limit: number, { readWall }: Circumstances): LogLineHead {
  if (line.startsWith('{')) return journaldHead(line);
  const wall = (text: string) => readWall?.(text, limit) ?? null;
  const full = instant.exec(line);
  if (full) {
    const [head, local, offset] = full as unknown as [string, string, string | undefined];
    const text = local.replace(',', '.');
    const at =
      offset === undefined
        ? wall(text.replace('T', ' ').slice(0, 19))
        : Date.parse(`${text.replace(' ', 'T')}${withColon(offset)}`);
    return { at: Number.isNaN(at) ? null : at, ...hostOf(line.slice(head.length)) };
  }
  const time = clock.exec(line);
  if (time) return { at: wall(time[1] as string), host: null, rest: line.slice(time[0].length) };
  const old = syslog.exec(line);
  if (!old) return { at: null, host: null, rest: line };
  const [head, month, day, clockTime, host] = old as unknown as [string, string, string, string, string];
  const number = String(months.indexOf(month) + 1).padStart(2, '0');
  const year = new Date(limit).getUTCFullYear();
  const dated = [year + 1, year, year - 1].map((one) => wall(`${one}-${number}-${day.padStart(2, '0')} ${clockTime}`));
  return { at: dated.find((at) => at !== null && at <= limit) ?? null, host, rest: line.slice(head.length) };
}

/** The host that stands between a full time and the program that writes, as rsyslog puts it there. */
function hostOf(rest: string): { host: string | null; rest: string } {
  const found = /^([\w.-]{1,255}) (?=[\w./-]{1,64}(?:\[\d+\])?: )/.exec(rest);
  return found ? { host: found[1] as string, rest: rest.slice(found[0].length) } : { host: null, rest };
}

function journaldHead(line: string): LogLineHead {
  const none = { at: null, host: null, rest: line };
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return none;
  }
  const { __REALTIME_TIMESTAMP: time, MESSAGE: message, _HOSTNAME: host } = entry as Record<string, unknown>;
  if (typeof message !== 'string') return none;
  const at = typeof time === 'string' && /^\d{1,19}$/.test(time) ? wholeInstant(Math.floor(Number(time) / 1000)) : null;
  return { at, host: typeof host === 'string' ? host : null, rest: message };
}

function withColon(offset: string): string {
  return /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;
}
