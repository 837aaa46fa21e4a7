import { explainJson, explainView } from '../report/index.ts';
import { controlPlaneOf, type DiagnosisOptions, diagnoseWindow } from './diagnosis-options.ts';
import type { ProgramOptions } from './program-options.ts';
import { askHistory } from './question.ts';
import type { Surroundings } from './surroundings.ts';
import { defaultPasses, resolveWindow } from './window.ts';

/** Answers `explain`. Gives the exit code. */
export async function explainPassesOf(
  options: DiagnosisOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  const controlPlane = await controlPlaneOf(options, surroundings);
  return askHistory(program, surroundings, (question) => {
    const window = resolveWindow(options, question, defaultPasses);
    const { words, since, until } = window;
    const diagnosis = diagnoseWindow(window, controlPlane, question);
    question.answer(
      () => explainView(diagnosis, words, question.times),
      () => explainJson(diagnosis, { since, until }, question.times),
    );
    return 0;
  });
}
