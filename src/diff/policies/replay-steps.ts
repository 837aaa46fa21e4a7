import {
  type Address,
  type Name,
  type NameMap,
  type NodeState,
  namesOf,
  type Outcome,
  type Pass,
  type State,
} from '../../roster/index.ts';
import { nameMoves } from '../name-moves.ts';
import { meshView, nodeView } from '../views.ts';
import { explainPasses } from '../window.ts';
import { type Losses, openLossFollower } from './losses.ts';
import { openRecall } from './recall.ts';

/** One recorded pass as it is replayed. */
export interface ReplayStep {
  readonly pass: Omit<Pass, 'state'>;
  /** Whether it is the pass before the window, of which only the state counts. */
  readonly isBaseline: boolean;
  readonly state: State;
  /** Whether the pass could be read. Of one that could not, nothing is known but that what was in force stands. */
  readonly isRead: boolean;
  /** The names of the mesh as they were delivered. The same object while they stay. */
  readonly names: NameMap;
  readonly losses: Losses;
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

const standing: readonly Outcome[] = ['failed', 'skipped', 'unreadable'];

/** Whether a node's last declaration stands since its plan did not come about. One that is not reported at all may have planned. */
export function stands(outcome: Outcome): boolean {
  return standing.includes(outcome);
}

/** Whether a node was handed a declaration in a pass. */
export function isHanded(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && outcome !== 'unreported' && !stands(outcome);
}

/** The passes of a window and the one before it as steps of a replay, in their order. */
export function* replaySteps(passes: Iterable<Pass>, baseline: Pass | null): Generator<ReplayStep> {
  const follow = openLossFollower();
  const namesAt = deliveredNames();
  let losses: Losses = new Map();
  if (baseline !== null) {
    const { state, ...pass } = baseline;
    const outcomes = outcomesOf(pass);
    yield { pass, state, isBaseline: true, isRead: true, names: namesAt(state, outcomes), losses, outcomes };
  }
  for (const { explained, whole, state } of explainPasses(passes, baseline)) {
    const { pass } = explained;
    const outcomes = outcomesOf(pass);
    const isRead = pass.outcome !== 'failed' && pass.outcome !== 'unreadable';
    const names = namesAt(state, outcomes);
    losses = follow({ difference: whole, outcomes, names });
    yield { pass, state, isBaseline: false, isRead, names, losses, outcomes };
  }
}

function outcomesOf({ outcomes }: Pick<Pass, 'outcomes'>): Map<string, Outcome> {
  return new Map(outcomes.map(({ node, outcome }) => [node, outcome]));
}

/**
 * The names of the mesh in a state: those of the roster that was given, else those on which the nodes agree that were handed
 * something. What stands of a node that was not says nothing of what the others were handed; but a name that only such a
 * node had stays. Gives the same map for the same names, as long as few others lie between.
 */
function deliveredNames(): (state: State, outcomes: ReadonlyMap<string, Outcome>) => NameMap {
  const same = openRecall<NameMap>(isSameNames);
  let before: { readonly state: State; readonly names: NameMap } | null = null;
  return (state, outcomes) => {
    const { roster, nodes } = state;
    if (roster !== null) return namesOf(roster.list);
    const told = [...nodes.values()].filter(({ node }) => {
      const outcome = outcomes.get(node);
      return outcome !== undefined && !stands(outcome);
    });
    const speaking = new Map((told.length === 0 ? [...nodes.values()] : told).map((node) => [node.node, node]));
    const { names } = meshView({ roster: null, nodes: speaking });
    const kept = speaking.size === nodes.size || before === null ? [] : standingNames(state, names, before, speaking);
    before = { state, names: same(kept.length === 0 ? names : new Map([...names, ...kept])) };
    return before.names;
  };
}

/** The names that stand and that none of the nodes dropped that speak. */
function standingNames(
  state: State,
  names: NameMap,
  before: { readonly state: State; readonly names: NameMap },
  speaking: ReadonlyMap<string, NodeState>,
): [Name, readonly Address[]][] {
  const spokenBefore = [...speaking.keys()].flatMap((node) => before.state.nodes.get(node) ?? []);
  return [...meshView(state).names].filter(([name]) => {
    if (names.has(name) || !before.names.has(name)) return false;
    return !spokenBefore.some((node) => nodeView(node).names.has(name));
  });
}

/** Whether two maps hold the same names at the same addresses, the names in any order. */
export function isSameNames(a: NameMap, b: NameMap): boolean {
  return a.size === b.size && nameMoves(a, b).length === 0;
}
