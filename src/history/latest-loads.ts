import type { ContentId } from './contents.ts';

/** So many are at hand: a flap goes through few of each kind. */
const mostKept = 16;

/** What was loaded lately, found by a look: in a long history the same few contents are named by pass after pass. */
export interface LatestLoads<T> {
  find(content: ContentId): T | undefined;
  load(content: ContentId): T;
  /** Loads all of them anew from here on. */
  forget(): void;
}

/** Keeps what a load gave lately. */
export function latestLoads<T>(load: (content: ContentId) => T): LatestLoads<T> {
  const kept = new Map<ContentId, T>();
  return {
    find: (content) => kept.get(content),
    load(content) {
      const known = kept.get(content);
      if (known !== undefined) return known;
      const loaded = load(content);
      if (kept.size >= mostKept) kept.clear();
      kept.set(content, loaded);
      return loaded;
    },
    forget: () => kept.clear(),
  };
}
