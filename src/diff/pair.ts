import type { Pass } from '../roster/index.ts';
import type { Filter } from './filter.ts';
import { type ExplainedWindow, explainWindow } from './window.ts';

/** Compares two recorded states, whatever lies between them: a window of one pass whose baseline is the other. */
export function explainPair(before: Pass, after: Pass, filter: Filter = {}): ExplainedWindow {
  const { gaps, ...window } = explainWindow([after], before, filter);
  return { ...window, gaps: gaps.filter(({ kind }) => kind !== 'missing') };
}
