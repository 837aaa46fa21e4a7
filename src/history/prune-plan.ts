import type { Database } from 'better-sqlite3';
import { type Contents, openContents } from './contents.ts';
import type { RetentionLimits } from './prune-limits.ts';
import { storeSize } from './prune-space.ts';
import { atOnce, type Survey, surveyStore, type UsedThrough } from './prune-survey.ts';
import { cutTarget, findTarget, type PassSpan, type PruneTarget, passSpans } from './prune-targets.ts';

/** What is beyond the limits: how far each controller is to be pruned, and about how much that frees. */
export interface PrunePlan {
  readonly targets: readonly PlannedTarget[];
  readonly bytes: number;
}

/** A target with the number of passes that are to go, the first and the last of them, and the instant of the first that stays. */
export interface PlannedTarget extends PruneTarget {
  readonly passes: number;
  readonly from: number;
  readonly until: number;
  readonly firstAt: number;
}

/** What a plan is made with. */
export interface PlanSettings {
  readonly limits: RetentionLimits;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** So many of the last passes of each controller stay whatever the limits; 21 unless told. */
  readonly least?: number;
  /** The one controller whose passes may go; that of any unless told. */
  readonly controller?: string;
  /** What is counted as used instead of what is measured. */
  readonly used?: number;
}

/** Of what is estimated to be enough, so much more goes: else the next pruning would follow at once. */
const sparePart = 0.02;

/** An empty store takes so much. */
const emptyBytes = 100_000;

/** Whether the store is larger than its limit, or has passes beyond the others. Quick. */
export function isBeyond(
  database: Database,
  file: string,
  { limits, now, least, controller, used }: PlanSettings,
): boolean {
  if (passSpans(database, least, controller).some((span) => findTarget(database, span, limits, now) !== null))
    return true;
  return limits.maxBytes !== null && (used ?? storeSize(database, file).used) > limits.maxBytes;
}

/** Finds out what is beyond the limits, in steps. Writes nothing. */
export function* planPruning(
  database: Database,
  contents: Contents,
  file: string,
  settings: PlanSettings,
): Generator<void, PrunePlan> {
  const { limits, now, least, controller } = settings;
  if (!isBeyond(database, file, settings)) return { targets: [], bytes: 0 };
  const spans = passSpans(database, least, controller);
  const targets = new Map(spans.map((span) => [span.controller, findTarget(database, span, limits, now)]));
  const survey = yield* surveyStore(database, contents, usedThroughOf(spans, targets));
  const size = storeSize(database, file);
  const used = settings.used ?? size.used;
  const freed = freedByCut(survey, size.used - size.log);
  let bytes = freed[0] as number;
  if (limits.maxBytes !== null && used - bytes > limits.maxBytes) {
    const wanted = (used - limits.maxBytes) * (1 + sparePart);
    let cut = 1;
    while (bytes < wanted && cut < freed.length) {
      bytes += freed[cut] as number;
      cut += 1;
    }
    for (const span of spans) {
      const before = targets.get(span.controller) ?? null;
      targets.set(span.controller, cutTarget(database, span, before, cut, limits.maxBytes));
    }
  }
  return { targets: [...targets.values()].flatMap((target) => planned(database, target)), bytes: Math.round(bytes) };
}

/** The same in one step. */
export function planAtOnce(database: Database, file: string, settings: PlanSettings): PrunePlan {
  return atOnce(planPruning(database, openContents(database, file), file, settings));
}

function usedThroughOf(spans: readonly PassSpan[], targets: ReadonlyMap<string, PruneTarget | null>): UsedThrough {
  const floors = new Map(spans.map(({ controller, floor }) => [controller, floor]));
  return (controller, pass) => {
    if (pass < (targets.get(controller)?.first ?? 0)) return 0;
    return pass < (floors.get(controller) ?? 0) ? pass : Number.POSITIVE_INFINITY;
  };
}

/**
 * The bytes that go with each cut: with the first, what is beyond the other limits, or used by nothing. How well rows fill
 * their pages is taken from the whole: the pages that are used, against the bytes that all rows should take.
 */
function freedByCut({ rowsOf, rowsThrough, until, bytes }: Survey, pages: number): Float64Array {
  const freed = rowsThrough.slice();
  for (const [content, through] of until.entries())
    if (through < freed.length) freed[through] = (freed[through] as number) + (bytes[content] as number);
  const sum = (some: Float64Array) => some.reduce((total, one) => total + one, 0);
  const fill = Math.max(1, (pages - emptyBytes) / (sum(rowsOf) + sum(bytes)));
  return freed.map((one) => one * fill);
}

function planned(database: Database, target: PruneTarget | null): PlannedTarget[] {
  if (target === null) return [];
  const { controller, first } = target;
  const sql =
    'SELECT count(*) AS passes, min(pass) AS "from", max(pass) AS until FROM passes WHERE controller = ? AND pass < ?';
  const going = database
    .prepare<[string, number], Pick<PlannedTarget, 'passes' | 'from' | 'until'>>(sql)
    .get(controller, first) as Pick<PlannedTarget, 'passes' | 'from' | 'until'>;
  const firstAt = database.prepare('SELECT at FROM passes WHERE pass = ?').pluck().get(first) as number;
  return [{ ...target, ...going, firstAt }];
}
