import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, digestOf, type Json } from '../roster/index.ts';
import { type ContentId, type Contents, openContents, type StoredContent } from './contents.ts';
import { restateDeclaration } from './declaration-content.ts';
import { StoreError } from './store-error.ts';

/**
 * Opens the contents of a database, each checked against its digest as it is loaded: what the disk changed is never told
 * as if it had been recorded.
 */
export function openCheckedContents(database: Database, file: string): Contents {
  const contents = openContents(database, file);

  function isWhole(stored: StoredContent): boolean {
    try {
      return contentDigest(stored, contents.digestOf) === stored.digest;
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof TypeError) return false;
      throw error;
    }
  }

  return {
    ...contents,
    load(content) {
      const stored = contents.load(content);
      if (isWhole(stored)) return stored;
      throw new StoreError(`"${file}": content ${content} (${stored.kind}) is not what was recorded`, {
        damaged: true,
        hint: 'roster-history verify says what is affected',
      });
    },
  };
}

/** The digest that a content as it is stored has. Throws what reading its text throws. */
export function contentDigest({ kind, text }: StoredContent, digestAt: (content: ContentId) => Digest): Digest {
  if (kind === 'declaration') return digestOf(restateDeclaration(text, digestAt));
  return digestOf(kind === 'spec' ? canonicalJson(JSON.parse(text) as Json) : text);
}
