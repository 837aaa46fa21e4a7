import type { Observation } from '../roster/index.ts';
import { countReplacements, type Replacement } from './replacements.ts';
import type { ExplainedPass } from './window.ts';

/** How the times of passes and those of hosts may differ, in milliseconds. */
export interface Tolerance {
  /** A host's clock may be this far behind the controller's, or its log may only tell minutes. */
  readonly skewMs: number;
  /** A slow host may still replace this long after a pass, even when the next one has come. */
  readonly graceMs: number;
}

/** The documented defaults: a minute, and ten. */
export const defaultTolerance: Tolerance = { skewMs: 60_000, graceMs: 600_000 };

/** What was predicted of one pass against what was observed, on the nodes whose hosts were listened to. */
export interface Tally {
  readonly pass: number;
  readonly predicted: number;
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

interface Match {
  readonly matched: Set<string>;
  readonly unexplained: Map<number, Observation[]>;
}

/**
 * Matches observed replacements with the passes that explain them: the same node and container, the latest pass before it
 * that predicted one and is not matched yet, within the skew of clocks before and the grace after. What no pass
 * explains is told in the pass in whose time it fell. A node of which nothing was observed around a pass stays untold.
 */
export function observePasses(
  passes: readonly ExplainedPass[],
  observations: readonly Observation[],
  tolerance: Tolerance = defaultTolerance,
): ObservedPasses {
  if (observations.length === 0) return { passes, tallies: [] };
  const coverage = coverageOf(observations, tolerance);
  const { matched, unexplained } = matchAll(passes, observations, tolerance);
  const tallies: Tally[] = [];
  const observed = passes.map((one, index): ExplainedPass => {
    if (one.difference === null) return one;
    const { replacements } = one.difference;
    const covered = (node: string) => coverage.get(node)?.(one.pass.at) === true;
    const told = replacements.containers.map((container): Replacement => {
      const seen = matched.has(keyOf(index, container.node, container.container));
      return seen
        ? { ...container, observed: true }
        : covered(container.node) && container.observed === null
          ? { ...container, observed: false }
          : container;
    });
    const strays = unexplained.get(index) ?? [];
    const added = [...new Map(strays.map((stray) => [`${stray.node} ${stray.container}`, stray])).values()]
      .filter((stray) => !told.some(({ node, container }) => node === stray.node && container === stray.container))
      .map(
        ({ node, container }): Replacement => ({
          node,
          container,
          causes: ['unexplained'],
          names: [],
          spec: [],
          observed: true,
        }),
      );
    const counted = told.filter(({ node, causes }) => covered(node) && !causes.includes('unexplained'));
    if (counted.length + strays.length > 0) {
      const seen = counted.filter((container) => container.observed === true).length;
      tallies.push({
        pass: one.pass.number,
        predicted: counted.length,
        observed: seen + strays.length,
        unexplained: strays.length,
        missing: counted.length - seen,
      });
    }
    return {
      ...one,
      difference: {
        ...one.difference,
        replacements: countReplacements({ ...replacements, containers: [...told, ...added] }),
      },
    };
  });
  return { passes: observed, tallies };
}

/** From when to when a node's host was listened to, as far as its observations show. */
function coverageOf(observations: readonly Observation[], { skewMs }: Tolerance): Map<string, (at: number) => boolean> {
  const spans = new Map<string, { first: number; last: number }>();
  for (const { node, at } of observations) {
    const span = spans.get(node) ?? { first: at, last: at };
    spans.set(node, { first: Math.min(span.first, at), last: Math.max(span.last, at) });
  }
  return new Map(
    [...spans].map(([node, { first, last }]) => [node, (at: number) => at >= first - skewMs && at <= last + skewMs]),
  );
}

function matchAll(passes: readonly ExplainedPass[], observations: readonly Observation[], tolerance: Tolerance): Match {
  const predicted = new Map<string, number[]>();
  const created = new Set<string>();
  for (const [index, { difference }] of passes.entries()) {
    for (const { node, container } of difference?.replacements.containers ?? []) {
      const key = `${node} ${container}`;
      predicted.set(key, [...(predicted.get(key) ?? []), index]);
    }
    for (const { node, container } of difference?.replacements.created ?? [])
      created.add(keyOf(index, node, container));
  }
  const matched = new Set<string>();
  const kinds = new Map<string, Set<string>>();
  const unexplained = new Map<number, Observation[]>();
  const replacing = observations
    .filter(({ kind }) => kind === 'replaced' || kind === 'created')
    .sort((a, b) => a.at - b.at);
  for (const observation of replacing) {
    const { node, container, kind, at } = observation;
    const within = lastAtOrBefore(passes, at);
    const free = (predicted.get(`${node} ${container}`) ?? []).filter(
      (index) => !kinds.get(keyOf(index, node, container))?.has(kind),
    );
    const found = findPass(free, passes, at, tolerance);
    if (found !== undefined) {
      const key = keyOf(found, node, container);
      matched.add(key);
      kinds.set(key, (kinds.get(key) ?? new Set()).add(kind));
    } else if (
      within !== null &&
      !(kind === 'created' && [within, within + 1].some((index) => created.has(keyOf(index, node, container))))
    ) {
      unexplained.set(within, [...(unexplained.get(within) ?? []), observation]);
    }
  }
  return { matched, unexplained };
}

/** The latest pass before the instant; else one that begins within the skew; else the last whose grace has not ended is the same one. */
function findPass(
  candidates: readonly number[],
  passes: readonly ExplainedPass[],
  at: number,
  { skewMs, graceMs }: Tolerance,
): number | undefined {
  const timeOf = (index: number) => (passes[index] as ExplainedPass).pass.at;
  const before = candidates.findLast((index) => {
    const next = passes[index + 1]?.pass.at ?? Number.POSITIVE_INFINITY;
    return timeOf(index) <= at && at <= Math.max(next, timeOf(index) + graceMs);
  });
  return before ?? candidates.find((index) => timeOf(index) > at && timeOf(index) - skewMs <= at);
}

function lastAtOrBefore(passes: readonly ExplainedPass[], at: number): number | null {
  const index = passes.findLastIndex(({ pass }) => pass.at <= at);
  return index < 0 ? null : index;
}

function keyOf(index: number, node: string, container: string): string {
  return `${index} ${node} ${container}`;
}
