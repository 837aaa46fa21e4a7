import { tzOffset } from '@date-fns/tz/tzOffset';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import { closest, distance } from 'fastest-levenshtein';
import { isEntered, localOffset } from './date-zone.ts';
import { UserError } from './user-error.ts';

/**
 * Parses the name of a time zone, in any case, into the spelling that this version of Node holds canonical; `Z` is `UTC`.
 * Throws a UserError for anything else, an offset included: Node 20 knows none, and it says nothing of summer time.
 */
export function parseZone(text: string): string {
  const zone = findZone(text);
  if (zone !== null) return zone;
  throw new UserError(`time zone ${JSON.stringify(text)} is not known, expected an IANA name or "UTC"`, {
    hint: hintFor(text),
  });
}

/** The zone of the person at the terminal: `TZ` where it names one, with or without ":" or a zoneinfo folder; else the system's, else UTC. */
export function localZone(env: { readonly TZ?: string | undefined }): string {
  const named = (env.TZ ?? '').replace(/^:?(?:.*\/zoneinfo\/)?/, '');
  // Under a broken TZ, Intl answers undefined or "Etc/Unknown", which it then refuses to take back.
  return findZone(named) ?? findZone(new Intl.DateTimeFormat().resolvedOptions().timeZone ?? '') ?? 'UTC';
}

/**
 * The offset from UTC in force at an instant, in whole minutes, east positive. RFC 3339 has no seconds in an offset, so those
 * of the local mean times of old are rounded away, and text still gives back the instant it was made of.
 */
export function offsetMinutes(instantMs: number, zone: string): number {
  if (zone === 'UTC') return 0;
  return isEntered(zone) ? localOffset(instantMs) : Math.round(tzOffset(zone, new Date(instantMs)));
}

/** RFC 3339 with offset, as in `2026-09-29T22:46:03+02:00`; `Z` in UTC; milliseconds only where they are not zero. */
export function formatInstant(ms: number, zone: string): string {
  const local = isoOfWall(ms, zone).replace('.000Z', '').replace('Z', '');
  return local + (zone === 'UTC' ? 'Z' : formatOffset(offsetMinutes(ms, zone)));
}

/** The time of day, as in `22:46:03`. */
export function formatClock(ms: number, zone: string): string {
  return isoOfWall(ms, zone).slice(-13, -5);
}

/** The day of the calendar, as in `2026-09-29`. */
export function formatDay(ms: number, zone: string): string {
  return isoOfWall(ms, zone).slice(0, -14);
}

/** A span for people, rounded down to its two largest units, as in `2 h 5 min`; a negative one is `0 s`. */
export function formatDuration(ms: number): string {
  const units = [
    { name: 'd', size: millisecondsInDay },
    { name: 'h', size: millisecondsInHour },
    { name: 'min', size: millisecondsInMinute },
    { name: 's', size: millisecondsInSecond },
  ];
  const first = units.findIndex((unit) => ms >= unit.size);
  if (first < 0) return '0 s';
  let rest = ms;
  const parts: string[] = [];
  for (const unit of units.slice(first, first + 2)) {
    const count = Math.floor(rest / unit.size);
    rest -= count * unit.size;
    if (count > 0) parts.push(`${count} ${unit.name}`);
  }
  return parts.join(' ');
}

/** The wall time in the zone in the form of toISOString, whose `Z` is then a lie. */
function isoOfWall(ms: number, zone: string): string {
  return new Date(ms + offsetMinutes(ms, zone) * millisecondsInMinute).toISOString();
}

function formatOffset(minutes: number): string {
  const distanceFromUtc = Math.abs(minutes);
  const hour = String(Math.floor(distanceFromUtc / 60)).padStart(2, '0');
  const minute = String(distanceFromUtc % 60).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${hour}:${minute}`;
}

function findZone(text: string): string | null {
  if (/^(?:(?:etc\/)?(?:utc|uct|universal|zulu)|z)$/i.test(text)) return 'UTC';
  if (isEntered(text)) return text;
  // Later versions of Node take "+02:00" for a zone; every version is to answer the same.
  if (/^[+-]/.test(text)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** People write the city alone as often as they misspell the whole, so the nearest is sought among both. */
function hintFor(text: string): string {
  const zoneOf = new Map<string, string>([['utc', 'UTC']]);
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    zoneOf.set(zone.toLowerCase(), zone);
    zoneOf.set(zone.slice(zone.lastIndexOf('/') + 1).toLowerCase(), zone);
  }
  const written = text.trim().toLowerCase().replaceAll(' ', '_');
  const nearest = closest(written, [...zoneOf.keys()]);
  // A word with no zone in it ("CEST", "+02:00") is nearest to something absurd.
  const isNear = distance(written, nearest) <= Math.ceil(written.length / 4);
  return isNear ? `did you mean --tz ${zoneOf.get(nearest)}` : 'name a zone: --tz Europe/Berlin, or --tz UTC';
}
