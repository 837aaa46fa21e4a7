import { beginsWords, type HorizonWords, removedWords } from './horizon-words.ts';
import type { TimeWriter } from './times.ts';
import { count } from './words.ts';

/** The limits that a history is held against, as they are told. */
export interface LimitWords {
  readonly keepForMs: number | null;
  readonly keepPasses: number | null;
  readonly maxBytes: number | null;
}

/** Passes of a controller that are pruned, or would be, and the limit that they were beyond. */
export interface PrunedWords extends HorizonWords {
  readonly controller: string;
  readonly reason: 'age' | 'passes' | 'size';
  readonly bound: number;
}

/** What a pruning did, as it is told. */
export interface PruneSummary {
  readonly file: string;
  readonly limits: LimitWords;
  /** Of a dry run the bytes that would be freed, about; null where it was none. */
  readonly wouldFree: number | null;
  readonly pruned: readonly PrunedWords[];
  /** The controllers of which passes stay that are beyond the limits, because they are among the last {@link leastKept}. */
  readonly held: readonly string[];
  readonly observations: number;
  readonly gaps: number;
  readonly contents: number;
  /** Bytes of the store without its free pages, and whether the file itself becomes shorter. */
  readonly before: number;
  readonly after: number;
  readonly free: number;
  readonly shrinks: boolean;
  readonly stopped: boolean;
}

/** So many of the last passes of each controller stay whatever the limits. */
export const leastKept = 21;

/** The lines that `prune` prints. */
export function pruneLinesOf(summary: PruneSummary, times: TimeWriter): string[] {
  const { file, limits, pruned, wouldFree, before, after, free, shrinks } = summary;
  const would = wouldFree !== null;
  if (pruned.length === 0 && summary.contents === 0) {
    if (summary.stopped) return [`${file}: nothing removed yet`];
    if (summary.held.length > 0) return [`${file}: nothing to prune: ${sizeWords(before)}`, heldWords(summary)];
    return [`${file}: nothing to prune: ${sizeWords(before)}, kept ${limitsWords(limits)}`];
  }
  const several = pruned.length > 1;
  const besides = [
    ...(summary.observations > 0 ? [count(summary.observations, 'observation')] : []),
    ...(summary.gaps > 0 ? [count(summary.gaps, 'gap')] : []),
    ...(summary.contents > 0 ? [`${count(summary.contents, 'content')} that nothing uses any more`] : []),
  ];
  return [
    ...pruned.flatMap((one) => [
      `${count(one.removed, 'pass', 'passes')} ${would ? 'would be removed' : 'removed'} (${removedWords(one)}${several ? ` of ${one.controller}` : ''}), ${reasonWords(one)}`,
      `  the history ${would ? 'would begin' : 'begins'} at ${beginsWords(one, times)}`,
    ]),
    ...(besides.length === 0 ? [] : [`and ${besides.join(', ')}`]),
    ...(summary.held.length === 0 ? [] : [heldWords(summary)]),
    would
      ? `about ${sizeWords(wouldFree)} of ${sizeWords(before)} would be freed; nothing was removed`
      : `${sizeWords(before)} before, ${sizeWords(after)} now`,
    ...(would || shrinks || free === 0
      ? []
      : [`the file keeps ${sizeWords(free)} of free pages for what is recorded next; prune --vacuum gives them back`]),
  ];
}

/** Why passes stay that are beyond the limits. */
function heldWords({ limits }: PruneSummary): string {
  return `the last ${leastKept} passes of each controller always stay, whatever the limits (${limitsWords(limits)}): flaps are found in a window of ${leastKept - 1}, against the pass before it`;
}

/** What `prune --json` prints. */
export function pruneJson(summary: PruneSummary, times: TimeWriter) {
  const { file, limits, pruned, held, wouldFree, observations, gaps, contents, before, after, free, stopped } = summary;
  return {
    format: 'roster-history/prune@1',
    complete: !stopped,
    gaps: [],
    store: file,
    dryRun: wouldFree !== null,
    limits,
    controllers: pruned.map((one) => ({
      controller: one.controller,
      removed: one.removed,
      from: one.fromPass,
      until: one.untilPass,
      reason: one.reason,
      bound: one.bound,
      firstKept: { pass: one.firstPass, at: times.instant(one.firstAt) },
    })),
    held,
    removed: { observations, gaps, contents },
    bytes: { before, after, free, wouldFree },
  };
}

/** Why passes go: `older than 90 days`. */
export function reasonWords({ reason, bound }: Pick<PrunedWords, 'reason' | 'bound'>): string {
  if (reason === 'age') return `older than ${ageWords(bound)}`;
  if (reason === 'passes') return `beyond the last ${count(bound, 'pass', 'passes')}`;
  return `the store was larger than ${sizeWords(bound)}`;
}

/** What limits keep: `for 365 days, up to 1 GiB`. */
export function limitsWords({ keepForMs, keepPasses, maxBytes }: LimitWords): string {
  const words = [
    ...(keepForMs === null ? [] : [`for ${ageWords(keepForMs)}`]),
    ...(keepPasses === null ? [] : [`the last ${count(keepPasses, 'pass', 'passes')} of each controller`]),
    ...(maxBytes === null ? [] : [`up to ${sizeWords(maxBytes)}`]),
  ];
  return words.length === 0 ? 'without a limit' : words.join(', ');
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** A number of bytes with three digits at least where it has as many: `960 KiB`, `12.3 MiB`. */
export function sizeWords(bytes: number): string {
  let figure = bytes;
  let unit = 0;
  while (figure >= 999.5 && unit < units.length - 1) {
    figure /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || figure >= 99.95 || Number.isInteger(figure) ? 0 : 1;
  return `${figure.toFixed(digits)} ${units[unit]}`;
}

const dayMs = 24 * 3_600_000;

function ageWords(ms: number): string {
  if (ms >= dayMs && ms % dayMs === 0) return count(ms / dayMs, 'day');
  if (ms % 3_600_000 === 0) return count(ms / 3_600_000, 'hour');
  return count(Math.round(ms / 60_000), 'minute');
}
