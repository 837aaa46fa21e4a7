import { type ExplainedPass, explainPasses, matcher, observedAmong, windowGaps } from '../diff/index.ts';
import { logJson, logView } from '../report/index.ts';
import type { Pass } from '../roster/index.ts';
import { filterOf } from './filter-options.ts';
import { expectKnown } from './known-words.ts';
import type { LogOptions } from './log-command.ts';
import { observeRange } from './observe-range.ts';
import type { ProgramOptions } from './program-options.ts';
import { askHistory, spanOfPasses } from './question.ts';
import { recordingGapsIn } from './recording-gaps.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';
import { lastOf, passesOf, resolveWindow } from './window.ts';

/** Answers `log`. Gives the exit code. */
export function logPasses(options: LogOptions, program: ProgramOptions, surroundings: Surroundings): number {
  const limit = limitOf(options.limit);
  return askHistory(program, surroundings, (question) => {
    const { node } = options;
    const filter = filterOf({ node });
    expectKnown(filter, question);
    const { range, words, since, until } = resolveWindow(options, question, limit);
    const shown = range && lastOf(range, limit, question.history, question.controller);
    const passes: ExplainedPass[] = [];
    const records: ExplainedPass['pass'][] = [];
    let baseline: Pass | null = null;
    if (shown) {
      const recorded = passesOf(shown, question);
      baseline = recorded.baseline;
      for (const { explained } of explainPasses(recorded.passes, baseline, filter)) {
        records.push(explained.pass);
        if (reportedBy(explained, options.node)) passes.push(explained);
      }
    }
    const gaps = windowGaps(baseline, records, recordingGapsIn({ range: shown, since, until }, question));
    const told = observedAmong(passes, observeRange(shown, question).observed, filter);
    question.answer(
      () => logView(told, words, (shown?.baseline ?? null) !== (range?.baseline ?? null), question.times, gaps),
      () => logJson(told, gaps, question.times),
    );
    if (passes.length === 0 && !question.json) surroundings.writeError(`${spanOfPasses(question)}\n`);
    return 0;
  });
}

function reportedBy({ pass }: ExplainedPass, node: string | undefined): boolean {
  return node === undefined || pass.outcomes.some((one) => one.outcome !== 'unreported' && matcher(node)(one.node));
}

function limitOf(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new UserError(`--limit "${text}" is no count: expected a whole number, 0 for all`, { hint: '--limit 50' });
  return text === '0' ? Number.MAX_SAFE_INTEGER : Number(text);
}
