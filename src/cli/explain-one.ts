import { type ExplainedPass, explainPasses } from '../diff/index.ts';
import type { History } from '../history/index.ts';
import type { Pass } from '../roster/index.ts';

/** One recorded pass, against the one before it. */
export function explainOne(history: History, controller: string, number: number): ExplainedPass {
  const before = history.findBefore(controller, number, 1);
  const passes = history.passes(controller, before ?? number, number);
  const baseline = before === null ? null : (passes.next().value as Pass);
  const { value } = explainPasses(passes, baseline).next();
  return (value as { explained: ExplainedPass }).explained;
}
