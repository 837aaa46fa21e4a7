import { explainPasses, observedAmong, windowGaps } from '../diff/index.ts';
import { showJson, showView } from '../report/index.ts';
import type { Pass } from '../roster/index.ts';
import { filterOf } from './filter-options.ts';
import { expectKnown } from './known-words.ts';
import { observeRange } from './observe-range.ts';
import { resolvePass } from './pass-reference.ts';
import type { ProgramOptions } from './program-options.ts';
import { askHistory } from './question.ts';
import { recordingGapsBetween } from './recording-gaps.ts';
import type { ShowOptions } from './show-command.ts';
import type { Surroundings } from './surroundings.ts';
import { passesOf } from './window.ts';

/** Answers `show`. Gives the exit code. */
export function showPass(
  reference: string,
  options: ShowOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): number {
  return askHistory(program, surroundings, (question) => {
    const { history, controller } = question;
    const number = resolvePass(reference, question);
    const filter = filterOf(options);
    expectKnown(filter, question);
    const range = { first: number, last: number, baseline: history.findBefore(controller, number, 1) };
    const { baseline, passes } = passesOf(range, question);
    const [pass] = [...passes] as [Pass];
    const gaps = windowGaps(baseline, [pass], recordingGapsBetween(range.baseline ?? number, number, question));
    const steps = [...explainPasses([pass], baseline, filter)].map((step) => step.explained);
    for (const explained of observedAmong(steps, observeRange(range, question).observed, filter)) {
      question.answer(
        () => showView(explained, pass, filter, question.times, gaps),
        () => showJson(explained, pass, filter, question.times, gaps),
      );
    }
    return 0;
  });
}
