import { type Settling, settlingOf } from '../diff/index.ts';
import { passSource } from './pass-source.ts';
import type { ProgramOptions } from './program-options.ts';
import { askHistory, type Question } from './question.ts';
import type { Surroundings } from './surroundings.ts';
import { lastOf, resolveWindow, type Window, type WindowOptions } from './window.ts';

/** A window in which a flap is seen to begin (20 passes) and to be over (two rounds of 20). */
export const checkedPasses = 60;

/** What one look at the history found. */
export interface Look {
  readonly settling: Settling;
  readonly window: Window;
  /** The same window by ends that a later look resolves to the same. */
  readonly pinned: WindowOptions;
}

/** Looks at the history once. `quietForMs` is null where quiet is counted in passes. */
export function lookAtWindow(
  options: WindowOptions,
  quietForMs: number | null,
  program: ProgramOptions,
  surroundings: Surroundings,
): Look {
  return askHistory(program, surroundings, (question) => {
    const resolved = resolveWindow(options, question, Number.MAX_SAFE_INTEGER);
    const now = endOf(resolved, options, question);
    const window = options.since === undefined ? latestOf(resolved, now, quietForMs, question) : resolved;
    const settling = settlingOf(passSource(window, question).source, { now, quietForMs });
    return { settling, window, pinned: pinnedEnds(options, window) };
  });
}

/** The instant that is asked about: now, or the end of a window that lies in the past. */
function endOf({ until, range }: Window, options: WindowOptions, { history, controller, now }: Question): number {
  if (until !== null) return Math.min(until, now);
  if (options.until === undefined || range === null || range.last === history.findLatest(controller)) return now;
  return history.findPass(range.last)?.at ?? now;
}

/** The last passes of a window, as many as are looked at, and as long as all must have been quiet. */
function latestOf(window: Window, now: number, quietForMs: number | null, question: Question): Window {
  const { history, controller } = question;
  if (window.range === null) return window;
  const range = lastOf(window.range, checkedPasses, history, controller);
  // a history that is younger than that is looked at whole
  const since =
    quietForMs === null ? range.first : (history.findLastUntil(controller, now - quietForMs) ?? window.range.first);
  const first = Math.min(range.first, since);
  const baseline = history.findBefore(controller, first, 1);
  const words = window.words === 'all passes' && baseline !== null ? latestWords(first, range.first) : window.words;
  return { ...window, words, range: { ...range, first, baseline } };
}

function latestWords(first: number, usual: number): string {
  return first < usual ? `from pass ${first} on` : `the last ${checkedPasses} passes`;
}

/** A time such as `2h ago` and a pass such as `latest~3` move on while somebody waits; what they meant at first does not. */
function pinnedEnds({ since, until }: WindowOptions, window: Window): WindowOptions {
  if (since === undefined) return until === undefined ? {} : { until };
  const first = window.since === null ? window.range?.first : `@${window.since / 1000}`;
  return { ...(until === undefined ? {} : { until }), since: first === undefined ? since : String(first) };
}
