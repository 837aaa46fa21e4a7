import type { HistoryGap, NodeOutcome, PassRecord } from '../roster/index.ts';

/** A stretch of which the history knows less than everything. Every answer that rests on one says so. */
export type Gap = PassGap | StretchGap;

/** A gap that passes tell of themselves. */
export interface PassGap {
  /** `unreadable`: we could not read it. `partial`: it was known not to show everything. `missing`: passes that were not recorded. */
  readonly kind: 'unreadable' | 'partial' | 'missing';
  readonly pass: number;
  /** The node that it concerns; null for the pass as a whole. */
  readonly node: string | null;
  readonly text: string;
}

/** A stretch of time of which nothing, or not everything, was recorded, as the recorder told, or of which nothing is kept. */
export interface StretchGap {
  readonly kind: HistoryGap['kind'];
  /** The first pass after it; null where it goes on, or none of the passes in question comes after it. */
  readonly pass: number | null;
  readonly node: null;
  readonly text: string;
  /** Milliseconds since the epoch; `until` is null while it goes on. */
  readonly from: number;
  readonly until: number | null;
  /** The passes before which some or all of it lies, in their order: there the sequence breaks. Empty where it lies behind them all. */
  readonly breaks: readonly number[];
}

/** The gaps that the outcomes of passes tell of. */
export function gapsOf(
  passes: readonly (Pick<PassRecord, 'number' | 'outcome' | 'error'> & { outcomes: readonly NodeOutcome[] })[],
): PassGap[] {
  const gaps: PassGap[] = [];
  // passes that fared alike share their outcomes
  let whole: readonly NodeOutcome[] | null = null;
  for (const { number, outcome, error, outcomes } of passes) {
    const ofPass = gapOf(number, null, outcome, error);
    if (ofPass !== null) gaps.push(ofPass);
    if (ofPass?.kind === 'unreadable' || outcomes === whole) continue;
    const ofNodes = outcomes.flatMap((one) => gapOf(number, one.node, one.outcome, one.error) ?? []);
    if (ofNodes.length === 0) whole = outcomes;
    for (const gap of ofNodes) gaps.push(gap);
  }
  return gaps;
}

function gapOf(pass: number, node: string | null, outcome: string, error: string | null): PassGap | null {
  if (outcome !== 'unreadable' && outcome !== 'partial') return null;
  return { kind: outcome, pass, node, text: error ?? outcome };
}

/**
 * The gaps that the controller's own pass ids tell of: whole numbers that went up by one until they jumped. Ids that
 * never count by ones (timestamps, say) tell nothing, nor does a counter that starts again.
 */
export function skippedPasses(passes: readonly Pick<PassRecord, 'number' | 'key'>[]): PassGap[] {
  const gaps: PassGap[] = [];
  let counting = false;
  let before: string | null = null;
  for (const pass of passes) {
    const step = stepBetween(before, pass.key);
    before = pass.key;
    if (counting && step !== null && step > 1) {
      gaps.push({
        kind: 'missing',
        pass: pass.number,
        node: null,
        text: `${step - 1} ${step === 2 ? 'pass' : 'passes'} before it (by the controller's ids) not recorded`,
      });
    }
    counting = step === 1 || (counting && step !== null && step > 1);
  }
  return gaps;
}

function stepBetween(before: string | null, after: string | null): number | null {
  if (before === null || after === null || !/^\d{1,15}$/.test(before) || !/^\d{1,15}$/.test(after)) return null;
  return Number(after) - Number(before);
}
