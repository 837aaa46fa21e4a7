import type { HistoryGap, Name, Outcome, Pass, State } from '../roster/index.ts';
import { type Coincidence, coincidences } from './coincidences.ts';
import { type Disagreement, disagreements, passesFilter } from './disagreements.ts';
import type { ExplainedPass } from './explained-pass.ts';
import { differenceFilter, type Filter, filterDifference } from './filter.ts';
import type { Gap } from './gaps.ts';
import { comovingGroups, type MoveGroup } from './groups.ts';
import { type Move, type StateDifference, stateDiffer } from './state-difference.ts';
import { windowGaps } from './window-gaps.ts';
import { withoutState } from './without-state.ts';

/** A window of passes, explained: each pass against the one before it, and the last against the first. */
export interface ExplainedWindow {
  /** What was looked at: everything else was left out. */
  readonly filter: Filter;
  /** The pass before the window, which its first pass is compared with. */
  readonly baseline: Omit<Pass, 'state'> | null;
  readonly passes: readonly ExplainedPass[];
  /** What differs between the baseline (without one, the first pass) and the last pass; null for a window without passes. */
  readonly net: StateDifference | null;
  readonly disagreements: readonly Disagreement[];
  readonly groups: readonly MoveGroup[];
  readonly coincidences: readonly Coincidence[];
  readonly gaps: readonly Gap[];
}

/** A pass with what it did, as far as a filter lets it through and on the whole, and the state after it. */
export interface ExplainedStep {
  readonly explained: ExplainedPass;
  readonly whole: StateDifference | null;
  readonly state: State;
}

/**
 * Explains passes one by one as they come: each against the one before it. Lazy, and constant in memory but for the cache
 * of lists and the names that went. Passes that did the same, for the same reasons, share one difference.
 */
export function* explainPasses(
  passes: Iterable<Pass>,
  baseline: Pass | null,
  filter: Filter = {},
): Generator<ExplainedStep> {
  yield* explainSteps(passes, baseline, filter, true);
}

function* explainSteps(
  passes: Iterable<Pass>,
  baseline: Pass | null,
  filter: Filter,
  observing: boolean,
): Generator<ExplainedStep> {
  const differ = stateDiffer();
  const filtered = differenceFilter(filter);
  const gone = new Set<Name>();
  const heldBefore = (name: Name) => gone.has(name);
  const noted = new WeakSet<StateDifference>();
  const outcomesOf = once(outcomesByNode);
  const sizesOf = once(sizesByNode);
  let before: State | null = baseline?.state ?? null;
  for (const one of passes) {
    const { state } = one;
    const whole = before && differ(before, state, { outcomes: outcomesOf(one.outcomes), heldBefore, observing });
    if (whole !== null && !noted.has(whole)) {
      for (const { kind, name } of whole.moves) if (kind === 'removed') gone.add(name);
      noted.add(whole);
    }
    const difference = whole && filtered(whole);
    yield { explained: { pass: withoutState(one), difference, sizes: sizesOf(state.nodes) }, whole, state };
    before = state;
  }
}

/** Explains a whole window, with the gaps in it that the recorder told of. */
export function explainWindow(
  passes: Iterable<Pass>,
  baseline: Pass | null,
  filter: Filter = {},
  recordingGaps: readonly HistoryGap[] = [],
): ExplainedWindow {
  return explainedWindow(explainSteps(passes, baseline, filter, true), baseline, filter, recordingGaps);
}

/** Compares two recorded states, whatever lies between them: a window of one pass whose baseline is the other. */
export function explainPair(
  before: Pass,
  after: Pass,
  filter: Filter = {},
  recordingGaps: readonly HistoryGap[] = [],
): ExplainedWindow {
  const neighbours = after.number === before.number + 1;
  const steps = explainSteps([after], before, filter, neighbours);
  const { gaps, ...window } = explainedWindow(steps, before, filter, recordingGaps);
  return { ...window, gaps: gaps.filter(({ kind }) => kind !== 'missing') };
}

function explainedWindow(
  steps: Iterable<ExplainedStep>,
  baseline: Pass | null,
  filter: Filter,
  recordingGaps: readonly HistoryGap[],
): ExplainedWindow {
  const explained: ExplainedPass[] = [];
  const wholes: { pass: ExplainedPass['pass']; difference: StateDifference | null }[] = [];
  let first: State | null = baseline?.state ?? null;
  let last: State | null = null;
  const lastReasons = new Map<string, Move>();
  for (const { explained: one, whole, state } of steps) {
    explained.push(one);
    wholes.push({ pass: one.pass, difference: whole });
    first ??= state;
    last = state;
    for (const move of one.difference?.moves ?? []) lastReasons.set(`${move.name} ${move.kind}`, move);
  }
  const state = last ?? first;
  return {
    filter,
    baseline: baseline && withoutState(baseline),
    passes: explained,
    net: first && last ? filterDifference(netDifference(first, last, lastReasons), filter) : null,
    disagreements: state ? disagreements(state).filter((one) => passesFilter(one, filter)) : [],
    groups: comovingGroups(explained),
    coincidences: state && explained.some(didSomething) ? coincidences(wholes, state) : [],
    gaps: windowGaps(
      baseline,
      explained.map(({ pass }) => pass),
      recordingGaps,
    ),
  };
}

/** A net move rests on the last of its kind in the window, since between two states there are no outcomes to ask. */
function netDifference(first: State, last: State, lastReasons: ReadonlyMap<string, Move>): StateDifference {
  const net = stateDiffer()(first, last, { outcomes: new Map(), heldBefore: () => false, observing: false });
  return {
    ...net,
    moves: net.moves.map((move) => {
      const { reason, evidence } = lastReasons.get(`${move.name} ${move.kind}`) ?? move;
      return { ...move, reason, evidence };
    }),
  };
}

/** Whether a pass moved a name, or replaced, added or removed a container. */
export function didSomething({ difference }: Pick<ExplainedPass, 'difference'>): boolean {
  if (difference === null) return false;
  const { total, created, removed } = difference.replacements;
  return difference.moves.length + total + created.length + removed.length > 0;
}

function sizesByNode(nodes: State['nodes']): Map<string, number> {
  return new Map([...nodes.values()].map(({ node, containers }) => [node, containers.size]));
}

function outcomesByNode(outcomes: Pass['outcomes']): Map<string, Outcome> {
  return new Map(outcomes.map(({ node, outcome }) => [node, outcome]));
}

/** Gives the same answer for the same object, which passes in which nothing changed share. */
function once<K extends object, V>(answer: (one: K) => V): (one: K) => V {
  const known = new WeakMap<K, V>();
  return (one) => {
    let found = known.get(one);
    if (found === undefined) {
      found = answer(one);
      known.set(one, found);
    }
    return found;
  };
}
