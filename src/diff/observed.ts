import type { Observation } from '../roster/index.ts';
import type { ExplainedPass } from './explained-pass.ts';
import { countReplacements, placeKey, type Replacement, type Replacements } from './replacements.ts';
import type { StateDifference } from './state-difference.ts';
import { matchObservations, type Tolerance } from './why/match-observations.ts';

export type { Tolerance } from './why/match-observations.ts';

/** The documented defaults: a minute, and ten. */
export const defaultTolerance: Tolerance = { skewMs: 60_000, graceMs: 600_000 };

/** What was predicted of one pass against what was observed, where a host log, engine events or engine ids tell. */
export interface Tally {
  readonly pass: number;
  readonly predicted: number;
  /** Those that were predicted and seen, and the unexplained ones. */
  readonly observed: number;
  /** Observed, and no pass explains it. */
  readonly unexplained: number;
  /** Predicted, and nobody saw it happen. */
  readonly missing: number;
}

/** Passes with what hosts told of their replacements, and a tally of each pass of which they told something. */
export interface ObservedPasses {
  readonly passes: readonly ExplainedPass[];
  readonly tallies: readonly Tally[];
}

/**
 * Matches observed replacements with the passes that explain them. What none explains is told in the pass in whose time it
 * fell, else in the nearest one that has a difference; where no pass has one, its tally tells it alone. A node of which nothing was observed around a pass stays untold.
 */
export function observePasses(
  passes: readonly ExplainedPass[],
  observations: readonly Observation[],
  tolerance: Tolerance = defaultTolerance,
): ObservedPasses {
  const isListened = listening(observations, tolerance);
  const { matched, unexplained } = matchObservations(passes, asDeclared(observations, passes), tolerance);
  const strays = placed(unexplained, passes);
  const tallies: Tally[] = [];
  const observed = passes.map((one, index): ExplainedPass => {
    const { difference, pass } = one;
    const containers = (difference?.replacements.containers ?? []).map((container): Replacement => {
      if (matched.get(index)?.has(container)) return { ...container, observed: true };
      return container.observed === null && isListened(container.node, pass.at)
        ? { ...container, observed: false }
        : container;
    });
    const told = [...containers, ...(strays.get(index) ?? []).map(unexplainedOf)];
    const tally = tallyOf(pass.number, told);
    if (tally) tallies.push(tally);
    const isTold = told.some((container, at) => container !== difference?.replacements.containers[at]);
    return difference === null || !isTold ? one : { ...one, difference: withContainers(difference, told) };
  });
  return { passes: observed, tallies };
}

/**
 * Observations under the ids that declarations use: an engine tells of the first container of a compose service as
 * `project/service/1`, a declaration may know it as `project/service`.
 */
export function asDeclared(
  observations: readonly Observation[],
  passes: readonly ExplainedPass[],
): readonly Observation[] {
  const declared = new Set(
    passes.flatMap(({ difference }) => {
      const { containers = [], created = [], removed = [] } = difference?.replacements ?? {};
      return [...containers, ...created, ...removed].map(placeKey);
    }),
  );
  return observations.map((observation) => {
    const { node, container } = observation;
    const service = container.replace(/\/1$/, '');
    const isKnown =
      declared.has(placeKey({ node, container })) || !declared.has(placeKey({ node, container: service }));
    return isKnown ? observation : { ...observation, container: service };
  });
}

/** Whether a node's host was listened to at an instant, as far as its observations show: until the last of them, and not beyond. */
function listening(observations: readonly Observation[], { skewMs }: Tolerance): (node: string, at: number) => boolean {
  const spans = new Map<string, { first: number; last: number }>();
  for (const { node, at } of observations) {
    const span = spans.get(node) ?? { first: at, last: at };
    spans.set(node, { first: Math.min(span.first, at), last: Math.max(span.last, at) });
  }
  return (node, at) => {
    const span = spans.get(node);
    return span !== undefined && at >= span.first - skewMs && at <= span.last;
  };
}

/** Observations by the place of the pass that tells of them. */
function placed(observations: readonly Observation[], passes: readonly ExplainedPass[]): Map<number, Observation[]> {
  const places = [...passes.keys()];
  const telling = places.filter((index) => passes[index]?.difference !== null);
  const candidates = telling.length > 0 ? telling : places;
  const strays = new Map<number, Observation[]>();
  for (const stray of observations) {
    const index = candidates.findLast((one) => (passes[one] as ExplainedPass).pass.at <= stray.at) ?? candidates[0];
    if (index === undefined) continue;
    const own = strays.get(index);
    if (own) own.push(stray);
    else strays.set(index, [stray]);
  }
  return strays;
}

function unexplainedOf({ node, container }: Observation): Replacement {
  return { node, container, causes: ['unexplained'], names: [], spec: [], observed: true };
}

/** Null where nothing tells of any of the containers. */
function tallyOf(pass: number, containers: readonly Replacement[]): Tally | null {
  const told = containers.filter(({ observed }) => observed !== null);
  if (told.length === 0) return null;
  const unexplained = told.filter(({ causes }) => causes.includes('unexplained')).length;
  const observed = told.filter((one) => one.observed === true).length;
  const predicted = told.length - unexplained;
  return { pass, predicted, observed, unexplained, missing: predicted - (observed - unexplained) };
}

function withContainers(difference: StateDifference, containers: readonly Replacement[]): StateDifference {
  const { created, removed }: Replacements = difference.replacements;
  return { ...difference, replacements: countReplacements({ created, removed, containers }) };
}
