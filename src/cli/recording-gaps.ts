import type { RecordingGap } from '../roster/index.ts';
import type { Question } from './question.ts';
import type { Window } from './window.ts';

/**
 * The gaps in a window that the recorder told of: from the pass before the window on, and until the end that was asked for.
 * Without one that is the last pass, or now where no later pass is recorded.
 */
export function recordingGapsIn({ range, since, until }: Omit<Window, 'words'>, question: Question): RecordingGap[] {
  const { history, controller, now } = question;
  const asked = until === null ? now : Math.min(until, now);
  if (range === null) return history.gaps(controller, since ?? Number.MIN_SAFE_INTEGER, asked);
  const [first, last] = [range.baseline ?? range.first, range.last].map((pass) => recordedAt(pass, question)) as [
    number,
    number,
  ];
  const from = range.baseline === null && since !== null ? Math.min(since, first) : first;
  const isLatest = range.last === history.findLatest(controller);
  return history.gaps(controller, from, until === null && !isLatest ? last : Math.max(last, asked));
}

/** The gaps between two passes that the recorder told of. */
export function recordingGapsBetween(first: number, last: number, question: Question): RecordingGap[] {
  const [from, to] = [first, last].map((pass) => recordedAt(pass, question)).sort((a, b) => a - b) as [number, number];
  return question.history.gaps(question.controller, from, to);
}

function recordedAt(pass: number, { history }: Question): number {
  return history.findPass(pass)?.recordedAt ?? 0;
}
