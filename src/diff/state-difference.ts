import type { Name, Outcome, State } from '../roster/index.ts';
import { type ComparedStates, compareStates } from './compare-states.ts';
import { listDiffer } from './list-difference.ts';
import { type Explained, isFailedPlan, reasonOf } from './reasons.ts';
import type { Replacements } from './replacements.ts';
import type { SeenMove } from './sightings.ts';

/** A move, said once for all the views that saw it, with its owner and its reason. */
export interface Move extends Omit<SeenMove, 'together'>, Explained {}

/** What differs between two states. */
export interface StateDifference {
  readonly moves: readonly Move[];
  readonly replacements: Replacements;
  /** Whether the text of a roster changed in ways that move no name. */
  readonly rosterText: { readonly order: boolean; readonly spelling: boolean };
  /** Nodes of which nothing was known before: their names and containers are no moves. */
  readonly firstSeen: readonly string[];
}

/** What the reasons of a comparison rest on. */
export interface Grounds {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** What was held once was held from then on. */
  heldBefore(name: Name): boolean;
  /** Whether engine ids are evidence: between neighbouring passes they are, over a window they are not. */
  readonly observing: boolean;
}

/** How many pairs of states are remembered: an oscillation through as many states is compared once. */
const rememberedPairs = 64;

/**
 * Compares states. Each pair of lists is compared once, and so is each pair of states as long as few others lie between:
 * the same pair with the same reasons gives the same object, so that what is made of a difference can be kept beside it.
 */
export function stateDiffer(): (before: State, after: State, grounds: Grounds) => StateDifference {
  const differenceOf = listDiffer();
  const keyOf = stateKeys();
  const known = new Map<string, Pair>();
  return (before, after, grounds) => {
    const key = `${keyOf(before)} ${keyOf(after)} ${grounds.observing}`;
    let pair = known.get(key);
    if (!pair) {
      const compared = compareStates(before, after, grounds.observing, differenceOf);
      pair = { compared, explained: new Map(), latest: null };
      known.set(key, pair);
      if (known.size > rememberedPairs) known.delete(known.keys().next().value as string);
    }
    return explain(pair, grounds);
  };
}

/** A pair of states as it was compared, and as it was explained on one ground and another. */
interface Pair {
  readonly compared: ComparedStates;
  readonly explained: Map<string, StateDifference>;
  /** The latest of these, where it rests on nothing but the outcomes. */
  latest: { readonly outcomes: Grounds['outcomes']; readonly difference: StateDifference } | null;
}

/** Writes states as short keys: equal ones for states of equal content. */
function stateKeys(): (state: State) => string {
  const keys = new WeakMap<State, string>();
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    let number = numbers.get(text);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(text, number);
    }
    return number;
  };
  return (state) => {
    let key = keys.get(state);
    if (key === undefined) {
      const { roster, nodes } = state;
      key = roster === null ? '-' : String(numberOf(roster.digest));
      for (const { node, digest } of nodes.values()) key += `.${numberOf(node)}:${numberOf(digest)}`;
      keys.set(state, key);
    }
    return key;
  };
}

function explain(pair: Pair, { outcomes, heldBefore }: Grounds): StateDifference {
  if (pair.latest?.outcomes === outcomes) return pair.latest.difference;
  const { moves, ...rest } = pair.compared;
  const outcomeOf = ({ owner }: SeenMove) => (owner === null ? undefined : outcomes.get(owner));
  const failureRecorded = moves.some((move) => move.kind === 'removed' && isFailedPlan(outcomeOf(move)));
  const reasons = moves.map((move) =>
    reasonOf(
      move,
      outcomeOf(move),
      // where a failure is recorded that explains so many names going, it is no sign of another one
      move.together === 'owner' || (move.together === 'view' && !failureRecorded),
      move.kind === 'added' && heldBefore(move.name),
    ),
  );
  const key = reasons.map(({ reason, evidence }) => `${reason} ${evidence}`).join();
  let difference = pair.explained.get(key);
  if (!difference) {
    const explained = moves.map(
      ({ together: _, ...move }, index): Move => ({ ...move, ...(reasons[index] as Explained) }),
    );
    difference = { moves: explained, ...rest };
    pair.explained.set(key, difference);
  }
  // a name that came for the first time has returned the next time
  pair.latest = reasons.some(({ reason }) => reason === 'new') ? null : { outcomes, difference };
  return difference;
}

/** The names that moved, each once. Null, as there is for a first pass, gives none. */
export function movedNames(difference: StateDifference | null): ReadonlySet<Name> {
  return new Set(difference?.moves.map(({ name }) => name));
}
