import type { HistoryGap, PassRecord, RecordingGap } from '../roster/index.ts';
import type { StretchGap } from './gaps.ts';

/** What tells where a pass stands among gaps: the recorder tells those by its clock, and the time of recording is of the same. */
export type RecordedPass = Pick<PassRecord, 'number' | 'recordedAt'>;

/**
 * The gaps that the recorder told of, and what was pruned before the first pass, against passes in the order of recording. One lies before a pass where it overlaps the
 * time since the pass before that. A source that is away lies before the first pass after it came back alone: what other
 * sources gave meanwhile was recorded, and a source that stays away must not hide a flap among them. Where a recorder does
 * not run, a pass that is recorded all the same, by hand perhaps, ends the gap. Where the clock went forward, the cost of a
 * gap is that of the passes it lies before.
 */
export function stretchGaps(passes: readonly RecordedPass[], gaps: readonly HistoryGap[]): StretchGap[] {
  const forward = passes.every(({ recordedAt }, index) => recordedAt >= recordedBefore(passes, index));
  return gaps.map((gap): StretchGap => {
    const { kind, from, until } = gap;
    if (kind === 'pruned') {
      const first = passes[0]?.number ?? null;
      return { kind, pass: first, node: null, text: gap.text, from, until, breaks: first === null ? [] : [first] };
    }
    const start = forward ? firstLater(passes, from) : 0;
    const recordsAgain = kind === 'not-running' ? findFrom(passes, start, (at) => at > from) : null;
    const end = until ?? recordsAgain?.recordedAt ?? Number.POSITIVE_INFINITY;
    const after = findFrom(passes, start, (at) => at >= end)?.number ?? null;
    const text = textOf(gap, until === null && after === null);
    const breaks = breaksOf(passes, start, from, end, forward).filter((number) => kind !== 'away' || number === after);
    return { kind, pass: after, node: null, text, from, until, breaks };
  });
}

function breaksOf(
  passes: readonly RecordedPass[],
  start: number,
  from: number,
  end: number,
  forward: boolean,
): number[] {
  const breaks: number[] = [];
  for (let index = start; index < passes.length; index += 1) {
    const { number, recordedAt } = passes[index] as RecordedPass;
    // a clock that went back makes no negative stretch, and what it went through twice is in doubt twice
    const before = recordedBefore(passes, index);
    if (from < Math.max(before, recordedAt) && end > Math.min(before, recordedAt)) breaks.push(number);
    else if (forward) break;
  }
  return breaks;
}

/** When the pass before was recorded; nothing is known of the time before the first. */
function recordedBefore(passes: readonly RecordedPass[], index: number): number {
  return passes[index - 1]?.recordedAt ?? Number.NEGATIVE_INFINITY;
}

/** The place of the first pass that was recorded after an instant, by halving: the times must go forward. */
function firstLater(passes: readonly RecordedPass[], at: number): number {
  let [low, high] = [0, passes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((passes[middle] as RecordedPass).recordedAt > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function findFrom(
  passes: readonly RecordedPass[],
  start: number,
  isIt: (recordedAt: number) => boolean,
): RecordedPass | null {
  for (let index = start; index < passes.length; index += 1) {
    const pass = passes[index] as RecordedPass;
    if (isIt(pass.recordedAt)) return pass;
  }
  return null;
}

function textOf({ kind, source, reason }: RecordingGap, goesOn: boolean): string {
  const is = goesOn ? 'is' : 'was';
  if (kind === 'away') return `${source ?? 'a source'} ${is} away${reason === '' ? '' : `: ${reason}`}`;
  return `the recorder ${is} not running${reason === '' ? '' : ` (${reason})`}`;
}
