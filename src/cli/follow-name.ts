import {
  type ExplainedPass,
  explainPasses,
  matcher,
  meshView,
  nodeView,
  observedAmong,
  windowGaps,
} from '../diff/index.ts';
import { type HeldName, nameJson, nameView, seenWords, unseenNameView } from '../report/index.ts';
import { type Pass, type PassRecord, parseName, type State } from '../roster/index.ts';
import { knownNames } from './known-words.ts';
import { findLastSeen } from './last-seen.ts';
import type { NameOptions } from './name-command.ts';
import { observeRange } from './observe-range.ts';
import type { ProgramOptions } from './program-options.ts';
import { askHistory, type Question, spanOfPasses } from './question.ts';
import { recordingGapsIn } from './recording-gaps.ts';
import { findNear } from './suggestion.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';
import { passesOf, resolveWindow, type Window } from './window.ts';

/** Answers `name`. Gives the exit code. */
export function followName(
  asked: string,
  options: NameOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): number {
  return askHistory(program, surroundings, (question) => {
    const pattern = asked.includes('*') ? asked : parseName(asked).name;
    const window = resolveWindow(options, question, Number.MAX_SAFE_INTEGER);
    const passes: ExplainedPass[] = [];
    const records: ExplainedPass['pass'][] = [];
    let last: State | null = null;
    let first: State | null = null;
    let baseline: Pass | null = null;
    if (window.range) {
      const recorded = passesOf(window.range, question);
      baseline = recorded.baseline;
      for (const { explained, state } of explainPasses(recorded.passes, baseline, { name: pattern })) {
        first ??= state;
        last = state;
        records.push(explained.pass);
        if ((explained.difference?.moves.length ?? 0) > 0) passes.push(explained);
      }
    }
    const heldIn = (state: State) => heldNames(state, pattern).length > 0;
    const told = observedAmong(passes, observeRange(window.range, question).observed, { name: pattern });
    const held = last === null ? [] : heldNames(last, pattern);
    const isAbsent = passes.length === 0 && held.length === 0 && (first === null || !heldIn(first));
    const seen = isAbsent ? findLastSeen(pattern, question, heldIn) : null;
    if (isAbsent && (seen === null || window.range !== null)) throw absentName(asked, pattern, window, seen, question);
    const gaps = windowGaps(baseline, records, recordingGapsIn(window, question));
    question.answer(
      () =>
        seen === null
          ? nameView(asked, window.words, told, held, question.times, gaps)
          : unseenNameView(asked, window.words, seen, question.times, gaps),
      () => nameJson(asked, told, held, gaps, question.times),
    );
    if (seen !== null && !question.json) surroundings.writeError(`${spanOfPasses(question)}\n`);
    return 0;
  });
}

/** The error that no pass of a window has a name: it was seen at other times, or another one is meant. */
function absentName(
  asked: string,
  pattern: string,
  { words, range }: Window,
  seen: PassRecord | null,
  question: Question,
): UserError {
  if (seen !== null) {
    return new UserError(`no name "${asked}" in ${words}: it was last seen in ${seenWords(seen, question.times)}`, {
      hint: `roster-history name ${asked.includes('*') ? `"${asked}"` : asked}`,
    });
  }
  const near = findNear(pattern, knownNames(question));
  const where = range === null ? 'any pass' : words;
  return new UserError(`no name "${asked}" in ${where}${near ? `: did you mean "${near}"?` : ''}`, {
    hint: near ? `roster-history name ${near}` : 'roster-history show lists the names of the latest pass',
  });
}

/** Where a name is held in a state, and at which addresses. */
function heldNames(state: State, pattern: string): HeldName[] {
  const matches = matcher(pattern);
  const views = [
    ...(state.roster ? [{ view: 'roster', names: meshView(state).names }] : []),
    ...[...state.nodes.values()].map((node) => ({ view: node.node, names: nodeView(node).names })),
  ];
  return views.flatMap(({ view, names }) =>
    [...names]
      .filter(([name]) => matches(name))
      .map(([name, addresses]) => ({ name, view, addresses: [...addresses] })),
  );
}
