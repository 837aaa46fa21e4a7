import {
  costInTime,
  type ExplainedWindow,
  explainPair,
  explainWindow,
  type Filter,
  isEmptyFilter,
  withObserved,
} from '../diff/index.ts';
import { type AskedDiff, type AskedWindow, diffJson, diffView, textDiffView } from '../report/index.ts';
import type { Pass } from '../roster/index.ts';
import { controlPlaneOf } from './diagnosis-options.ts';
import type { DiffOptions } from './diff-command.ts';
import { filterOf } from './filter-options.ts';
import { expectKnown } from './known-words.ts';
import { observeRange } from './observe-range.ts';
import { resolvePass } from './pass-reference.ts';
import type { ProgramOptions } from './program-options.ts';
import { askHistory, type Question, spanOfPasses } from './question.ts';
import { recordingGapsBetween, recordingGapsIn } from './recording-gaps.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';
import { defaultPasses, type PassRange, passesOf, resolveWindow } from './window.ts';

/** Answers `diff`. Gives the exit code: 1 where it was asked for and something moved. */
export async function diffPasses(
  before: string | undefined,
  after: string | undefined,
  options: DiffOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  if (before !== undefined && (options.since !== undefined || options.until !== undefined)) {
    throw new UserError('BEFORE and AFTER compare two states, --since and --until walk a window: only one of them', {
      hint: `roster-history diff ${before} ${after ?? 'latest'}`,
    });
  }
  const controlPlane = await controlPlaneOf(options, surroundings);
  return askHistory(program, surroundings, (question) => {
    const filter = filterOf(options);
    expectKnown(filter, question);
    const asked = before === undefined ? askWindow(options, question) : askPair(before, after ?? 'latest', question);
    if (options.text) {
      question.answer(
        () => textDiffView(asked.steps(), filter, asked.words),
        (): object => {
          throw new UserError('--text has no JSON form', { hint: 'leave out --json, or --text' });
        },
      );
      return options.exitCode && somethingMoved(asked.explain(filter)) ? 1 : 0;
    }
    const { observations, observed } = observeRange(asked.range, question);
    const window = withObserved(asked.explain(filter), observed);
    // a tally is of the whole pass, and beside a part of it would not add up
    const tallies = isEmptyFilter(filter) ? observed.tallies : [];
    const cost = isEmptyFilter(filter) ? costInTime(window.passes, observations, controlPlane) : undefined;
    question.answer(
      () => diffView(window, asked, question.times, tallies, cost),
      () => diffJson(window, asked.ends, question.times, tallies, cost),
    );
    if (window.passes.length === 0 && !question.json) surroundings.writeError(`${spanOfPasses(question)}\n`);
    return options.exitCode && somethingMoved(window) ? 1 : 0;
  });
}

/** What was asked for: how to explain it, the pairs of neighbouring passes in it, its ends, and how to say it. */
interface Asked extends AskedDiff {
  readonly ends: AskedWindow;
  /** The passes whose replacements may have been observed. */
  readonly range: PassRange | null;
  explain(filter: Filter): ExplainedWindow;
  steps(): Iterable<readonly [before: Pass, after: Pass]>;
}

function askWindow(options: DiffOptions, question: Question): Asked {
  const window = resolveWindow(options, question, defaultPasses);
  const { range, words, since, until } = window;
  const recorded = () => (range === null ? { baseline: null, passes: [] } : passesOf(range, question));
  return {
    words,
    latest: range?.last === question.history.findLatest(question.controller),
    between: null,
    ends: { since, until },
    range,
    explain(filter) {
      const { baseline, passes } = recorded();
      return explainWindow(passes, baseline, filter, recordingGapsIn(window, question));
    },
    *steps() {
      const { baseline, passes } = recorded();
      let before = baseline;
      for (const pass of passes) {
        if (before !== null) yield [before, pass];
        before = pass;
      }
    },
  };
}

function askPair(before: string, after: string, question: Question): Asked {
  const hints = [
    (kept: number) => `roster-history diff ${kept} ${shellWord(after)}`,
    (kept: number) => `roster-history diff ${shellWord(before)} ${kept}`,
  ];
  const [first, last] = [before, after].map((text, end) => {
    const number = resolvePass(text, { ...question, hint: hints[end] as (kept: number) => string });
    return question.history.passes(question.controller, number, number).next().value as Pass;
  }) as [Pass, Pass];
  return {
    words: `pass ${first.number} → pass ${last.number}`,
    latest: false,
    between: passesBetween(first.number, last.number, question),
    ends: { since: first.at, until: last.at },
    // over more than one pass, what was observed is not what the two states differ in
    range:
      question.history.findBefore(question.controller, last.number, 1) === first.number
        ? { first: last.number, last: last.number, baseline: first.number }
        : null,
    explain: (filter) => explainPair(first, last, filter, recordingGapsBetween(first.number, last.number, question)),
    steps: () => [[first, last]],
  };
}

/** A reference as a shell takes it: a time may have a blank. */
function shellWord(text: string): string {
  return /^[\w~:.@+-]+$/.test(text) ? text : `"${text}"`;
}

/** The passes of the controller between two of its passes. */
function passesBetween(first: number, last: number, { history, controller }: Question): number[] {
  const between: number[] = [];
  for (const { number } of first < last ? history.passes(controller, first + 1, last - 1) : []) between.push(number);
  return between;
}

function somethingMoved({ passes }: ExplainedWindow): boolean {
  return passes.some(
    ({ difference }) => difference !== null && (difference.moves.length > 0 || difference.replacements.total > 0),
  );
}
