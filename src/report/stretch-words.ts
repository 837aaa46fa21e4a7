import type { StretchGap } from '../diff/index.ts';
import type { TimeWriter } from './times.ts';
import { oneLine } from './words.ts';

/** A gap that is shorter than this is told with seconds. */
const toTheSecondMs = 10 * 60_000;

/**
 * A gap that the recorder told of: `not recorded 22:51–23:05, 14 min: the recorder was not running`. `day` is one that has
 * been told: only another one is.
 */
export function stretchWords(gap: StretchGap, times: TimeWriter, day = ''): string {
  if (gap.kind === 'pruned') return gap.text;
  return `not recorded ${spanWords(gap, times, day)}: ${oneLine(gap.text)}`;
}

/** When a gap was, and how long: `22:51–23:05, 14 min`, or `since 22:51`. */
export function spanWords({ from, until }: Pick<StretchGap, 'from' | 'until'>, times: TimeWriter, day = ''): string {
  const precise = until !== null && until - from < toTheSecondMs;
  const clock = (at: number, told: string) => {
    const text = precise ? times.clock(at) : times.clock(at).slice(0, 5);
    return times.day(at) === told ? text : `${times.day(at)} ${text}`;
  };
  if (until === null) return `since ${clock(from, day)}`;
  const dash = times.day(from) === times.day(until) ? '–' : ' – ';
  return `${clock(from, day)}${dash}${clock(until, times.day(from))}, ${times.duration(until - from)}`;
}
