import type { History } from '../history/index.ts';
import type { Pass } from '../roster/index.ts';
import { parseReference, type Reference } from './pass-reference.ts';
import type { Question } from './question.ts';
import { UserError } from './user-error.ts';

/** The window that is looked at when none is named: as many passes as a flap is looked for in. */
export const defaultPasses = 20;

/** The ends of a window as a user gives them. */
export interface WindowOptions {
  readonly since?: string;
  readonly until?: string;
}

/** A window as it was asked for: the instants that its ends resolved to, how to say it, and its passes, if there are any. */
export interface Window {
  readonly since: number | null;
  readonly until: number | null;
  readonly words: string;
  readonly range: PassRange | null;
}

/** The numbers of the first and the last pass of a window, and of the pass before it. */
export interface PassRange {
  readonly baseline: number | null;
  readonly first: number;
  readonly last: number;
}

/**
 * Resolves a window: the passes in the order of recording from the first one at or after `since` to the last one at or
 * before `until`, also those in between whose clock went back. Without `since` it holds the last `fallback` passes.
 */
export function resolveWindow(options: WindowOptions, question: Question, fallback: number): Window {
  const { times } = question;
  const since = options.since === undefined ? null : parseReference(options.since, hinting('--since', question));
  const until = options.until === undefined ? null : parseReference(options.until, hinting('--until', question));
  if (since?.kind === 'time' && until?.kind === 'time' && since.at > until.at) {
    throw new UserError(
      `the window ends before it begins: --since is ${times.instant(since.at)}, --until is ${times.instant(until.at)}`,
    );
  }
  return {
    since: since?.kind === 'time' ? since.at : null,
    until: until?.kind === 'time' ? until.at : null,
    ...rangeWithWords(options, since, until, question, fallback),
  };
}

/** Where a pass was pruned, the same flag with the first pass that is kept is hinted at. */
function hinting(flag: string, question: Question) {
  return { ...question, hint: (firstPass: number) => `${flag} ${firstPass}` };
}

function rangeWithWords(
  options: WindowOptions,
  since: Reference | null,
  until: Reference | null,
  question: Question,
  fallback: number,
): Pick<Window, 'range' | 'words'> {
  const range = rangeOf(since, until, question, fallback);
  const cut = since === null && (range?.baseline ?? null) !== null;
  return { range, words: windowWords(options, since, until, question, cut ? fallback : null) };
}

function rangeOf(
  since: Reference | null,
  until: Reference | null,
  { history, controller }: Question,
  fallback: number,
): PassRange | null {
  const latest = history.findLatest(controller) as number;
  const last =
    until === null ? latest : until.kind === 'pass' ? until.number : history.findLastUntil(controller, until.at);
  if (last === null) return null;
  const first =
    since?.kind === 'pass' ? since.number : history.findFirstSince(controller, since?.at ?? Number.MIN_SAFE_INTEGER);
  if (first === null || first > last) return null;
  const range = { first, last, baseline: history.findBefore(controller, first, 1) };
  return since === null ? lastOf(range, fallback, history, controller) : range;
}

/** The last passes of a range, as many as were asked for. */
export function lastOf(range: PassRange, limit: number, history: History, controller: string): PassRange {
  const first = limit === 1 ? range.last : history.findBefore(controller, range.last, limit - 1);
  if (first === null || first <= range.first) return range;
  return { ...range, first, baseline: history.findBefore(controller, first, 1) };
}

/** The passes of a window, the one before it apart. */
export function passesOf(
  { baseline, first, last }: PassRange,
  { history, controller }: Question,
): { baseline: Pass | null; passes: Iterable<Pass> } {
  const passes = history.passes(controller, baseline ?? first, last);
  if (baseline === null) return { baseline: null, passes };
  const { value } = passes.next();
  return { baseline: value as Pass, passes };
}

/** What was asked, with the instant that each end resolved to. */
function windowWords(
  options: WindowOptions,
  since: Reference | null,
  until: Reference | null,
  { times }: Pick<Question, 'times'>,
  cut: number | null,
): string {
  const end = (text: string, reference: Reference | null) => {
    const instant = reference?.kind === 'time' ? times.instant(reference.at) : text;
    return instant === text ? text : `${text} (${instant})`;
  };
  const parts = [
    options.since === undefined ? (cut === null ? '' : `the last ${cut} passes`) : `since ${end(options.since, since)}`,
    options.until === undefined ? '' : `until ${end(options.until, until)}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'all passes' : parts.join(' ');
}
