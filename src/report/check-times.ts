import type { Endless, Ends, Expectation, Settling } from '../diff/index.ts';
import type { TimeWriter } from './times.ts';
import { count } from './words.ts';

/** The pass that something is said of. */
interface PassPlace {
  readonly number: number;
  readonly at: number;
}

/** A time of the day that a check was made on as `22:46:03`, one of another day with it. */
export function clockWords(at: number, { now }: Pick<Settling, 'now'>, times: TimeWriter): string {
  const clock = times.clock(at);
  return times.day(at) === times.day(now) ? clock : `${times.day(at)} ${clock}`;
}

/** `pass 412 (22:46:03)`. */
export function passWords({ number, at }: PassPlace, settling: Pick<Settling, 'now'>, times: TimeWriter): string {
  return `pass ${number} (${clockWords(at, settling, times)})`;
}

/** What is missing until a reason is over: `; 3 more quiet passes needed`. Empty where waiting alone does not end it. */
export function neededWords(
  ends: Ends | null,
  settling: Pick<Settling, 'now'>,
  times: TimeWriter,
  kind: 'quiet' | 'good' = 'quiet',
): string {
  if (ends === null) return '';
  if ('at' in ends) return `; over at ${clockWords(ends.at, settling, times)}`;
  return `; ${count(ends.passes, `more ${kind} pass`, `more ${kind} passes`)} needed`;
}

const endless: Readonly<Record<Endless, string>> = {
  lost: 'not while names are away that were lost',
  gap: 'not before something is recorded again',
  overdue: 'not before something is recorded again',
  'not-planned': 'not before every node has reported again',
};

/** When a window can be expected to have settled, where nothing moves. */
export function expectationWords(
  expectation: Expectation,
  { now, rhythm }: Pick<Settling, 'now' | 'rhythm'>,
  times: TimeWriter,
): string {
  switch (expectation.kind) {
    case 'passes':
      return `after ${more(expectation.passes)}, if nothing moves; how often they come is not known`;
    case 'unknown':
      return endless[expectation.because];
    case 'at': {
      const { at, passes } = expectation;
      const every = rhythm === null ? '' : `, one every ${times.duration(rhythm.medianMs)}`;
      const how = passes === 0 ? '' : ` (${more(passes)}${every})`;
      return `about ${clockWords(at, { now }, times)}${how}, if nothing moves`;
    }
  }
}

function more(passes: number): string {
  return count(passes, 'more quiet pass', 'more quiet passes');
}
