import {
  type Container,
  canonicalJson,
  type Declaration,
  type Digest,
  digestOf,
  encodeEntries,
  encodeRoster,
  type JsonObject,
  type Roster,
} from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';

/** How a content is referred to: by id in what is stored, by digest in what is digested. */
type Reference = (content: ContentId) => string | number;

/**
 * Where a declaration stands: a content that holds all of it but its hosts lists, and those lists. A name that moves makes
 * another list for most containers, and leaves everything else as it was.
 */
export interface DeclarationRef {
  readonly content: ContentId;
  readonly lists: readonly ContentId[];
}

/** A declaration as its content has it: address, extra keys, roster, containers. */
export type EncodedDeclaration = readonly [
  address: string | null,
  extra: JsonObject,
  roster: ContentId | null,
  containers: readonly EncodedContainer[] | null,
];

/** A container: id, spec, the place of its hosts list among those of the declaration, engine id, the digest that a compose tool keeps. */
export type EncodedContainer = readonly [
  id: string,
  spec: ContentId,
  list: number,
  engineId: string | null,
  configDigest: string | null,
];

/** Adds a declaration and all that it is made of. `before` is one that it is much like. */
export function addDeclaration(
  contents: Contents,
  declaration: Declaration,
  before: DeclarationRef | null = null,
): DeclarationRef {
  const { digest, lists, places } = shapeOf(declaration);
  const { address, extra, roster, containers } = declaration;
  const content = contents.add(
    'declaration',
    digest,
    () => {
      const like = partsBefore(contents, before);
      const rosterId = roster === null ? null : addRoster(contents, roster, like.roster);
      const rows = sorted(containers)?.map(({ id, spec, engine }, index): EncodedContainer => {
        like.last = contents.add('spec', spec.digest, () => canonicalJson(spec.value), like.specs.get(id) ?? like.last);
        return [id, like.last, places[index] as number, engine?.id ?? null, engine?.configDigest ?? null];
      });
      return canonicalJson([address, extra, rosterId, rows ?? null]);
    },
    before?.content,
  );
  let last = before?.lists[0];
  const added = lists.map((list, place) => {
    last = contents.add('hosts', list.digest, () => encodeEntries(list.entries), before?.lists[place] ?? last);
    return last;
  });
  return { content, lists: added };
}

/** Adds a declaration's content whose parts are there already. */
export function addEncoded(contents: Contents, encoded: EncodedDeclaration, base: ContentId | null): ContentId {
  const digest = digestOf(encodeDeclaration(encoded, contents.digestOf));
  return contents.add('declaration', digest, () => encodeDeclaration(encoded, (content) => content), base);
}

/** Adds a roster. `before` is one that it is much like. */
export function addRoster(contents: Contents, roster: Roster, before: ContentId | null = null): ContentId {
  return contents.add('roster', roster.digest, () => encodeRoster(roster.list.entries, roster.owners), before);
}

/** Reads back what {@link addDeclaration} stored. */
export function decodeDeclaration(text: string): EncodedDeclaration {
  return JSON.parse(text) as EncodedDeclaration;
}

/** The text of a declaration's content, in which contents are referred to otherwise than by their ids. */
export function restateDeclaration(text: string, reference: Reference): string {
  return encodeDeclaration(decodeDeclaration(text), reference);
}

function encodeDeclaration([address, extra, roster, containers]: EncodedDeclaration, reference: Reference): string {
  const rows = containers?.map(([id, spec, ...rest]) => [id, reference(spec), ...rest]) ?? null;
  return canonicalJson([address, extra, roster === null ? null : reference(roster), rows]);
}

interface Shape {
  /** That of the content. */
  readonly digest: Digest;
  readonly lists: readonly Container['hosts'][];
  /** Of each container, sorted by id, the place of its list. */
  readonly places: readonly number[];
}

const shapes = new WeakMap<Declaration, Shape>();

/** Worked out once for a declaration, of which a recorder takes the same one again and again. */
function shapeOf(declaration: Declaration): Shape {
  const known = shapes.get(declaration);
  if (known !== undefined) return known;
  const { address, extra, roster } = declaration;
  const containers = sorted(declaration.containers);
  const lists = new Map<Digest, Container['hosts']>();
  for (const { hosts } of containers ?? []) if (!lists.has(hosts.digest)) lists.set(hosts.digest, hosts);
  const order = new Map([...lists.keys()].map((digest, place) => [digest, place]));
  const places = containers?.map(({ hosts }) => order.get(hosts.digest) as number) ?? [];
  const rows = containers?.map(({ id, spec, engine }, index) => {
    return [id, spec.digest, places[index] as number, engine?.id ?? null, engine?.configDigest ?? null];
  });
  const digest = digestOf(canonicalJson([address, extra, roster?.digest ?? null, rows ?? null]));
  const shape = { digest, lists: [...lists.values()], places };
  shapes.set(declaration, shape);
  return shape;
}

/** Whether a stored declaration is another one. */
export function isDeclaration(contents: Contents, stored: DeclarationRef, declaration: Declaration): boolean {
  const { digest, lists } = shapeOf(declaration);
  return (
    contents.digestOf(stored.content) === digest &&
    stored.lists.length === lists.length &&
    stored.lists.every((list, place) => contents.digestOf(list) === lists[place]?.digest)
  );
}

/** What the parts of a declaration are much like: those of the one before it, and the spec of the container before. */
interface PartsBefore {
  readonly roster: ContentId | null;
  readonly specs: ReadonlyMap<string, ContentId>;
  last: ContentId | null;
}

function partsBefore(contents: Contents, before: DeclarationRef | null): PartsBefore {
  const nothing: PartsBefore = { roster: null, specs: new Map(), last: null };
  if (before === null) return nothing;
  try {
    const [, , roster, containers] = decodeDeclaration(contents.load(before.content).text);
    const specs = (containers ?? []).map(([id, spec]) => [id, spec] as const);
    return { roster, specs: new Map(specs), last: specs[0]?.[1] ?? null };
  } catch {
    // one that the disk did not keep is like nothing
    return nothing;
  }
}

function sorted(containers: readonly Container[] | null): Container[] | null {
  return containers && [...containers].sort((a, b) => (a.id < b.id ? -1 : 1));
}
