import type { CostInTime, ExplainedWindow, Tally } from '../diff/index.ts';
import { awayLines, rateLines } from './clock-lines.ts';
import { costLines } from './cost-lines.ts';
import { disagreementLines, gapLines } from './doubt-lines.ts';
import { movedLines } from './moved-lines.ts';
import { betweenLines, netLines, nowLines } from './net-lines.ts';
import { notItLines } from './not-it-lines.ts';
import type { TimeWriter } from './times.ts';
import type { Line } from './view.ts';
import { whyLines } from './why-lines.ts';

/** One row of a summary: a label and what it says. */
export interface Fact {
  readonly label: string;
  readonly lines: readonly Line[];
}

/** What a `diff` was asked: in words; whether its last pass is the last one recorded; for two states, the passes between them. */
export interface AskedDiff {
  readonly words: string;
  readonly latest: boolean;
  readonly between: readonly number[] | null;
}

/** What is said where nothing is known by the clock. */
export const noCost: CostInTime = { minutes: [], minutesAre: 'predicted', absences: [] };

/** The summary of a window: what moved, why, what it cost, what is left of it, whether it is over, what it was not. */
export function summaryFacts(
  window: ExplainedWindow,
  asked: AskedDiff,
  times: TimeWriter,
  tallies: readonly Tally[] = [],
  cost: CostInTime = noCost,
): Fact[] {
  const { passes } = window;
  const facts: Fact[] = [
    { label: 'MOVED', lines: movedLines(window) },
    { label: 'WHY', lines: whyLines(window) },
    { label: 'COST', lines: costLines(passes, tallies) },
    { label: 'RATE', lines: rateLines(cost, times) },
    { label: 'AWAY', lines: awayLines(cost, times) },
    ...(asked.between === null
      ? [
          { label: 'NET', lines: netLines(window) },
          { label: 'NOW', lines: nowLines(window, asked.latest, times) },
        ]
      : [{ label: 'BETWEEN', lines: betweenLines(asked.between, passes) }]),
    { label: 'NOT IT', lines: notItLines(window.coincidences) },
    { label: 'DISAGREE', lines: disagreementLines(window) },
    { label: 'GAPS', lines: gapLines(window.gaps, times) },
  ];
  return facts.filter(({ lines }) => lines.length > 0);
}
