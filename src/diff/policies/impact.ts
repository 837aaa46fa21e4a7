import type { Pass } from '../../roster/index.ts';
import type { ExplainedPass } from '../explained-pass.ts';
import { anyContainerMatcher } from '../filter.ts';
import type { PassSource } from '../pass-source.ts';
import { type ContainerPlace, placeKey } from '../replacements.ts';
import type { StateDifference } from '../state-difference.ts';
import { explainPair } from '../window.ts';
import type { GivenBindings } from './baked.ts';
import { nextPass } from './next-pass.ts';
import type { Policy } from './policy.ts';
import { openReplay } from './replay.ts';
import { type ReplayStep, replaySteps } from './replay-steps.ts';
import { restingPasses } from './resting-passes.ts';

/** What a change is weighed with. */
export interface ImpactOptions {
  readonly policies: readonly Policy[];
  readonly controlPlane: readonly string[];
  readonly binds?: GivenBindings;
  /** How far apart passes are taken to be, in milliseconds. */
  readonly pauseMs: number;
}

/** A container that a change replaces. */
export interface Replaced extends ContainerPlace {
  readonly controlPlane: boolean;
}

/** What a change costs under one policy. */
export interface PolicyImpact {
  readonly policy: Policy;
  /** What the pass replaces that brings the change, and how many of these it would replace without the change too. */
  readonly now: readonly Replaced[];
  readonly anyway: number;
  /** What passes after it replace because of it, though nothing changes any more, and how many passes later the last of them does. */
  readonly later: readonly Replaced[];
  readonly laterPasses: number;
}

/** What a change would do. */
export interface Impact {
  /** The pass that would bring it, against the latest. */
  readonly change: ExplainedPass & { readonly difference: StateDifference };
  readonly policies: readonly PolicyImpact[];
  /** How many containers each node has after it. */
  readonly sizes: ReadonlyMap<string, number>;
}

/**
 * Weighs a change: the last recorded passes, then the pass that would bring it, then passes in which nothing changes; beside
 * them, the same without the change. `next` is made by {@link nextPass}.
 */
export function impactOf(source: PassSource, next: Pass, options: ImpactOptions): Impact {
  const recorded = [...source.passes()];
  const latest = recorded.at(-1) as Pass;
  const unchanged = nextPass(latest, latest.state, next.at);
  const quietPasses = restingPasses(options.policies, options.pauseMs);
  const after = (first: Pass): Pass[] => {
    const passes = [first];
    for (let last = first; passes.length <= quietPasses; passes.push(last))
      last = nextPass(last, first.state, last.at + options.pauseMs);
    return passes;
  };
  const stepsOf = (first: Pass) => [...replaySteps([...recorded, ...after(first)], source.baseline)];
  const [changed, same] = [stepsOf(next), stepsOf(unchanged)];
  const isControlPlane = anyContainerMatcher(options.controlPlane);
  return {
    // what follows another pass differs from it
    change: explainPair(latest, next).passes[0] as Impact['change'],
    policies: options.policies.map((policy) => {
      const without = replacedBy(policy, options, same, next.number).map((places) => new Set(places.map(placeKey)));
      const [now, ...later] = replacedBy(policy, options, changed, next.number).map((places, index) =>
        places
          // what comes later without the change too has nothing to do with it
          .filter((place) => index === 0 || !without[index]?.has(placeKey(place)))
          .map((place): Replaced => ({ ...place, controlPlane: isControlPlane(place.container) })),
      ) as [Replaced[], ...Replaced[][]];
      return {
        policy,
        now,
        anyway: now.filter((place) => without[0]?.has(placeKey(place))).length,
        later: later.flat(),
        laterPasses: later.findLastIndex((places) => places.length > 0) + 1,
      };
    }),
    sizes: new Map([...next.state.nodes.values()].map(({ node, containers }) => [node, containers.size])),
  };
}

/** What a policy replaces in each pass from this one on. */
function replacedBy(
  policy: Policy,
  { binds }: ImpactOptions,
  steps: readonly ReplayStep[],
  first: number,
): ContainerPlace[][] {
  const replay = openReplay(policy, binds);
  return steps.flatMap((step) => {
    const { replaced } = replay.take(step);
    return step.pass.number < first ? [] : [[...replaced]];
  });
}
