import { type Diagnosis, type GivenBindings, type Policy, type WhatIf, whatIf } from '../diff/index.ts';
import { whatIfJson, whatIfView } from '../report/index.ts';
import { circumstancesOf, diagnoseWindow } from './diagnosis-options.ts';
import { passSource } from './pass-source.ts';
import { policiesOf } from './policy-option.ts';
import type { ProgramOptions } from './program-options.ts';
import { askHistory, type Question, spanOfPasses } from './question.ts';
import type { Surroundings } from './surroundings.ts';
import type { WhatIfOptions } from './whatif-command.ts';
import { defaultPasses, resolveWindow, type Window } from './window.ts';

/** Answers `whatif`. Gives the exit code. */
export async function replayWindow(
  options: WhatIfOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  const policies = policiesOf(options.policy);
  const { controlPlane, binds } = await circumstancesOf(options, surroundings);
  return askHistory(program, surroundings, (question) => {
    const window = resolveWindow(options, question, defaultPasses);
    const { words, since, until, range } = window;
    const diagnosis = diagnoseWindow(window, controlPlane, question);
    const asked = replay(window, diagnosis, policies, binds, question);
    const { gaps } = diagnosis.window;
    question.answer(
      () => whatIfView(asked, { words, gaps, controlPlane }, question.times),
      () => whatIfJson(asked, gaps, { since, until, baseline: range?.baseline ?? null }, question.times),
    );
    if (range === null && !question.json) surroundings.writeError(`${spanOfPasses(question)}\n`);
    return 0;
  });
}

/** Replays a window that was diagnosed. */
export function replay(
  window: Omit<Window, 'words'>,
  { loop, controlPlane }: Diagnosis,
  policies: readonly Policy[],
  binds: GivenBindings,
  question: Question,
): WhatIf {
  const { source } = passSource(window, question);
  return whatIf(source, { policies, controlPlane, loop, binds });
}
