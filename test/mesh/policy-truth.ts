import { type BuiltInPolicy, rosterKeeper, wordsOf } from './built-in-policy.ts';
import type { RosterEntry } from './controller.ts';
import type { MeshRun } from './miniature-mesh.ts';
import { storeId } from './world.ts';

/** What an evening really cost, counted from what its agents did and what its containers held. */
export interface PolicyTruth {
  /** By pass, as `NODE CONTAINER`, sorted. */
  readonly replaced: readonly (readonly string[])[];
  readonly replacements: number;
  readonly ofStore: number;
  readonly worstMinute: { readonly minute: number; readonly count: number } | null;
  readonly stale: {
    readonly containerPasses: number;
    readonly lostOnly: number;
    readonly containers: number;
    readonly containerMs: number;
    readonly longestMs: number;
  };
  readonly missing: number;
  /** Containers that have no entry at the end though they were handed some. */
  readonly bare: number;
}

/**
 * Counts what an evening cost. A container is stale that holds an entry which the plans gave before and give no more.
 * `reported` says whether the controller told of failures: what is lost is what can be told to be lost.
 */
export function policyTruth(
  { truth }: Pick<MeshRun, 'truth'>,
  reported: boolean,
  bakes: BuiltInPolicy['bakes'],
): PolicyTruth {
  const replaced = truth.map((one) => one.replaced.map(({ node, container }) => `${node} ${container}`).sort());
  const stale = staleByPass(truth, reported);
  const everStale = new Set(stale.flatMap(({ places }) => [...places.keys()]));
  const msAfter = truth.map(({ at }, index) => (truth[index + 1]?.at ?? at) - at);
  const msOf = (indices: readonly number[]) => indices.reduce((sum, index) => sum + (msAfter[index] as number), 0);
  const stretches = [...everStale].flatMap((place) =>
    runsOf(stale.flatMap(({ places }, index) => (places.has(place) ? [index] : []))),
  );
  return {
    replaced,
    replacements: replaced.flat().length,
    ofStore: replaced.flat().filter((place) => place.endsWith(` ${storeId}`)).length,
    worstMinute: worstMinute(truth.map(({ at }, index) => [at, (replaced[index] as string[]).length])),
    stale: {
      containerPasses: stale.reduce((sum, { places }) => sum + places.size, 0),
      lostOnly: stale.reduce((sum, { places }) => sum + [...places.values()].filter((lost) => lost).length, 0),
      containers: everStale.size,
      containerMs: stretches.reduce((sum, run) => sum + msOf(run), 0),
      longestMs: Math.max(0, ...stretches.map(msOf)),
    },
    bare:
      truth.at(-1)?.holding.filter(({ handed, baked }) => bakes === 'bound' && handed.length > 0 && baked.length === 0)
        .length ?? 0,
    missing: missingByPass(truth, lostNames(truth, reported), bakes).reduce((sum, number) => sum + number, 0),
  };
}

/** Of each pass, the names that are lost, as far as it can be told. */
function lostNames(truth: MeshRun['truth'], reported: boolean): ReadonlySet<string>[] {
  const keep = rosterKeeper({ keeping: [{ kind: 'last-known-good' }] });
  return truth.map(({ planned, failed, at }) => {
    const names = new Set(planned.map(({ name }) => name));
    const kept = keep(planned, reported ? failed : null, at).map(({ name }) => name);
    return new Set(kept.filter((name) => !names.has(name)));
  });
}

/** Of each pass, the containers that hold an address which is no more given, and whether only because its node failed. */
function staleByPass(truth: MeshRun['truth'], reported: boolean): { places: Map<string, boolean> }[] {
  const gave = new Set<string>();
  const lost = lostNames(truth, reported);
  return truth.map(({ planned, holding }, index) => {
    const gives = new Set(planned.map(entryText));
    for (const text of gives) gave.add(text);
    const places = new Map<string, boolean>();
    for (const { node, container, baked } of holding) {
      const old = baked.filter((text) => gave.has(text) && !gives.has(text));
      if (old.length > 0)
        places.set(
          `${node} ${container}`,
          old.every((text) => lost[index]?.has(nameOf(text))),
        );
    }
    return { places };
  });
}

/** Of each pass, how many containers lack a name that they had, which is planned or lost. */
function missingByPass(
  truth: MeshRun['truth'],
  lost: readonly ReadonlySet<string>[],
  bakes: BuiltInPolicy['bakes'],
): number[] {
  const had = new Map<string, Set<string>>();
  return truth.map(({ planned, roster, holding }, index) => {
    const wanted = new Set([...planned.map(({ name }) => name), ...(lost[index] as ReadonlySet<string>)]);
    const places = new Set(holding.map(({ node, container }) => `${node} ${container}`));
    for (const place of had.keys()) if (!places.has(place)) had.delete(place);
    return holding.filter(({ node, container, handed, spec }) => {
      const place = `${node} ${container}`;
      const names = had.get(place) ?? new Set();
      had.set(place, names);
      for (const text of handed) names.add(nameOf(text));
      const has = new Set(bakes === 'none' ? roster.map(({ name }) => name) : handed.map(nameOf));
      const words = bakes === 'bound' ? wordsOf(spec) : names;
      return [...names].some((name) => wanted.has(name) && !has.has(name) && words.has(name));
    }).length;
  });
}

function nameOf(text: string): string {
  return text.slice(0, text.indexOf(':'));
}

function entryText({ name, address }: RosterEntry): string {
  return `${name}:${address}`;
}

/** Neighbouring numbers of an ascending list, together. */
function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else runs.push([number]);
  }
  return runs;
}

function worstMinute(replacements: readonly (readonly [at: number, count: number])[]) {
  const counts = new Map<number, number>();
  for (const [at, count] of replacements) {
    const minute = Math.floor(at / 60_000) * 60_000;
    counts.set(minute, (counts.get(minute) ?? 0) + count);
  }
  const worst = Math.max(0, ...counts.values());
  const minute = [...counts].find(([, count]) => count === worst)?.[0];
  return worst === 0 || minute === undefined ? null : { minute, count: worst };
}
