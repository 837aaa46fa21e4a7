import type { History } from '../history/index.ts';

/** The keys whose values are shown, and whether they are others than those of the passes before. */
export interface ShownKeys {
  /** The patterns of the keys: those that were given, else those of the store. */
  readonly patterns: readonly string[];
  /** Whether values of the store were written under another list, and no pass says so yet. */
  areChanged(): boolean;
  /** To be called when a pass is recorded that says whether they were changed. */
  confirm(): void;
}

const setting = 'shown-keys';

/**
 * Compares the patterns with those of the store, in any order; where none are given, those of the store go on. A value that
 * was a digest and is shown now looks changed, and so would predict a replacement that never was: the first pass under
 * another list says that the list is why.
 */
export function openShownKeys(history: History, show: readonly string[] | undefined): ShownKeys {
  // a store that was recorded into without the setting showed nothing; with an empty one there is nothing to compare
  const isEmpty = history.findSetting('digest-key') === null;
  let stored = history.findSetting(setting) ?? (isEmpty ? null : '[]');
  const patterns = show ?? (JSON.parse(stored ?? '[]') as string[]);
  const given = JSON.stringify([...new Set(patterns)].sort());
  return {
    patterns,
    areChanged: () => stored !== null && stored !== given,
    confirm() {
      if (stored === given) return;
      history.writeSetting(setting, given);
      stored = given;
    },
  };
}
