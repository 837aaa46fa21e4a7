import type { ExplainedPass } from '../explained-pass.ts';
import type { PassFacts } from '../flaps/flap-bout.ts';
import { openFlapFinder } from '../flaps/flap-finder.ts';
import { defaultFlapRules, type FlapRules } from '../flaps/flap-rules.ts';
import type { Gap } from '../gaps.ts';
import type { PassSource } from '../pass-source.ts';
import { explainPasses } from '../window.ts';
import { brokenPasses, windowGaps } from '../window-gaps.ts';
import { type Expectation, expectationOf } from './expectation.ts';
import { notPlanned } from './not-planned.ts';
import { lastPlace, notRecorded } from './not-recorded.ts';
import { lastPasses, type QuietStretch, timeUntil } from './quiet-stretch.ts';
import { lastSeen, overdueAt, type Rhythm, rhythmOf } from './rhythm.ts';
import { stillFlapping } from './still-flapping.ts';
import { stillLost } from './still-lost.ts';
import { type Unrest, unrestOf } from './unrest.ts';
import type { StillFlapping, Unsettled } from './unsettled.ts';

/** What is asked of a window. Instants and lengths in milliseconds. */
export interface SettlingOptions {
  /** The instant at which it is asked. */
  readonly now: number;
  /** How long all must have been quiet; null where that is counted in passes. */
  readonly quietForMs: number | null;
  readonly rules?: FlapRules;
}

/** Whether a window has settled, and if not, why not and when it can be expected to. */
export interface Settling {
  /** Empty where it has settled. */
  readonly reasons: readonly Unsettled[];
  /** Null where it has settled. */
  readonly expectation: Expectation | null;
  readonly quiet: Quiet;
  /** The last pass; null where there is none. */
  readonly last: PassFacts | null;
  readonly rhythm: Rhythm | null;
  /** All gaps of the window, those that are over too. */
  readonly gaps: readonly Gap[];
  /** What was asked: so many quiet passes, or so long. */
  readonly asked: { readonly passes: number } | { readonly ms: number };
  readonly now: number;
}

/** The quiet passes at the end of a window. */
export interface Quiet {
  readonly passes: number;
  /** The pass that they follow; null where there is no pass. */
  readonly since: PassFacts | null;
  /** What that pass is: the last one that was not quiet, the first after a gap, or the first that was looked at. */
  readonly begins: 'unrest' | 'gap' | 'window';
}

/**
 * Tells whether a window has settled: nothing flaps, the last passes were quiet, recorded without a gap and planned by every
 * node, no name that was lost is still away, and the recorder keeps up. Goes through the passes once.
 */
export function settlingOf(source: PassSource, options: SettlingOptions): Settling {
  const { baseline, recordingGaps = [] } = source;
  const { now, quietForMs, rules = defaultFlapRules } = options;
  const finder = openFlapFinder(rules);
  if (baseline) finder.take(baseline);
  function* taken() {
    for (const pass of source.passes()) {
      finder.take(pass);
      yield pass;
    }
  }
  const explained = [...explainPasses(taken(), baseline)].map((step) => step.explained);
  const passes: PassFacts[] = explained.map(({ pass }) => pass);
  const gaps = windowGaps(baseline, passes, recordingGaps);
  const all = baseline === null ? passes : [baseline, ...passes];
  const rhythm = rhythmOf(all, brokenPasses(all, recordingGaps));
  const stretch = quietForMs === null ? lastPasses(all.length - 1, rules.quiet) : timeUntil(now, quietForMs, all);
  const flapping = stillFlapping(finder.find(recordingGaps));
  const unseen = notRecorded(gaps, all, stretch);
  const quiet = quietOf(explained, all, gaps);
  const reasons: Unsettled[] = [
    ...flapping,
    ...stillLost(explained),
    ...notPlanned(all, stretch),
    ...unseen,
    ...(unseen.some(({ ends }) => ends === null) ? [] : overdue(all.at(-1), rhythm, now)),
    ...restless(explained, all, stretch, quiet, flapping),
  ];
  const last = all.at(-1) ?? null;
  return {
    reasons,
    expectation: reasons.length === 0 ? null : expectationOf(reasons, last, rhythm, now),
    quiet: { passes: quiet.passes, since: quiet.since, begins: quiet.begins },
    last,
    rhythm,
    gaps,
    asked: quietForMs === null ? { passes: rules.quiet } : { ms: quietForMs },
    now,
  };
}

/** The quiet at the end, with its place and the last unrest. */
interface FoundQuiet extends Quiet {
  readonly place: number;
  readonly unrest: (Unrest & { readonly place: number }) | null;
}

function quietOf(explained: readonly ExplainedPass[], all: readonly PassFacts[], gaps: readonly Gap[]): FoundQuiet {
  const offset = all.length - explained.length;
  let unrest: FoundQuiet['unrest'] = null;
  for (let index = explained.length - 1; index >= 0 && unrest === null; index -= 1) {
    const found = unrestOf((explained[index] as ExplainedPass).difference);
    if (found !== null) unrest = { ...found, place: index + offset };
  }
  const broken = Math.max(0, ...gaps.filter(breaksQuiet).map((gap) => lastPlace(gap, all) ?? 0));
  const moved = unrest?.place ?? 0;
  const place = Math.max(moved, broken);
  return {
    passes: Math.max(0, all.length - 1 - place),
    since: all[place] ?? null,
    begins: place === 0 ? 'window' : moved === place ? 'unrest' : 'gap',
    place,
    unrest,
  };
}

function breaksQuiet({ kind }: Gap): boolean {
  return kind !== 'unreadable' && kind !== 'partial';
}

function overdue(last: PassFacts | undefined, rhythm: Rhythm | null, now: number): Unsettled[] {
  if (last === undefined || now <= overdueAt(last, rhythm)) return [];
  return [{ code: 'overdue', last, since: lastSeen(last), ends: null }];
}

/** That the quiet is too short, unless what flaps says so already, or a gap does. */
function restless(
  explained: readonly ExplainedPass[],
  all: readonly PassFacts[],
  stretch: QuietStretch,
  { unrest, place }: FoundQuiet,
  flapping: readonly StillFlapping[],
): Unsettled[] {
  if (all.length === 0) return [{ code: 'too-few-passes', first: null, isCut: false, ends: stretch.endOfNext }];
  if (unrest !== null && stretch.holds(unrest.place)) {
    const { names, replaced } = unrest;
    const pass = all[unrest.place] as PassFacts;
    const ends = stretch.endOf(unrest.place);
    const isTold = flapping.some(
      ({ bout, ends: { passes } }) =>
        bout.lastMoved.number === pass.number && ends !== null && 'passes' in ends && passes >= ends.passes,
    );
    return isTold ? [] : [{ code: 'not-quiet', pass, names, replaced, ends }];
  }
  if (place > 0 || !stretch.holds(0)) return [];
  const isCut = all.length > explained.length;
  return [{ code: 'too-few-passes', first: all[0] as PassFacts, isCut, ends: stretch.endOf(0) }];
}
