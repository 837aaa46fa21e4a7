import {
  type Container,
  canonicalJson,
  type Declaration,
  type Digest,
  digestOf,
  encodeEntries,
  encodeRoster,
  type JsonObject,
} from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';

/** A declaration as its bytes have it, other contents by id: address, extra keys, roster, containers. */
export type EncodedDeclaration = readonly [
  address: string | null,
  extra: JsonObject,
  roster: ContentId | null,
  containers: readonly EncodedContainer[] | null,
];

/** A container: id, spec, hosts list, engine id, the digest that a compose tool keeps. */
export type EncodedContainer = readonly [
  id: string,
  spec: ContentId,
  hosts: ContentId,
  engineId: string | null,
  configDigest: string | null,
];

const digests = new WeakMap<Declaration, Digest>();

/**
 * The digest of a declaration: that of its canonical JSON, other contents by digest, containers sorted by id. Worked out
 * once for a declaration, of which a recorder takes the same one again and again.
 */
export function declarationDigest(declaration: Declaration): Digest {
  let digest = digests.get(declaration);
  if (digest === undefined) {
    const parts = (container: Container) => [container.spec.digest, container.hosts.digest] as const;
    digest = digestOf(encoded(declaration, parts, declaration.roster?.digest ?? null));
    digests.set(declaration, digest);
  }
  return digest;
}

/** The digest of an encoded declaration, given the digests of the contents that it names. */
export function encodedDeclarationDigest(
  [address, extra, roster, containers]: EncodedDeclaration,
  digestAt: (content: ContentId) => Digest,
): Digest {
  const named =
    containers?.map(([id, spec, hosts, ...engine]) => [id, digestAt(spec), digestAt(hosts), ...engine]) ?? null;
  return digestOf(canonicalJson([address, extra, roster === null ? null : digestAt(roster), named]));
}

/** Adds a declaration and all that it is made of. */
export function addDeclaration(contents: Contents, declaration: Declaration): ContentId {
  return contents.add('declaration', declarationDigest(declaration), () => {
    const { roster } = declaration;
    const rosterId =
      roster === null
        ? null
        : contents.add('roster', roster.digest, () => encodeRoster(roster.list.entries, roster.owners));
    return encoded(declaration, (container) => addContainer(contents, container), rosterId);
  });
}

function addContainer(contents: Contents, { spec, hosts }: Container): [ContentId, ContentId] {
  return [
    contents.add('spec', spec.digest, () => canonicalJson(spec.value)),
    contents.add('hosts', hosts.digest, () => encodeEntries(hosts.entries)),
  ];
}

function encoded(
  { address, extra, containers }: Declaration,
  parts: (container: Container) => readonly [string | number, string | number],
  roster: string | number | null,
): string {
  const sorted = containers && [...containers].sort((a, b) => (a.id < b.id ? -1 : 1));
  const rows = sorted?.map((container) => [
    container.id,
    ...parts(container),
    container.engine?.id ?? null,
    container.engine?.configDigest ?? null,
  ]);
  return canonicalJson([address, extra, roster, rows ?? null]);
}
