import type { Database } from 'better-sqlite3';
import type { Digest } from '../roster/index.ts';
import type { ContentId, ContentKind } from './contents.ts';

/** A part of a transcript that cannot be: it refers to what no part before it told. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
}

/** Finds a content by its digest. Throws {@link TranscriptError} where there is none. */
export type FindContent = (kind: ContentKind, digest: Digest) => ContentId;

/** Makes the function that finds the contents of a store. */
export function openContentFinder(database: Database): FindContent {
  const findId = database
    .prepare<[Buffer, ContentKind], ContentId>('SELECT content FROM contents WHERE digest = ? AND kind = ?')
    .pluck();
  return (kind, digest) => {
    const content = findId.get(Buffer.from(digest, 'hex'), kind) as ContentId | undefined;
    if (content === undefined) throw new TranscriptError(`no ${kind} "${digest.slice(0, 12)}…" stands before it`);
    return content;
  };
}
