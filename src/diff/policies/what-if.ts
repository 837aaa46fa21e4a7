import type { Binding } from '../../roster/index.ts';
import { anyContainerMatcher } from '../filter.ts';
import type { PassSource } from '../pass-source.ts';
import type { ContainerPlace } from '../replacements.ts';
import type { Loop } from '../why/loop.ts';
import type { GivenBindings } from './baked.ts';
import { type LoopFailures, loopFailures, openLoopCourse } from './loop-course.ts';
import type { Policy } from './policy.ts';
import { openReplay } from './replay.ts';
import { openCostCounter, type PolicyCost } from './replay-cost.ts';
import { type ReplayStep, replaySteps } from './replay-steps.ts';

/** What a window is replayed with. */
export interface WhatIfOptions {
  readonly policies: readonly Policy[];
  /** Patterns of the containers that the control plane runs on. */
  readonly controlPlane: readonly string[];
  /** The loop that was found in the window. */
  readonly loop: Loop | null;
  readonly binds?: GivenBindings;
}

/** What one policy costs in a window. */
export interface PolicyOutcome {
  readonly policy: Policy;
  /** Where plans fail in the passes in which they did. */
  readonly cost: PolicyCost;
  /** Where plans fail only after a pass that replaces what the loop closes through; null where no loop holds. */
  readonly withLoop: PolicyCost | null;
}

/** A container whose bindings cannot be told, and why. */
export interface UntoldBinding extends ContainerPlace {
  readonly why: NonNullable<Extract<Binding, { told: false }>['why']>;
}

/** A window as it would have been under other rules. */
export interface WhatIf {
  readonly outcomes: readonly PolicyOutcome[];
  /** How many passes were replayed, how many of them had one before, and how many containers there are after the last. */
  readonly passes: number;
  readonly compared: number;
  readonly containers: number;
  /** Those that are given every name under `scoped`, since what they bind cannot be told. */
  readonly untold: readonly UntoldBinding[];
  /** The patterns of the control plane that no container matches. */
  readonly unmatched: readonly string[];
  /** The loop that `withLoop` rests on. */
  readonly loop: Loop | null;
}

/** Replays a window under each policy. The passes are gone through twice where a loop was found, else once. */
export function whatIf({ baseline, passes }: PassSource, options: WhatIfOptions): WhatIf {
  const steps = () => replaySteps(passes(), baseline);
  const loop = options.loop?.selfReinforcing ? options.loop : null;
  const failures = loop === null ? null : loopFailures(loop, steps());
  const runs = options.policies.map((policy) => ({
    policy,
    asItFell: openRun(policy, options, null),
    withLoop: failures === null ? null : openRun(policy, options, failures),
  }));
  let count = 0;
  let last: ReplayStep | null = null;
  for (const step of steps()) {
    if (!step.isBaseline) count += 1;
    last = step;
    for (const { asItFell, withLoop } of runs) {
      asItFell.take(step);
      withLoop?.take(step);
    }
  }
  const nodes = [...(last?.state.nodes.values() ?? [])];
  return {
    outcomes: runs.map(({ policy, asItFell, withLoop }) => ({
      policy,
      cost: asItFell.cost(),
      withLoop: withLoop?.cost() ?? null,
    })),
    passes: count,
    compared: Math.max(0, count - (baseline === null ? 1 : 0)),
    containers: nodes.reduce((sum, { containers }) => sum + containers.size, 0),
    untold: nodes.flatMap(({ node, containers }) =>
      [...containers.values()].flatMap(({ id, spec }): UntoldBinding[] =>
        spec.binds.told ? [] : [{ node, container: id, why: spec.binds.why }],
      ),
    ),
    unmatched: options.controlPlane.filter((pattern) => {
      const isMatch = anyContainerMatcher([pattern]);
      return !nodes.some(({ containers }) => [...containers.keys()].some(isMatch));
    }),
    loop,
  };
}

/** A policy at work on the steps of a window. */
function openRun(policy: Policy, { controlPlane, binds }: WhatIfOptions, failures: LoopFailures | null) {
  const replay = openReplay(policy, binds);
  const course = failures && openLoopCourse(failures);
  const isControlPlane = anyContainerMatcher(controlPlane);
  const counter = openCostCounter(policy, isControlPlane, binds);
  return {
    take(step: ReplayStep): void {
      const other = course?.courseOf(step);
      const replayed = replay.take(step, other);
      course?.took(replayed.replaced);
      counter.take(step, replayed, other ?? step);
    },
    cost: (): PolicyCost => counter.cost(),
  };
}
