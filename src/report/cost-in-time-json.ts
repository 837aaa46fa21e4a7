import type { CostInTime } from '../diff/index.ts';
import type { TimeWriter } from './times.ts';

/** Replacements by minute, and when control-plane containers were away, for programs. */
export function costInTimeJson({ minutes, minutesAre, absences }: CostInTime, times: TimeWriter) {
  return {
    minutesAre,
    minutes: minutes.map(({ minute, count }) => ({ minute: times.instant(minute), count })),
    absences: absences.map(({ node, container, from, until }) => ({
      node,
      container,
      from: times.instant(from),
      until: until === null ? null : times.instant(until),
    })),
  };
}
