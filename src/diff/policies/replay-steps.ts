import type { NameMap, NodeState, Outcome, Pass, State } from '../../roster/index.ts';
import { namesOf } from '../../roster/index.ts';
import { meshView } from '../views.ts';
import { explainPasses } from '../window.ts';
import { type Losses, openLossFollower } from './losses.ts';

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

const notHanded: readonly (Outcome | undefined)[] = ['failed', 'skipped', 'unreadable', 'unreported', undefined];

/** Whether a node was handed a declaration in a pass. */
export function isHanded(outcome: Outcome | undefined): boolean {
  return !notHanded.includes(outcome);
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
 * The names of the mesh in a state: those of the roster that was given, else those on which the nodes agree. What stands
 * of a node that was handed nothing says nothing of what the others were handed.
 */
function deliveredNames(): (state: State, outcomes: ReadonlyMap<string, Outcome>) => NameMap {
  const derived = new Map<string, ReadonlyMap<string, NodeState>>();
  return ({ roster, nodes }, outcomes) => {
    if (roster !== null) return namesOf(roster.list);
    const told = [...nodes.values()].filter(({ node }) => {
      const outcome = outcomes.get(node);
      return outcome === 'unreported' || isHanded(outcome);
    });
    const speaking = told.length === 0 ? [...nodes.values()] : told;
    const key = speaking.map(({ node, digest }) => `${node} ${digest}`).join('\n');
    const same = derived.get(key) ?? new Map(speaking.map((node) => [node.node, node]));
    derived.set(key, same);
    return meshView({ roster: null, nodes: same }).names;
  };
}
