import type { CostInTime, ExplainedPass, ExplainedWindow, Move, StateDifference, Tally } from '../diff/index.ts';
import type { Json } from '../roster/index.ts';
import { costInTimeJson } from './cost-in-time-json.ts';
import { gapsJson } from './gaps-json.ts';
import { noCost } from './summary-facts.ts';
import { tallyOf } from './tally-words.ts';
import type { TimeWriter } from './times.ts';

/** The version of the contract of `diff --json`. Minor additions keep the number. */
export const diffFormat = 'roster-history/diff@1';

/** The instants that a question about a window resolved to, in milliseconds; null where it has no such end. */
export interface AskedWindow {
  readonly since: number | null;
  readonly until: number | null;
}

/** What `diff --json` prints. */
export function diffJson(
  window: ExplainedWindow,
  asked: AskedWindow,
  times: TimeWriter,
  tallies: readonly Tally[] = [],
  cost: CostInTime = noCost,
) {
  return {
    format: diffFormat,
    ...gapsJson(window.gaps, times),
    window: windowJson(window, asked, times),
    passes: window.passes.map((one) => ({
      ...passJson(one, times),
      observed: tallyJson(tallyOf(tallies, one.pass.number)),
    })),
    net: differenceJson(window.net),
    disagreements: window.disagreements,
    ...costInTimeJson(cost, times),
  };
}

/** The ends of a window as they were asked for, else its first and last pass, and the number of the pass before it. */
export function windowJson(window: ExplainedWindow, asked: AskedWindow, times: TimeWriter) {
  const instant = (at: number | null) => (at === null ? null : times.instant(at));
  return {
    since: instant(asked.since ?? window.passes[0]?.pass.at ?? null),
    until: instant(asked.until ?? window.passes.at(-1)?.pass.at ?? null),
    baseline: window.baseline?.number ?? null,
  };
}

/** What was predicted of a pass against what was observed; null where nothing was told of it. */
export function tallyJson(tally: Tally | undefined) {
  if (!tally) return null;
  const { predicted, observed, unexplained, missing } = tally;
  return { predicted, observed, unexplained, missing };
}

/** One explained pass as the contract has it. */
export function passJson({ pass, difference }: ExplainedPass, times: TimeWriter) {
  return {
    pass: pass.number,
    key: pass.key,
    at: times.instant(pass.at),
    trigger: pass.trigger,
    outcome: pass.outcome,
    error: pass.error,
    outcomes: pass.outcomes.map(({ node, outcome, error }) => ({
      node,
      outcome,
      ...(error === null ? {} : { error }),
    })),
    problems: pass.problems,
    firstSeen: difference?.firstSeen ?? [],
    rosterText: difference?.rosterText ?? { order: false, spelling: false },
    ...differenceJson(difference),
  };
}

function differenceJson(difference: StateDifference | null) {
  if (difference === null) return { moves: [], replacements: noReplacements };
  const { total, byCause, created, removed, containers } = difference.replacements;
  return {
    moves: difference.moves.map(moveJson),
    replacements: { total, byCause, created: created.length, removed: removed.length, containers },
  };
}

/** One move as the contract has it. */
export function moveJson({ name, kind, before, after, owner, reason, evidence, seenBy }: Move) {
  return { name, kind, before, after, owner, reason, evidence, seenBy };
}

const noReplacements = {
  total: 0,
  byCause: { roster: 0, order: 0, spelling: 0, spec: 0, unexplained: 0 },
  created: 0,
  removed: 0,
  containers: [],
} satisfies Json;
