import type { Address, Name } from '../roster/index.ts';
import type { ExplainedPass } from './explained-pass.ts';
import type { MoveKind } from './name-moves.ts';
import type { Evidence, Reason } from './reasons.ts';
import type { Move } from './state-difference.ts';

/** One pass of a co-moving set: what its names did, and why. */
export interface GroupStep {
  readonly pass: number;
  readonly at: number;
  readonly kind: MoveKind;
  readonly reason: Reason | null;
  readonly evidence: Evidence | null;
}

/** The steps that some names took so far: names that always moved alike stand on the same one, so that sets need no comparing. */
export interface StepChain {
  readonly step: GroupStep | null;
  readonly parent: StepChain | null;
  /** The steps that follow it, by pass, kind and reason. */
  readonly next: Map<string, StepChain>;
}

/** What one name did over a window. */
export interface NameSteps {
  chain: StepChain;
  owner: string | null;
  /** The distinct addresses that it held, in the order in which it first did. */
  readonly values: Map<string, readonly Address[]>;
  readonly before: readonly Address[];
  after: readonly Address[];
  readonly seenBy: { roster: boolean; nodes: Set<string>; containers: number };
}

/** What each name did over a window. Linear in the moves. */
export function nameSteps(passes: readonly ExplainedPass[]): Map<Name, NameSteps> {
  const root: StepChain = { step: null, parent: null, next: new Map() };
  const byName = new Map<Name, NameSteps>();
  for (const { pass, difference } of passes) {
    for (const move of difference?.moves ?? []) {
      const steps = byName.get(move.name) ?? noSteps(root, move);
      byName.set(move.name, steps);
      follow(steps, move, pass);
    }
  }
  return byName;
}

function noSteps(root: StepChain, { owner, before }: Move): NameSteps {
  return {
    chain: root,
    owner,
    values: new Map(before.length === 0 ? [] : [[before.join(), before]]),
    before,
    after: before,
    seenBy: { roster: false, nodes: new Set(), containers: 0 },
  };
}

function follow(steps: NameSteps, move: Move, { number, at }: ExplainedPass['pass']): void {
  const { kind, reason, evidence, owner, after, seenBy } = move;
  const last = steps.chain.step;
  if (last === null || last.pass !== number || last.kind !== kind || last.reason !== reason) {
    const key = `${number} ${kind} ${reason}`;
    const next: StepChain = steps.chain.next.get(key) ?? {
      step: { pass: number, at, kind, reason, evidence },
      parent: steps.chain,
      next: new Map(),
    };
    steps.chain.next.set(key, next);
    steps.chain = next;
  }
  steps.owner ??= owner;
  if (after.length > 0) steps.values.set(after.join(), after);
  steps.after = after;
  steps.seenBy.roster ||= seenBy.roster;
  steps.seenBy.containers = Math.max(steps.seenBy.containers, seenBy.containers);
  for (const node of seenBy.nodes) steps.seenBy.nodes.add(node);
}

/** The steps that lead to a place, the first one first. */
export function listedSteps(chain: StepChain): GroupStep[] {
  const steps: GroupStep[] = [];
  for (let at: StepChain | null = chain; at?.step; at = at.parent) steps.push(at.step);
  return steps.reverse();
}
