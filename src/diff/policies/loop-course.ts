import type { Name } from '../../roster/index.ts';
import { isOwnName, ownersOf } from '../owners.ts';
import { type ContainerPlace, placeKey } from '../replacements.ts';
import type { Loop } from '../why/loop.ts';
import { lastKnownGood } from './last-known-good.ts';
import type { Loss } from './losses.ts';
import type { OtherCourse } from './replay.ts';
import type { ReplayStep } from './replay-steps.ts';

/** What failed while a loop was at work. */
export interface LoopFailures {
  readonly loop: Loop;
  /** The owners whose names were lost in its failures, and the names of which no owner is known. */
  readonly owners: ReadonlySet<string>;
  readonly ownerless: ReadonlySet<Name>;
  /** The nodes whose failure was told. */
  readonly nodes: ReadonlySet<string>;
}

/** Gathers what failed in the passes of a window while a loop was at work. */
export function loopFailures(loop: Loop, steps: Iterable<ReplayStep>): LoopFailures {
  const failures = new Set(loop.failures);
  const owners = new Set<string>();
  const ownerless = new Set<Name>();
  const nodes = new Set<string>();
  for (const { pass, losses, outcomes } of steps) {
    if (!failures.has(pass.number)) continue;
    for (const { name, owner } of losses.values()) {
      if (owner === null) ownerless.add(name);
      else owners.add(owner);
    }
    for (const [node, outcome] of outcomes) if (outcome === 'failed') nodes.add(node);
  }
  return { loop, owners, ownerless, nodes };
}

/** Says how a pass goes in a mesh in which plans fail only after a pass that replaced what the loop closes through. */
export interface LoopCourse {
  /** The course of the next pass; undefined where it goes as it was recorded. */
  courseOf(step: ReplayStep): OtherCourse | undefined;
  /** Takes what the pass replaced. */
  took(replaced: readonly ContainerPlace[]): void;
}

/**
 * Follows a loop through another history than the recorded one. A failure that follows no such replacement does not come:
 * its names stay, and its node is handed what the others are. Where such a replacement comes that was not recorded, the
 * failure comes with the next pass: the names that the loop's failures took go, and its node is handed nothing.
 */
export function openLoopCourse({ loop, owners, ownerless, nodes }: LoopFailures): LoopCourse {
  const failures = new Set(loop.failures);
  const recorded = new Set(loop.passes);
  const tested = new Set(loop.tested);
  const separating = loop.containers.filter(({ after, others }) => after.failed === after.of && others.failed === 0);
  // where no single one tells the failures from the rest, it is any of them
  const closing = new Set((separating.length > 0 ? separating : loop.containers).map(placeKey));
  let isReplaced = false;
  let before: number | null = null;

  function averted(step: ReplayStep): OtherCourse {
    const failed = [...step.outcomes].filter(([, outcome]) => outcome === 'failed').map(([node]) => node);
    return { names: lastKnownGood(step), losses: new Map(), failing: new Set(), averted: new Set(failed) };
  }

  /** A plan that fails takes all the names that its node routes at the time, and not the node's own. */
  function induced({ names, state }: ReplayStep): OtherCourse {
    const { ownerOf } = ownersOf(state);
    const losses = new Map<Name, Loss>();
    for (const [name, addresses] of names) {
      const owner = ownerOf(name, addresses);
      const goes = owner === null ? ownerless.has(name) : owners.has(owner) && !isOwnName(name, owner);
      if (goes) losses.set(name, { name, addresses, owner, evidence: 'inferred' });
    }
    const rest = new Map([...names].filter(([name]) => !losses.has(name)));
    return { names: rest, losses, failing: nodes, averted: new Set() };
  }

  return {
    courseOf(step) {
      const isFailed = failures.has(step.pass.number);
      // of what follows a gap, nothing is known but what was recorded
      const wasQuiet = before !== null && tested.has(before) && !recorded.has(before);
      before = step.pass.number;
      if (isFailed && !isReplaced) return averted(step);
      return !isFailed && isReplaced && wasQuiet ? induced(step) : undefined;
    },
    took(replaced) {
      isReplaced = replaced.some((place) => closing.has(placeKey(place)));
    },
  };
}
