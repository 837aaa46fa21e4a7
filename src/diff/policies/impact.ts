import type { Pass } from '../../roster/index.ts';
import { matcher, namesOfContainer } from '../filter.ts';
import type { PassSource } from '../pass-source.ts';
import type { ContainerPlace } from '../replacements.ts';
import { type ExplainedWindow, explainPair } from '../window.ts';
import type { GivenBindings } from './baked.ts';
import { nextPass } from './next-pass.ts';
import type { Policy } from './policy.ts';
import { openReplay } from './replay.ts';
import { type ReplayStep, replaySteps } from './replay-steps.ts';

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
  /** What the pass replaces that brings the change, and what it would not have replaced without. */
  readonly now: readonly Replaced[];
  /** What passes after it replace because of it, though nothing changes any more, and how many passes later the last of them does. */
  readonly later: readonly Replaced[];
  readonly laterPasses: number;
}

/** What a change would do. */
export interface Impact {
  /** The change as a window of one pass. */
  readonly window: ExplainedWindow;
  readonly policies: readonly PolicyImpact[];
  /** How many containers each node has after it. */
  readonly sizes: ReadonlyMap<string, number>;
}

/** After so many passes a policy is taken to have come to rest. */
const quietPasses = 64;

/**
 * Weighs a change: the last recorded passes, then the pass that would bring it, then passes in which nothing changes; beside
 * them, the same without the change. What differs is what the change replaces. `next` is made by {@link nextPass}.
 */
export function impactOf(source: PassSource, next: Pass, options: ImpactOptions): Impact {
  const recorded = [...source.passes()];
  const latest = recorded.at(-1) as Pass;
  const unchanged = nextPass(latest, latest.state, next.at);
  const after = (first: Pass): Pass[] => {
    const passes = [first];
    for (let last = first; passes.length <= quietPasses; passes.push(last))
      last = nextPass(last, first.state, last.at + options.pauseMs);
    return passes;
  };
  const stepsOf = (first: Pass) => [...replaySteps([...recorded, ...after(first)], source.baseline)];
  const [changed, same] = [stepsOf(next), stepsOf(unchanged)];
  const isControlPlane = controlPlaneTest(options.controlPlane);
  return {
    window: explainPair(latest, next),
    policies: options.policies.map((policy) => {
      const [withChange, without] = [changed, same].map((steps) => replacedBy(policy, options, steps, next.number));
      const due = (withChange as ContainerPlace[][]).map((places, index) => {
        const others = new Set((without?.[index] ?? []).map(keyOf));
        return places
          .filter((place) => !others.has(keyOf(place)))
          .map((place): Replaced => ({ ...place, controlPlane: isControlPlane(place.container) }));
      });
      const [now = [], ...later] = due;
      return { policy, now, later: later.flat(), laterPasses: later.findLastIndex((places) => places.length > 0) + 1 };
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

function keyOf({ node, container }: ContainerPlace): string {
  return JSON.stringify([node, container]);
}

/** Whether a container is one that the control plane runs on. */
export function controlPlaneTest(patterns: readonly string[]): (container: string) => boolean {
  const matches = patterns.map(matcher);
  const known = new Map<string, boolean>();
  return (id) => {
    const isOne = known.get(id) ?? namesOfContainer(id).some((name) => matches.some((test) => test(name)));
    known.set(id, isOne);
    return isOne;
  };
}
