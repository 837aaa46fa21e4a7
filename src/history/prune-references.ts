import type { ContentId, ContentKind, StoredContent } from './contents.ts';
import { decodeDeclaration } from './declaration-content.ts';
import { decodeState, namedInReport, namedInState } from './mesh-state.ts';
import { decodeJoinFacts } from './pass-facts.ts';

/** The kinds of contents that name others, each before those that it names. */
export const namingKinds = ['join', 'state', 'declaration'] as const satisfies readonly ContentKind[];

/**
 * The contents that a content names, each once, besides the one that it is a difference to. Whatever is not said here is
 * taken for unused when its last row goes.
 */
export function referencesOf({ kind, text }: Pick<StoredContent, 'kind' | 'text'>): ContentId[] {
  return [...new Set(named(kind, text).filter((content) => content !== null))];
}

function named(kind: ContentKind, text: string): (ContentId | null)[] {
  if (kind === 'state') return namedInState(decodeState(text));
  if (kind === 'join') {
    const { report, roster, rosterGiven } = decodeJoinFacts(text);
    return [roster, rosterGiven, ...(report === null ? [] : namedInReport(report))];
  }
  if (kind !== 'declaration') return [];
  const [, , roster, containers] = decodeDeclaration(text);
  return [roster, ...(containers ?? []).map(([, spec]) => spec)];
}
