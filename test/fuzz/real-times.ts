import { formatClock, formatDay, formatDuration, formatInstant } from '../../src/cli/time-zone.ts';
import type { TimeWriter } from '../../src/report/index.ts';

const zone = 'Europe/Berlin';

/** Times as the program writes them, in a zone with summer time: an instant may be any that an input gives. */
export const realTimes: TimeWriter = {
  zone,
  instant: (at) => formatInstant(at, zone),
  clock: (at) => formatClock(at, zone),
  day: (at) => formatDay(at, zone),
  duration: formatDuration,
};
