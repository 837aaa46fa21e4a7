import type { HistoryGap, NodeOutcome, PassRecord } from '../roster/index.ts';
import { type Gap, gapsOf, skippedPasses } from './gaps.ts';
import { type RecordedPass, stretchGaps } from './stretch-gaps.ts';

type Recorded = PassRecord & { readonly outcomes: readonly NodeOutcome[] };

/** All gaps of a window: those that the recorder told of, those of its passes, and passes that are missing by the controller's ids. */
export function windowGaps(
  baseline: Recorded | null,
  passes: readonly Recorded[],
  recordingGaps: readonly HistoryGap[],
): Gap[] {
  const all = baseline === null ? passes : [baseline, ...passes];
  // two states may be compared backwards
  const ascending = isAscending(all) ? all : all.toSorted((a, b) => a.number - b.number);
  const stretches = stretchGaps(ascending, recordingGaps).map((gap) => ({
    ...gap,
    breaks: gap.breaks.filter((number) => number !== baseline?.number || number !== ascending[0]?.number),
  }));
  return [...stretches, ...gapsOf(passes), ...skippedPasses(all)];
}

function isAscending(passes: readonly Recorded[]): boolean {
  return passes.every(({ number }, index) => index === 0 || number > (passes[index - 1] as Recorded).number);
}

/** The passes before which something is not recorded: nothing is counted across such a place. */
export function brokenPasses(
  passes: readonly (RecordedPass & Pick<PassRecord, 'key'>)[],
  recordingGaps: readonly HistoryGap[],
): ReadonlySet<number> {
  return new Set([
    ...skippedPasses(passes).map(({ pass }) => pass),
    ...stretchGaps(passes, recordingGaps).flatMap(({ breaks }) => breaks),
  ]);
}

/** Whether something is not recorded of the time after a pass, as far as the window goes. */
export function isBrokenAfter(gaps: readonly Gap[], pass: number): boolean {
  return gaps.some((gap) => {
    if ('breaks' in gap) return gap.breaks.length === 0 || gap.breaks.some((number) => number > pass);
    return gap.kind === 'missing' && gap.pass > pass;
  });
}
