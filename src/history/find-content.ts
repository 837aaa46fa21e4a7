import type { Digest } from '../roster/index.ts';
import type { ContentId, ContentKind, Contents } from './contents.ts';

/** A part of a transcript that cannot be: it refers to what no part before it told. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
}

/** Finds a content by its digest. Throws {@link TranscriptError} where there is none. */
export type FindContent = (kind: ContentKind, digest: Digest) => ContentId;

/** Makes the function that finds the contents of a store. */
export function openContentFinder(contents: Contents): FindContent {
  return (kind, digest) => {
    const content = contents.find(kind, digest);
    if (content === null) throw missingContent(kind, digest);
    return content;
  };
}

/** The error that a part of a transcript refers to what did not come before it. */
export function missingContent(kind: ContentKind, digest: Digest): TranscriptError {
  return new TranscriptError(`no ${kind} "${digest.slice(0, 12)}…" stands before it`);
}
