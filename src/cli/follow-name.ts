import {
  type ExplainedPass,
  explainPasses,
  matcher,
  meshView,
  nodeView,
  observedAmong,
  windowGaps,
} from '../diff/index.ts';
import { type HeldName, nameJson, nameView } from '../report/index.ts';
import { type Pass, parseName, type State } from '../roster/index.ts';
import { knownNames } from './known-words.ts';
import type { NameOptions } from './name-command.ts';
import { observeRange } from './observe-range.ts';
import type { ProgramOptions } from './program-options.ts';
import { askHistory } from './question.ts';
import { recordingGapsIn } from './recording-gaps.ts';
import { findNear } from './suggestion.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';
import { passesOf, resolveWindow } from './window.ts';

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
    const told = observedAmong(passes, observeRange(window.range, question).observed, { name: pattern });
    const held = last === null ? [] : heldNames(last, pattern);
    if (passes.length === 0 && held.length === 0 && (first === null || heldNames(first, pattern).length === 0)) {
      const near = findNear(pattern, knownNames(question));
      throw new UserError(`no name "${asked}" in ${window.words}${near ? `: did you mean "${near}"?` : ''}`, {
        hint: near ? `roster-history name ${near}` : 'roster-history show lists the names of the latest pass',
      });
    }
    const gaps = windowGaps(baseline, records, recordingGapsIn(window, question));
    question.answer(
      () => nameView(asked, window.words, told, held, question.times, gaps),
      () => nameJson(asked, told, held, gaps, question.times),
    );
    return 0;
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
