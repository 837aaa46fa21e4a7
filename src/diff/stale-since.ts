import { type Address, type Name, namesOf, type Pass, type State } from '../roster/index.ts';

/** A name as a container holds it, where its declaration has it otherwise now. `holds` is empty where it is not baked in. */
export interface HeldOtherwise {
  readonly node: string;
  /** The container's id as it is declared. */
  readonly container: string;
  readonly name: Name;
  readonly holds: readonly Address[];
}

/** Since when a declared list has not had what a container holds. */
export interface StaleSince {
  /** The first pass from which on it has not; null where the first pass that is kept had it no more. */
  readonly since: Place | null;
  /** The passes from then on, all that are kept where it is longer. */
  readonly passes: number;
  /** Whether some pass that is kept declared it as it is held. */
  readonly wasDeclared: boolean;
}

/** Whether a resolver answers the same: the same addresses, the first one of them first. */
export function resolveAlike(one: readonly Address[], other: readonly Address[]): boolean {
  return one.length === other.length && one[0] === other[0] && one.every((address) => other.includes(address));
}

interface Place {
  readonly pass: number;
  readonly at: number;
}

interface Open {
  readonly question: HeldOtherwise;
  readonly index: number;
  /** The place, from the newest pass on, of the oldest pass so far in which the container is declared. */
  declaredAt: number;
}

/**
 * Finds since when each name is held otherwise than declared. `stretches` are the passes in stretches, the newest stretch
 * first and the passes of each in their order; no more of them are asked for than needed. A pass in which the container is
 * not declared has nothing of what it holds.
 */
export function findStaleSince(
  questions: readonly HeldOtherwise[],
  stretches: Iterable<Iterable<Pass>>,
): readonly StaleSince[] {
  const found: StaleSince[] = [];
  if (questions.length === 0) return found;
  let open: Open[] = questions.map((question, index) => ({ question, index, declaredAt: 0 }));
  // from the newest on
  const walked: Place[] = [];
  let isDeclaredFirst = (_: Open) => true;
  for (const stretch of stretches) {
    const { records, held, declared, first } = look(open, stretch);
    const before = walked.length;
    for (const record of records.toReversed()) walked.push(record);
    const placeOf = (position: number) => before + records.length - 1 - position;
    open = open.filter((one) => {
      const position = held.get(one);
      const oldest = declared.get(one);
      if (oldest !== undefined) one.declaredAt = placeOf(oldest);
      if (position === undefined) return true;
      const place = placeOf(position) - 1;
      found[one.index] = { since: walked[place] ?? null, passes: place + 1, wasDeclared: true };
      return false;
    });
    if (open.length === 0) break;
    isDeclaredFirst = (one) => first === null || isDeclared(one.question, first);
  }
  for (const one of open) {
    found[one.index] = isDeclaredFirst(one)
      ? { since: null, passes: walked.length, wasDeclared: false }
      : { since: walked[one.declaredAt] as Place, passes: one.declaredAt + 1, wasDeclared: false };
  }
  return found;
}

interface Look {
  readonly records: readonly Place[];
  /** The position of the last pass that declared it as it is held. */
  readonly held: ReadonlyMap<Open, number>;
  /** The position of the first pass in which the container is declared. */
  readonly declared: ReadonlyMap<Open, number>;
  readonly first: State | null;
}

/** Goes through a stretch once. What is declared for a node is looked at where it is another than in the pass before. */
function look(open: readonly Open[], stretch: Iterable<Pass>): Look {
  const records: Place[] = [];
  const held = new Map<Open, number>();
  const declared = new Map<Open, number>();
  let first: State | null = null;
  let holding = new Set<Open>();
  let last: State | null = null;
  for (const { number, at, state } of stretch) {
    const position = records.push({ pass: number, at }) - 1;
    first ??= state;
    const next = new Set<Open>();
    for (const one of open) {
      const { node } = one.question;
      const isSame = last !== null && last.nodes.get(node)?.digest === state.nodes.get(node)?.digest;
      if (isSame ? holding.has(one) : isHeld(one.question, state)) next.add(one);
      if (!declared.has(one) && isDeclared(one.question, state)) declared.set(one, position);
    }
    holding = next;
    last = state;
    for (const one of holding) held.set(one, position);
  }
  return { records, held, declared, first };
}

function isDeclared({ node, container }: HeldOtherwise, state: State): boolean {
  return state.nodes.get(node)?.containers.has(container) === true;
}

function isHeld({ node, container, name, holds }: HeldOtherwise, state: State): boolean {
  const list = state.nodes.get(node)?.containers.get(container)?.hosts;
  return resolveAlike(holds, (list && namesOf(list).get(name)) ?? []);
}
