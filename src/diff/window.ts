import type { Name, Pass, State } from '../roster/index.ts';
import { type Coincidence, coincidences } from './coincidences.ts';
import { type Filter, filterDifference, isEmptyFilter } from './filter.ts';
import { type Gap, gapsOf, skippedPasses } from './gaps.ts';
import { comovingGroups, type MoveGroup } from './groups.ts';
import { type Move, type StateDifference, stateDiffer } from './state-difference.ts';
import { type Disagreement, disagreements } from './views.ts';

/** One pass with what it did. `difference` is null where there is no pass before it to compare it with. */
export interface ExplainedPass {
  readonly pass: Omit<Pass, 'state'>;
  readonly difference: StateDifference | null;
  /** How many containers each node has after the pass. */
  readonly sizes: ReadonlyMap<string, number>;
}

/** A window of passes, explained: each pass against the one before it, and the last against the first. */
export interface ExplainedWindow {
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

/** Explains passes one by one as they come: each against the one before it. Lazy, and constant in memory but for the cache of lists. */
export function* explainPasses(
  passes: Iterable<Pass>,
  baseline: Pass | null,
  filter: Filter = {},
): Generator<{ explained: ExplainedPass; state: State }> {
  const differ = stateDiffer();
  const gone = new Set<Name>();
  let before: Pass | null = baseline;
  for (const pass of passes) {
    const outcomes = new Map(pass.outcomes.map(({ node, outcome }) => [node, outcome]));
    const whole =
      before && differ(before.state, pass.state, { outcomes, heldBefore: (name) => gone.has(name), observing: true });
    for (const { kind, name } of whole?.moves ?? []) if (kind === 'removed') gone.add(name);
    const difference = whole && filterDifference(whole, filter);
    yield { explained: { pass: withoutState(pass), difference, sizes: sizesOf(pass.state) }, state: pass.state };
    before = pass;
  }
}

/** Explains a whole window. */
export function explainWindow(passes: Iterable<Pass>, baseline: Pass | null, filter: Filter = {}): ExplainedWindow {
  const explained: ExplainedPass[] = [];
  let first: State | null = baseline?.state ?? null;
  let last: State | null = null;
  const lastReasons = new Map<string, Move>();
  for (const { explained: one, state } of explainPasses(passes, baseline, filter)) {
    explained.push(one);
    first ??= state;
    last = state;
    for (const move of one.difference?.moves ?? []) lastReasons.set(`${move.name} ${move.kind}`, move);
  }
  const whole =
    first && last
      ? stateDiffer()(first, last, { outcomes: new Map(), heldBefore: () => false, observing: false })
      : null;
  const net = whole && filterDifference(whole, filter);
  const state = last ?? first;
  const windowPasses = explained.map(({ pass }) => pass);
  return {
    baseline: baseline && withoutState(baseline),
    passes: explained,
    net: net && {
      ...net,
      moves: net.moves.map((move) => withReasonOf(move, lastReasons.get(`${move.name} ${move.kind}`))),
    },
    disagreements: state
      ? disagreements(state).filter(
          ({ name }) =>
            isEmptyFilter(filter) ||
            explained.some(({ difference }) => difference?.moves.some((move) => move.name === name)),
        )
      : [],
    groups: comovingGroups(explained),
    coincidences: state ? coincidences(explained, state) : [],
    gaps: [
      ...gapsOf(windowPasses),
      ...skippedPasses(baseline ? [withoutState(baseline), ...windowPasses] : windowPasses),
    ],
  };
}

/** A net move rests on the last of its kind in the window, since between two states there are no outcomes to ask. */
function withReasonOf(move: Move, last: Move | undefined): Move {
  if (!last) return move;
  return { ...move, reason: last.reason, evidence: last.evidence };
}

function withoutState({ state: _, ...pass }: Pass): Omit<Pass, 'state'> {
  return pass;
}

function sizesOf(state: State): Map<string, number> {
  return new Map([...state.nodes.values()].map(({ node, containers }) => [node, containers.size]));
}
