import type { TimeWriter } from '../report/index.ts';
import { formatClock, formatDay, formatDuration, formatInstant, localZone, parseZone } from './time-zone.ts';

/** A writer of times in the zone that was asked for, else in that of `TZ`, else in the system's. */
export function timeWriter(
  zoneAsked: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): TimeWriter {
  const { TZ } = env;
  const zone = zoneAsked === undefined ? localZone(TZ === undefined ? {} : { TZ }) : parseZone(zoneAsked);
  return {
    zone,
    instant: (at) => formatInstant(at, zone),
    clock: (at) => formatClock(at, zone),
    day: (at) => formatDay(at, zone),
    duration: formatDuration,
  };
}
