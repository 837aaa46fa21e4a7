import type { Database } from 'better-sqlite3';
import { decodeEntries, type EncodedEntries } from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';
import type { EncodedDeclaration } from './declaration-content.ts';
import type { Affected } from './finding.ts';
import { decodeReport } from './report-content.ts';

interface Gathered {
  readonly passes: [number, number][];
  readonly nodes: Set<string>;
  readonly containers: Set<string>;
}

/** A content that names another, and, where that is a part of a container, the container's id. */
interface Use {
  readonly by: ContentId;
  readonly container: string | null;
}

/** A row that names a content, from its pass until the one before the next row of its kind. */
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
  const uses = usesOf(database, contents);
  const spans = new Map<ContentId, Span[]>();
  for (const span of readable(() => spansOf(database))) push(spans, span.content, span);

  function gather(content: ContentId, container: string | null, into: Gathered): void {
    for (const { node, first, last } of spans.get(content) ?? []) {
      into.passes.push([first, last]);
      if (node !== null) into.nodes.add(node);
      if (container !== null) into.containers.add(container);
    }
    for (const use of uses.get(content) ?? []) gather(use.by, container ?? use.container, into);
  }

  const affected = new Map<ContentId, Affected>();
  for (const content of damaged) {
    const found: Gathered = { passes: [], nodes: new Set(), containers: new Set() };
    gather(content, null, found);
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
function usesOf(database: Database, contents: Contents): Map<ContentId, Use[]> {
  const uses = new Map<ContentId, Use[]>();
  const ofKind = (kind: string) =>
    readable(() => database.prepare('SELECT content FROM contents WHERE kind = ?').pluck().all(kind) as ContentId[]);
  for (const by of ofKind('declaration')) {
    const [encoded] = readable(() => [JSON.parse(contents.load(by).text) as EncodedDeclaration]);
    if (encoded === undefined) continue;
    const [, , roster, containers] = encoded;
    if (roster !== null) push(uses, roster, { by, container: null });
    for (const [container, spec, hosts] of containers ?? []) {
      push(uses, spec, { by, container });
      push(uses, hosts, { by, container });
    }
  }
  for (const by of ofKind('report')) {
    for (const { delivered, inForce } of readable(() => [decodeReport(contents.load(by).text)])) {
      for (const named of new Set([delivered, inForce])) if (named !== null) push(uses, named, { by, container: null });
    }
  }
  return uses;
}

/** The rows that name contents: reports until the node's next one, and the own facts of passes. */
function spansOf(database: Database): Span[] {
  const last = database.prepare('SELECT coalesce(max(pass), 0) FROM passes').pluck().get() as number;
  const reports = database
    .prepare<[number], Span>(
      `SELECT report AS content, node, pass AS first,
         coalesce(lead(pass) OVER (PARTITION BY controller, node ORDER BY pass) - 1, ?) AS last
       FROM reports`,
    )
    .all(last);
  const facts = ['nodes', 'roster', 'roster_given', 'problems', 'extra'].flatMap((column) =>
    database
      .prepare<[], Span>(
        `SELECT ${column} AS content, NULL AS node, pass AS first, pass AS last FROM passes WHERE ${column} IS NOT NULL`,
      )
      .all(),
  );
  return [...reports, ...facts];
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
