import {
  type Container,
  type Declaration,
  decodeEntries,
  type EncodedEntries,
  type HostsList,
  type JsonObject,
  type Name,
  type NodeState,
  type Roster,
  rosterOf,
  type Spec,
} from '../roster/index.ts';
import { weightedCache } from './content-cache.ts';
import type { ContentId, Contents } from './contents.ts';
import type { Damage } from './damage.ts';
import type { EncodedDeclaration } from './declaration-content.ts';

/** Characters of content text that are kept decoded, at about six bytes each: enough for every list of a large mesh in two states. */
const cachedCharacters = 16_000_000;

/** Loads nouns by content id. The same id gives the same object while it is cached. */
export interface NounLoader {
  declaration(content: ContentId): Declaration;
  nodeState(node: string, content: ContentId): NodeState;
  roster(content: ContentId): Roster;
  json(content: ContentId): unknown;
}

/** Opens a loader over the contents of a store. Of a spec that the disk did not keep, the value says so. */
export function openNounLoader(contents: Contents, damage: Damage): NounLoader {
  const cache = weightedCache<ContentId, unknown>(cachedCharacters);
  const states = weightedCache<string, NodeState>(10_000);

  function cached<T>(content: ContentId, decode: (text: string) => T): T {
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
      get value() {
        return damage.attempt<JsonObject>(
          `content ${content} (spec)`,
          () => cached(content, (text) => JSON.parse(text) as JsonObject),
          () => ({ damaged: 'in the store' }),
        );
      },
    };
  }

  function roster(content: ContentId): Roster {
    return cached(content, (text) => {
      const [encoded, owners] = JSON.parse(text) as [EncodedEntries, [Name, string][]];
      return rosterOf(decodeEntries(encoded), new Map(owners));
    });
  }

  function declaration(content: ContentId): Declaration {
    return cached(content, (text) => {
      const [address, extra, rosterId, rows] = JSON.parse(text) as EncodedDeclaration;
      const containers = rows?.map(
        ([id, specId, hostsId, engineId, configDigest]): Container => ({
          id,
          spec: spec(specId),
          hosts: hosts(hostsId),
          engine: engineId === null && configDigest === null ? null : { id: engineId, configDigest },
        }),
      );
      return { address, extra, roster: rosterId === null ? null : roster(rosterId), containers: containers ?? null };
    });
  }

  return {
    declaration,
    roster,
    json: (content) => cached(content, (text) => JSON.parse(text) as unknown),
    nodeState(node, content) {
      return states.take(JSON.stringify([node, content]), () => {
        const { address, containers, roster: own, extra } = declaration(content);
        const byId = new Map((containers ?? []).map((container) => [container.id, container]));
        return {
          value: { node, address, containers: byId, roster: own, extra, digest: contents.digestOf(content) },
          weight: 1 + byId.size,
        };
      });
    },
  };
}
