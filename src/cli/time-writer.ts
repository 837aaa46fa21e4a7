import type { TimeWriter } from '../report/index.ts';
import { enterZone, isUtc } from './date-zone.ts';
import type { Surroundings } from './surroundings.ts';
import { formatClock, formatDay, formatDuration, formatInstant, localZone, parseZone } from './time-zone.ts';

/** A writer of times in the zone that was asked for, else in that of `TZ`, else in the system's. */
export function timeWriter(asked: string | undefined, surroundings: Surroundings): TimeWriter {
  const zone = zoneOf(asked, surroundings);
  return {
    zone,
    instant: (at) => formatInstant(at, zone),
    clock: (at) => formatClock(at, zone),
    day: (at) => formatDay(at, zone),
    duration: formatDuration,
  };
}

function zoneOf(asked: string | undefined, { env, now, enterZone: enter, systemZone }: Surroundings): string {
  const named = asked ?? (env.TZ || systemZone());
  if (named && enterZone(named, enter, now())) return named;
  if (asked !== undefined) return parseZone(asked);
  if (!named && isUtc(now())) return 'UTC';
  return localZone(named ? { TZ: named } : {});
}
