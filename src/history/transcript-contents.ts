import type { EncodedEntries, JsonObject, Name } from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';
import type { EncodedDeclaration } from './declaration-content.ts';
import type { TranscriptContent } from './transcript.ts';

/**
 * Makes the function that gives a content as parts of a transcript, after those that it refers to: each content once, and
 * nothing for one that was given before, or for null. Where one of the parts cannot be read it throws, and none was given.
 */
export function openTranscriptContents(
  contents: Contents,
): (kind: 'roster' | 'declaration', content: ContentId | null) => TranscriptContent[] {
  const given = new Set<ContentId>();
  let fresh: ContentId[] = [];

  function* define(kind: TranscriptContent['kind'], content: ContentId | null): Generator<TranscriptContent> {
    if (content === null || given.has(content)) return;
    given.add(content);
    fresh.push(content);
    const { digest, text } = contents.load(content);
    const value: unknown = JSON.parse(text);
    if (kind === 'hosts') yield { kind, digest, entries: value as EncodedEntries };
    else if (kind === 'spec') yield { kind, digest, value: value as JsonObject };
    else if (kind === 'roster') {
      const [entries, owners] = value as [EncodedEntries, [Name, string][]];
      yield { kind, digest, entries, owners };
    } else yield* declarationParts(content, value as EncodedDeclaration);
  }

  function* declarationParts(
    content: ContentId,
    [address, extra, roster, rows]: EncodedDeclaration,
  ): Generator<TranscriptContent> {
    yield* define('roster', roster);
    for (const [, spec, hosts] of rows ?? []) {
      yield* define('spec', spec);
      yield* define('hosts', hosts);
    }
    const containers = rows?.map(([id, spec, hosts, engineId, configDigest]) => ({
      id,
      spec: contents.digestOf(spec),
      hosts: contents.digestOf(hosts),
      engine: engineId === null && configDigest === null ? null : { id: engineId, configDigest },
    }));
    yield {
      kind: 'declaration',
      digest: contents.digestOf(content),
      address,
      roster: roster === null ? null : contents.digestOf(roster),
      containers: containers ?? null,
      extra,
    };
  }

  return (kind, content) => {
    fresh = [];
    try {
      return [...define(kind, content)];
    } catch (error) {
      for (const one of fresh) given.delete(one);
      throw error;
    }
  };
}
