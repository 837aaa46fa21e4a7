import {
  type Container,
  type Declaration,
  type Digest,
  decodeEntries,
  digestOf,
  type EncodedEntries,
  type HostsList,
  type JsonObject,
  type Name,
  type NodeState,
  type Roster,
  rosterOf,
  type Spec,
} from '../roster/index.ts';
import type { Bindings } from './bindings.ts';
import { weightedCache } from './content-cache.ts';
import type { ContentId, Contents } from './contents.ts';
import type { Damage } from './damage.ts';
import { type DeclarationRef, decodeDeclaration, type EncodedDeclaration } from './declaration-content.ts';
import { decodeState, type MeshState } from './mesh-state.ts';
import { decodeJoinFacts, decodePassFacts, type JoinFacts, type PassFacts } from './pass-facts.ts';

/** Characters of content text that are kept decoded, at about six bytes each: enough for every list of a large mesh in two states. */
const cachedCharacters = 16_000_000;

/** Containers of declarations that are kept: a few passes of a large mesh. */
const cachedContainers = 50_000;

/** Loads nouns by content id. The same id gives the same object while it is cached. */
export interface NounLoader {
  declaration(ref: DeclarationRef): Declaration;
  /** All of a declaration but its lists, the contents that it names by id. */
  encodedDeclaration(content: ContentId): EncodedDeclaration;
  nodeState(node: string, ref: DeclarationRef): NodeState;
  roster(content: ContentId): Roster;
  state(content: ContentId): MeshState;
  passFacts(content: ContentId): PassFacts;
  joinFacts(content: ContentId): JoinFacts;
  text(content: ContentId): string;
  /** Loads all of them anew from here on: the same ids may be those of others. */
  forget(): void;
}

/** Opens a loader over the contents of a store. Of a spec that the disk did not keep, the value says so. */
export function openNounLoader(contents: Contents, damage: Damage, bindings: Bindings): NounLoader {
  const cache = weightedCache<ContentId, unknown>(cachedCharacters);
  const declarations = weightedCache<string, Declaration>(cachedContainers);
  const states = weightedCache<string, NodeState>(cachedContainers);

  function cached<T>(content: ContentId, decode: (text: string) => T): T {
    const known = cache.find(content);
    if (known !== undefined) return known as T;
    return cache.take(content, () => {
      const { text } = contents.load(content);
      return { value: decode(text), weight: text.length };
    }) as T;
  }

  function hosts(content: ContentId): HostsList {
    return cached(content, (text) => ({
      entries: decodeEntries(JSON.parse(text) as EncodedEntries),
      digest: contents.digestOf(content),
    }));
  }

  function spec(content: ContentId): Spec {
    const digest = contents.digestOf(content);
    return {
      digest,
      get binds() {
        return bindings.of(content);
      },
      get value() {
        return damage.attempt<JsonObject>(
          `content ${content} (spec)`,
          () => cached(content, (text) => JSON.parse(text) as JsonObject),
          () => ({ damaged: 'in the store' }),
        );
      },
    };
  }

  function digestOfRef({ content, lists }: DeclarationRef): Digest {
    return digestOf([content, ...lists].map(contents.digestOf).join(' '));
  }

  function roster(content: ContentId): Roster {
    return cached(content, (text) => {
      const [encoded, owners] = JSON.parse(text) as [EncodedEntries, [Name, string][]];
      return rosterOf(decodeEntries(encoded), new Map(owners));
    });
  }

  /** The same lists with the same content are the same object while they are cached. */
  function declaration({ content, lists }: DeclarationRef): Declaration {
    return declarations.take(`${content} ${lists}`, () => {
      const [address, extra, rosterId, rows] = cached(content, decodeDeclaration);
      const hostsLists = lists.map(hosts);
      const containers = rows?.map(
        ([id, specId, list, engineId, configDigest]): Container => ({
          id,
          spec: spec(specId),
          hosts: hostsLists[list] as HostsList,
          engine: engineId === null && configDigest === null ? null : { id: engineId, configDigest },
        }),
      );
      return {
        value: {
          address,
          extra,
          roster: rosterId === null ? null : roster(rosterId),
          containers: containers ?? null,
        },
        weight: 1 + (containers?.length ?? 0),
      };
    });
  }

  return {
    declaration,
    encodedDeclaration: (content) => cached(content, decodeDeclaration),
    roster,
    state: (content) => cached(content, decodeState),
    passFacts: (content) => cached(content, decodePassFacts),
    joinFacts: (content) => cached(content, decodeJoinFacts),
    text: (content) => cached(content, (text) => text),
    forget() {
      for (const one of [cache, declarations, states]) one.clear();
    },
    nodeState(node, ref) {
      return states.take(`${ref.content} ${ref.lists} ${node}`, () => {
        const { address, containers, roster: own, extra } = declaration(ref);
        const byId = new Map((containers ?? []).map((container) => [container.id, container]));
        return {
          value: { node, address, containers: byId, roster: own, extra, digest: digestOfRef(ref) },
          weight: 1 + byId.size,
        };
      });
    },
  };
}
