import type { History } from '../history/index.ts';

/** The keys whose values are shown, and whether they are others than those of the passes before. */
export interface ShownKeys {
  /** Whether values of the store were written under another list, and no pass says so yet. */
  areChanged(): boolean;
  /** To be called when a pass is recorded that says whether they were changed. */
  confirm(): void;
}

const setting = 'shown-keys';

/** The patterns of the keys that a store's values were last written under; none where it has none. */
export function shownKeysOf(history: History): readonly string[] {
  return JSON.parse(history.findSetting(setting) ?? '[]') as string[];
}

/**
 * Compares the patterns with those of the store, in any order. A value that was a digest and is shown now looks changed, and
 * so would predict a replacement that never was: the first pass under another list says that the list is why.
 */
export function openShownKeys(history: History, show: readonly string[]): ShownKeys {
  const given = JSON.stringify([...new Set(show)].sort());
  // a store that was recorded into without the setting showed nothing; with an empty one there is nothing to compare
  const isEmpty = history.findSetting('digest-key') === null;
  let stored = history.findSetting(setting) ?? (isEmpty ? null : '[]');
  return {
    areChanged: () => stored !== null && stored !== given,
    confirm() {
      if (stored === given) return;
      history.writeSetting(setting, given);
      stored = given;
    },
  };
}
