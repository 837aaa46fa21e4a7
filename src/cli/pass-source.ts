import { type Gap, type PassSource, windowGaps, withoutState } from '../diff/index.ts';
import type { Pass } from '../roster/index.ts';
import type { Question } from './question.ts';
import { recordingGapsIn } from './recording-gaps.ts';
import { passesOf, type Window } from './window.ts';

/** The passes of a window as often as they are asked for, and the gaps among them, known once the passes were gone through. */
export function passSource(
  window: Omit<Window, 'words'>,
  question: Question,
): { source: PassSource; gaps(): readonly Gap[] } {
  const { range } = window;
  let records: Omit<Pass, 'state'>[] = [];
  const baseline = range === null ? null : passesOf(range, question).baseline;
  const recordingGaps = recordingGapsIn(window, question);
  return {
    gaps: () => windowGaps(baseline, records, recordingGaps),
    source: {
      baseline,
      recordingGaps,
      *passes() {
        records = [];
        if (range === null) return;
        for (const pass of passesOf(range, question).passes) {
          records.push(withoutState(pass));
          yield pass;
        }
      },
    },
  };
}
