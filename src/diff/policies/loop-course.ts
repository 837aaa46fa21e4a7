import type { Name } from '../../roster/index.ts';
import type { ContainerPlace } from '../replacements.ts';
import type { Loop } from '../why/loop.ts';
import { lastKnownGood } from './last-known-good.ts';
import type { Loss } from './losses.ts';
import type { OtherCourse } from './replay.ts';
import type { ReplayStep } from './replay-steps.ts';

/** What failed while a loop was at work. */
export interface LoopFailures {
  readonly loop: Loop;
  /** The names that were lost in its failures. */
  readonly names: ReadonlyMap<Name, Loss>;
  /** The nodes whose failure was told. */
  readonly nodes: ReadonlySet<string>;
}

/** Gathers what failed in the passes of a window while a loop was at work. */
export function loopFailures(loop: Loop, steps: Iterable<ReplayStep>): LoopFailures {
  const failures = new Set(loop.failures);
  const names = new Map<Name, Loss>();
  const nodes = new Set<string>();
  for (const { pass, losses, outcomes } of steps) {
    if (!failures.has(pass.number)) continue;
    for (const [name, loss] of losses) names.set(name, loss);
    for (const [node, outcome] of outcomes) if (outcome === 'failed') nodes.add(node);
  }
  return { loop, names, nodes };
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
export function openLoopCourse({ loop, names: lost, nodes }: LoopFailures): LoopCourse {
  const failures = new Set(loop.failures);
  const recorded = new Set(loop.passes);
  const closing = new Set(
    loop.containers
      .filter(({ after, others }) => after.failed === after.of && others.failed === 0)
      .map(({ node, container }) => JSON.stringify([node, container])),
  );
  let isReplaced = false;
  let before: number | null = null;

  function averted(step: ReplayStep): OtherCourse {
    const failed = [...step.outcomes].filter(([, outcome]) => outcome === 'failed').map(([node]) => node);
    return { names: lastKnownGood(step), losses: new Map(), failing: new Set(), averted: new Set(failed) };
  }

  function induced({ names }: ReplayStep): OtherCourse {
    const losses = new Map([...lost].filter(([name]) => names.has(name)));
    const rest = new Map([...names].filter(([name]) => !losses.has(name)));
    return { names: rest, losses, failing: nodes, averted: new Set() };
  }

  return {
    courseOf(step) {
      const isFailed = failures.has(step.pass.number);
      const wasReplaced = before !== null && recorded.has(before);
      before = step.pass.number;
      if (isFailed && !isReplaced) return averted(step);
      return !isFailed && isReplaced && !wasReplaced ? induced(step) : undefined;
    },
    took(replaced) {
      isReplaced = replaced.some(({ node, container }) => closing.has(JSON.stringify([node, container])));
    },
  };
}
