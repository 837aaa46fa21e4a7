import {
  type Binding,
  canonicalJson,
  type Digest,
  digestOf,
  type EncodedEntries,
  type JsonObject,
  type Name,
  untoldReasonOf,
} from '../roster/index.ts';
import type { Bindings } from './bindings.ts';
import type { ContentId, Contents } from './contents.ts';
import { type DeclarationRef, decodeDeclaration } from './declaration-content.ts';
import type { TranscriptBinding, TranscriptContainer, TranscriptContent } from './transcript.ts';

/** Gives contents as parts of a transcript, after those that they refer to: each once, and nothing for one that was given before. */
export interface TranscriptContents {
  /** Where one of the parts cannot be read it throws, and none was given. */
  roster(content: ContentId | null): TranscriptContent[];
  declaration(ref: DeclarationRef | null): TranscriptContent[];
  /** The digest under which a transcript knows a declaration: that of all of it. */
  digestOf(ref: DeclarationRef): Digest;
}

/** The digest of a declaration in a transcript, other contents by digest, containers sorted by id. */
export function transcriptDigest(
  address: string | null,
  extra: JsonObject,
  roster: Digest | null,
  containers: readonly TranscriptContainer[] | null,
): Digest {
  const rows = containers?.map(({ id, spec, hosts, engine }) => {
    return [id, spec, hosts, engine?.id ?? null, engine?.configDigest ?? null];
  });
  return digestOf(canonicalJson([address, extra, roster, rows ?? null]));
}

/** Begins a transcript of a store. */
export function openTranscriptContents(contents: Contents, bindings: Bindings): TranscriptContents {
  const given = new Set<ContentId | string>();
  const digests = new Map<string, Digest>();
  let fresh: (ContentId | string)[] = [];

  function isNew(key: ContentId | string): boolean {
    if (given.has(key)) return false;
    given.add(key);
    fresh.push(key);
    return true;
  }

  function* define(kind: 'hosts' | 'spec' | 'roster', content: ContentId | null): Generator<TranscriptContent> {
    if (content === null || !isNew(content)) return;
    const { digest, text } = contents.load(content);
    const value: unknown = JSON.parse(text);
    if (kind === 'hosts') yield { kind, digest, entries: value as EncodedEntries };
    else if (kind === 'spec') yield { kind, digest, value: value as JsonObject, ...told(bindings.of(content)) };
    else {
      const [entries, owners] = value as [EncodedEntries, [Name, string][]];
      yield { kind, digest, entries, owners };
    }
  }

  const keyOf = ({ content, lists }: DeclarationRef) => `${content} ${lists}`;

  function* declarationParts(ref: DeclarationRef): Generator<TranscriptContent> {
    if (!isNew(keyOf(ref))) return;
    const [address, extra, rosterId, rows] = decodeDeclaration(contents.load(ref.content).text);
    yield* define('roster', rosterId);
    for (const [, spec] of rows ?? []) yield* define('spec', spec);
    for (const list of ref.lists) yield* define('hosts', list);
    const containers =
      rows?.map(([id, spec, list, engineId, configDigest]) => ({
        id,
        spec: contents.digestOf(spec),
        hosts: contents.digestOf(ref.lists[list] as ContentId),
        engine: engineId === null && configDigest === null ? null : { id: engineId, configDigest },
      })) ?? null;
    const roster = rosterId === null ? null : contents.digestOf(rosterId);
    const digest = transcriptDigest(address, extra, roster, containers);
    digests.set(keyOf(ref), digest);
    yield { kind: 'declaration', digest, address, roster, containers, extra };
  }

  function whole(parts: () => Iterable<TranscriptContent>): TranscriptContent[] {
    fresh = [];
    try {
      return [...parts()];
    } catch (error) {
      for (const one of fresh) given.delete(one);
      throw error;
    }
  }

  return {
    roster: (content) => whole(() => define('roster', content)),
    declaration: (ref) => (ref === null ? [] : whole(() => declarationParts(ref))),
    digestOf: (ref) => digests.get(keyOf(ref)) as Digest,
  };
}

function told(binding: Binding): { binds?: TranscriptBinding } {
  const why = untoldReasonOf(binding);
  if (why === 'not-searched') return {};
  return { binds: { names: [...binding.names].sort(), ...(why === null ? {} : { why }) } };
}
