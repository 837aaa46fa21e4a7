import type { Database } from 'better-sqlite3';
import { decodeEntries, type EncodedEntries } from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';
import { type DeclarationRef, decodeDeclaration } from './declaration-content.ts';
import type { Affected } from './finding.ts';
import { rowsOrLost } from './lost-rows.ts';
import { decodeState } from './mesh-state.ts';
import { namingKinds, referencesOf } from './prune-references.ts';
import type { PassRow } from './rows.ts';
import { numberedPasses } from './verify-passes.ts';

interface Gathered {
  readonly passes: [number, number][];
  readonly nodes: Set<string>;
  readonly containers: Set<string>;
}

/** A content that names another, and the node or the container that it is of, where the other is but a part of it. */
interface Use {
  readonly by: ContentId;
  readonly node: string | null;
  readonly container: string | null;
}

/** The passes whose rows name a content. */
interface Span {
  readonly content: ContentId;
  readonly node: string | null;
  readonly first: number;
  readonly last: number;
}

/** The passes, nodes, containers and names that rest on contents, as far as what is left of the store tells. Reads all of it. */
export function affectedBy(
  database: Database,
  contents: Contents,
  damaged: ReadonlySet<ContentId>,
): Map<ContentId, Affected> {
  const uses = usesOf(database, contents, damaged);
  const spans = new Map<ContentId, Span[]>();
  for (const span of [...spansOfPasses(database), ...spansOfJoins(database)]) push(spans, span.content, span);

  function gather(content: ContentId, of: Omit<Use, 'by'>, into: Gathered): void {
    for (const { node, first, last } of spans.get(content) ?? []) {
      into.passes.push([first, last]);
      if ((of.node ?? node) !== null) into.nodes.add((of.node ?? node) as string);
      if (of.container !== null) into.containers.add(of.container);
    }
    for (const { by, node, container } of uses.get(content) ?? [])
      gather(by, { node: of.node ?? node, container: of.container ?? container }, into);
  }

  const affected = new Map<ContentId, Affected>();
  for (const content of damaged) {
    const found: Gathered = { passes: [], nodes: new Set(), containers: new Set() };
    gather(content, { node: null, container: null }, found);
    affected.set(content, {
      passes: merged(found.passes),
      nodes: [...found.nodes].sort(),
      containers: [...found.containers].sort(),
      names: namesIn(contents, content),
    });
  }
  return affected;
}

/** By which contents each content is named. */
function usesOf(database: Database, contents: Contents, damaged: ReadonlySet<ContentId>): Map<ContentId, Use[]> {
  const uses = new Map<ContentId, Use[]>();
  for (const kind of namingKinds) {
    for (const by of idsOf(database, kind)) {
      for (const { content, ...use } of readable(() => namedBy(kind, contents.load(by).text, contents, damaged)))
        push(uses, content, { by, ...use });
    }
  }
  for (const { by, content } of differencesTo(database, damaged))
    push(uses, content, { by, node: null, container: null });
  return uses;
}

/** The contents of a kind, also of those that cannot be read: the index has their numbers once more. */
function idsOf(database: Database, kind: string): ContentId[] {
  const ids = (sql: string) => readable(() => database.prepare(sql).pluck().all(kind) as ContentId[]);
  const indexed = ids(
    "SELECT content FROM contents INDEXED BY sqlite_autoindex_contents_1 WHERE digest >= x'' AND kind = ?",
  );
  const inTable = ids('SELECT content FROM contents NOT INDEXED WHERE kind = ?');
  return inTable.length < indexed.length ? indexed : inTable;
}

/** What is kept as a difference to contents that are damaged is damaged with them. */
function differencesTo(database: Database, damaged: ReadonlySet<ContentId>): { by: ContentId; content: ContentId }[] {
  const baseOf = database.prepare('SELECT base FROM contents WHERE content = ?').pluck();
  return [...damaged].flatMap((by) => {
    const [content] = readable(() => [baseOf.get(by) as ContentId | null | undefined]);
    return content != null && damaged.has(content) ? [{ by, content }] : [];
  });
}

type Named = Omit<Use, 'by'> & { readonly content: ContentId };

/** What a content names, each once for each node or container that it is of. */
function namedBy(
  kind: (typeof namingKinds)[number],
  text: string,
  contents: Contents,
  damaged: ReadonlySet<ContentId>,
): Named[] {
  const others = (content: ContentId): Named => ({ content, node: null, container: null });
  if (kind === 'declaration') {
    const [, , roster, containers] = decodeDeclaration(text);
    const parts = (containers ?? []).map(([container, content]): Named => ({ content, node: null, container }));
    return roster === null ? parts : [others(roster), ...parts];
  }
  if (kind === 'join') return referencesOf({ kind, text }).map(others);
  const { roster, rosterGiven, nodes } = decodeState(text);
  const ofMesh = [roster, rosterGiven].flatMap((content) => (content === null ? [] : [others(content)]));
  const ofNodes = [...nodes].flatMap(([node, { report }]) =>
    [report.delivered, report.inForce].flatMap((ref): Named[] =>
      ref === null ? [] : [{ content: ref.content, node, container: null }, ...listsOf(ref, node, contents, damaged)],
    ),
  );
  return [...ofMesh, ...ofNodes];
}

/** The lists of a declaration that are damaged, once for each container that has one. */
function listsOf(ref: DeclarationRef, node: string, contents: Contents, damaged: ReadonlySet<ContentId>): Named[] {
  const lists = ref.lists.filter((list) => damaged.has(list));
  if (lists.length === 0) return [];
  const [rows] = readable(() => [decodeDeclaration(contents.load(ref.content).text)[3]]);
  const ofContainers = (rows ?? []).flatMap(([container, , place]): Named[] =>
    lists.flatMap((content) => (ref.lists[place] === content ? [{ content, node, container }] : [])),
  );
  return ofContainers.length > 0 ? ofContainers : lists.map((content) => ({ content, node, container: null }));
}

/** The contents that passes name, as far as their rows can be read. */
function* spansOfPasses(database: Database): Generator<Span> {
  for (const found of rowsOrLost<PassRow>(database, numberedPasses)) {
    if (!('row' in found)) continue;
    const { pass, source, facts, state } = found.row;
    for (const content of [source, facts, state])
      if (content !== null) yield { content, node: null, first: pass, last: pass };
  }
}

/** The contents that what joined passes names. */
function spansOfJoins(database: Database): Span[] {
  const of = (column: string) =>
    `SELECT ${column} AS content, nullif(node, '') AS node, pass AS first, until_pass - 1 AS last
     FROM joins WHERE ${column} > 0`;
  return ['facts', 'source'].flatMap((column) => readable(() => database.prepare<[], Span>(of(column)).all()));
}

/** The names that a list still tells of. */
function namesIn(contents: Contents, content: ContentId): string[] {
  const entries = readable(() => {
    const { kind, text } = contents.load(content);
    if (kind !== 'hosts' && kind !== 'roster') return [];
    const value = JSON.parse(text) as EncodedEntries | [EncodedEntries, unknown];
    return decodeEntries((kind === 'hosts' ? value : value[0]) as EncodedEntries);
  });
  return [...new Set(entries.map(({ name }) => name))];
}

/** What can be read, and nothing where that meets damage. */
function readable<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch {
    return [];
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function merged(stretches: readonly (readonly [number, number])[]): [number, number][] {
  const result: [number, number][] = [];
  for (const [first, last] of [...stretches].sort(([a], [b]) => a - b)) {
    const before = result.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else result.push([first, last]);
  }
  return result;
}
