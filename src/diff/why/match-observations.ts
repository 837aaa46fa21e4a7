import type { Observation, ObservationKind } from '../../roster/index.ts';
import type { ExplainedPass } from '../explained-pass.ts';
import { placeKey, type Replacement } from '../replacements.ts';

/** How the times of passes and those of hosts may differ, in milliseconds. */
export interface Tolerance {
  /** A host's clock may be this far behind the controller's, or its log may only tell minutes. */
  readonly skewMs: number;
  /** A slow host may still replace this long after a pass, even when the next one has come. */
  readonly graceMs: number;
}

/** Which replacements were seen, by the places of their passes, and which observations no pass explains. */
export interface Match {
  readonly matched: ReadonlyMap<number, ReadonlySet<Replacement>>;
  /** In the order of time, each replacement once. */
  readonly unexplained: readonly Observation[];
  /** When each replacement that was seen happened, in the order of time. */
  readonly instants: readonly number[];
}

/** What a pass says of one container: that it is replaced, or (null) created; and from when to when a host may tell of it. */
interface Candidate {
  readonly index: number;
  readonly replacement: Replacement | null;
  readonly at: number;
  readonly from: number;
  readonly until: number;
}

/**
 * Matches observations with what passes predict for the same container of the same node: as many as can be matched, with
 * the latest pass each. A pass may be told of from the skew of clocks before it until the next pass or the end of the grace; where
 * engine ids already told of a replacement, from the pass before. The event that creates a container of a pass explains itself.
 */
export function matchObservations(
  passes: readonly ExplainedPass[],
  observations: readonly Observation[],
  tolerance: Tolerance,
): Match {
  const matched = new Map<number, Set<Replacement>>();
  const unexplained: Observation[] = [];
  const instants: number[] = [];
  const candidates = observations.length === 0 ? new Map<string, Candidate[]>() : candidatesOf(passes, tolerance);
  for (const [place, own] of groupBy(observations, placeKey)) {
    const expected = candidates.get(place) ?? [];
    const seen = new Map<Candidate, number>();
    const strays = (['replaced', 'created'] as const).map((kind) => {
      const { pairs, left } = matchKind(own, kind, expected);
      for (const [candidate, { at }] of pairs) if (!seen.has(candidate)) seen.set(candidate, at);
      return left;
    });
    for (const [{ index, replacement }, at] of seen) {
      if (!replacement) continue;
      matched.set(index, (matched.get(index) ?? new Set()).add(replacement));
      instants.push(at);
    }
    const single = toldOnce(strays[0] ?? [], strays[1] ?? [], tolerance);
    unexplained.push(...single);
    instants.push(...single.map(({ at }) => at));
  }
  return {
    matched,
    unexplained: unexplained.sort((a, b) => a.at - b.at),
    instants: instants.sort((a, b) => a - b),
  };
}

/** What passes predict for each container, in the order of passes. */
function candidatesOf(passes: readonly ExplainedPass[], { skewMs, graceMs }: Tolerance): Map<string, Candidate[]> {
  const candidates = new Map<string, Candidate[]>();
  const add = (index: number, node: string, container: string, replacement: Replacement | null) => {
    const { at } = (passes[index] as ExplainedPass).pass;
    const next = passes[index + 1]?.pass.at ?? at;
    const start = replacement?.observed ? (passes[index - 1]?.pass.at ?? at) : at;
    const key = placeKey({ node, container });
    const own = candidates.get(key) ?? [];
    candidates.set(key, own);
    own.push({ index, replacement, at, from: start - skewMs, until: Math.max(next, at + graceMs) });
  };
  for (const [index, { difference }] of passes.entries()) {
    for (const one of difference?.replacements.containers ?? []) add(index, one.node, one.container, one);
    for (const { node, container } of difference?.replacements.created ?? []) add(index, node, container, null);
  }
  return candidates;
}

/**
 * Goes back in time and takes for each observation the latest candidate that it may be told of: since those begin and end
 * in their order, none is left over that another choice could have matched. Linear but for the sort.
 */
function matchKind(
  observations: readonly Observation[],
  kind: ObservationKind,
  candidates: readonly Candidate[],
): { pairs: Map<Candidate, Observation>; left: Observation[] } {
  const own = observations.filter((one) => one.kind === kind).sort((a, b) => b.at - a.at);
  // a host tells of a container that is created by its `created` event and not as replaced
  const open = candidates.filter(({ replacement }) => replacement !== null || kind === 'created');
  const pairs = new Map<Candidate, Observation>();
  const left: Observation[] = [];
  let next = open.length - 1;
  for (const observation of own) {
    while (next >= 0 && (open[next] as Candidate).from > observation.at) next -= 1;
    const candidate = open[next];
    if (candidate && observation.at <= candidate.until) {
      pairs.set(candidate, observation);
      next -= 1;
    } else left.push(observation);
  }
  return { pairs: preferEarlier(pairs, open), left };
}

/** What came before its pass by the clock goes to the pass before where that is free: only else was the clock late. */
function preferEarlier(
  pairs: ReadonlyMap<Candidate, Observation>,
  open: readonly Candidate[],
): Map<Candidate, Observation> {
  const settled = new Map(pairs);
  for (const [place, candidate] of open.entries()) {
    const observation = settled.get(candidate);
    const before = open[place - 1];
    if (!observation || !before || observation.at >= candidate.at || candidate.replacement?.observed) continue;
    if (settled.has(before) || observation.at > before.until || before.replacement?.observed === false) continue;
    settled.delete(candidate);
    settled.set(before, observation);
  }
  return settled;
}

/** A replacement that a host log and an engine told of is one. */
function toldOnce(
  logged: readonly Observation[],
  events: readonly Observation[],
  { skewMs }: Tolerance,
): readonly Observation[] {
  const rest = [...events].sort((a, b) => a.at - b.at);
  for (const { at } of [...logged].sort((a, b) => a.at - b.at)) {
    const same = rest.findIndex((event) => Math.abs(event.at - at) <= skewMs);
    if (same >= 0) rest.splice(same, 1);
  }
  return [...logged, ...rest];
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const own = groups.get(key);
    if (own) own.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
