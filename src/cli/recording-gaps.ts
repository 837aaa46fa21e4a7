import { prunedWords } from '../report/index.ts';
import type { HistoryGap } from '../roster/index.ts';
import type { Question } from './question.ts';
import type { Window } from './window.ts';

/**
 * The gaps in a window that the recorder told of: from the pass before the window on, and until the end that was asked for.
 * Without one that is the last pass, or now where no later pass is recorded. Where the window reaches before what is kept,
 * what was pruned is one too.
 */
export function recordingGapsIn({ range, since, until }: Omit<Window, 'words'>, question: Question): HistoryGap[] {
  const { history, controller, now } = question;
  const asked = until === null ? now : Math.min(until, now);
  if (range === null) {
    return [
      ...prunedBefore((horizon) => since === null || since < horizon.firstAt, question),
      ...history.gaps(controller, since ?? Number.MIN_SAFE_INTEGER, asked),
    ];
  }
  const [first, last] = [range.baseline ?? range.first, range.last].map((pass) => recordedAt(pass, question)) as [
    number,
    number,
  ];
  const from = range.baseline === null && since !== null ? Math.min(since, first) : first;
  const isLatest = range.last === history.findLatest(controller);
  return [
    ...prunedBefore(({ firstPass }) => range.baseline === null && range.first === firstPass, question),
    ...history.gaps(controller, from, until === null && !isLatest ? last : Math.max(last, asked)),
  ];
}

/** The gaps between two passes that the recorder told of. Of one pass alone: what was pruned right before it. */
export function recordingGapsBetween(first: number, last: number, question: Question): HistoryGap[] {
  const [from, to] = [first, last].map((pass) => recordedAt(pass, question)).sort((a, b) => a - b) as [number, number];
  return [
    ...prunedBefore(({ firstPass }) => first === last && first === firstPass, question),
    ...question.history.gaps(question.controller, from, to),
  ];
}

function prunedBefore(
  isReached: (horizon: NonNullable<ReturnType<Question['history']['findHorizon']>>) => boolean,
  { history, controller, times }: Question,
): HistoryGap[] {
  const horizon = history.findHorizon(controller);
  if (horizon === null || !isReached(horizon)) return [];
  return [{ kind: 'pruned', from: horizon.fromAt, until: horizon.firstAt, text: prunedWords(horizon, times) }];
}

function recordedAt(pass: number, { history }: Question): number {
  return history.findPass(pass)?.recordedAt ?? 0;
}
