import type { ContentId, ContentKind, StoredContent } from './contents.ts';
import type { EncodedDeclaration } from './declaration-content.ts';
import { decodeReport } from './report-content.ts';

/** The kinds of contents that name others, each before those that it names. */
export const namingKinds = ['report', 'declaration'] as const satisfies readonly ContentKind[];

/** The contents that a content names. Whatever is not said here is taken for unused when its last row goes. */
export function referencesOf({ kind, text }: Pick<StoredContent, 'kind' | 'text'>): ContentId[] {
  if (kind === 'report') {
    const { delivered, inForce } = decodeReport(text);
    return [delivered, inForce].filter((content) => content !== null);
  }
  if (kind !== 'declaration') return [];
  const [, , roster, containers] = JSON.parse(text) as EncodedDeclaration;
  return [...(roster === null ? [] : [roster]), ...(containers ?? []).flatMap(([, spec, hosts]) => [spec, hosts])];
}
