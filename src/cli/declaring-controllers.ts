import { isRecordedFromEngine } from '../diff/index.ts';
import type { History } from '../history/index.ts';
import type { Pass } from '../roster/index.ts';

/** The controllers that declared something, by their latest passes: what was recorded from an engine is what runs. */
export function declaringControllers(history: History): string[] {
  return history.controllers().filter((controller) => {
    const { nodes, roster } = latestPass(history, controller).state;
    const all = [...nodes.values()];
    return roster !== null || all.length === 0 || all.some((node) => !isRecordedFromEngine(node));
  });
}

/** The latest pass of a controller that has one. */
export function latestPass(history: History, controller: string): Pass {
  const latest = history.findLatest(controller) as number;
  return history.passes(controller, latest, latest).next().value as Pass;
}
