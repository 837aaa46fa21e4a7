import type { Database } from 'better-sqlite3';
import type { Json, JsonObject, NodeOutcome, NodeState, Pass, PassRecord, Problem } from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';
import { type NounLoader, openNounLoader } from './load-nouns.ts';
import { decodeReport, type StoredReport } from './report-content.ts';
import { type JoinRow, type PassRow, type ReportRow, rosterAfter } from './rows.ts';

/** Reads passes and finds their numbers. A find gives null where nothing answers. */
export interface Reader {
  /** The controllers of the store, by name. */
  controllers(): string[];
  /** The nodes of a controller that were ever reported, by name. */
  nodes(controller: string): string[];
  findPass(number: number): PassRecord | null;
  /** The latest pass that a controller gave this id. */
  findKey(controller: string, key: string): number | null;
  findLatest(controller: string): number | null;
  /** The first pass at or after an instant, in milliseconds. */
  findFirstSince(controller: string, at: number): number | null;
  /** The last pass at or before an instant, in milliseconds. */
  findLastUntil(controller: string, at: number): number | null;
  /** The pass before another one, `steps` back. */
  findBefore(controller: string, number: number, steps: number): number | null;
  /** A controller's passes from `first` to `last`, in the order of recording, each with the state after it. Lazy. */
  passes(controller: string, first: number, last: number): IterableIterator<Pass>;
}

/** A node's latest report at some pass, and the pass whose row has it. */
export interface FoundReport {
  readonly pass: number;
  readonly content: ContentId;
  readonly report: StoredReport;
}

/** A reader with what an appending pass needs to know besides. */
export interface StoreReader extends Reader {
  readonly nouns: NounLoader;
  findPassRow(number: number): PassRow | null;
  findReport(controller: string, node: string, upTo: number): FoundReport | null;
  joinsOf(number: number): readonly JoinRow[];
  /** The nodes that reported in a pass, those included whose report joined it. */
  namedIn(row: PassRow, joins?: readonly JoinRow[]): ReadonlySet<string>;
}

/** Each node of a controller, found by hopping over the primary key instead of scanning it. */
const nodesOfController = `
  WITH RECURSIVE hop (node) AS (
    SELECT min(node) FROM reports WHERE controller = :controller
    UNION ALL
    SELECT (SELECT min(node) FROM reports WHERE controller = :controller AND node > hop.node) FROM hop WHERE hop.node IS NOT NULL
  ) SELECT node FROM hop WHERE node IS NOT NULL`;

/** How many passes are read at a time. */
const pageRows = 256;

/** Opens a reader over a database. */
export function openReader(database: Database, contents: Contents): StoreReader {
  const nouns = openNounLoader(contents);
  const passRow = database.prepare<[number], PassRow>('SELECT * FROM passes WHERE pass = ?');
  const lastReport = database.prepare<[string, string, number], ReportRow>(
    'SELECT * FROM reports WHERE controller = ? AND node = ? AND pass <= ? ORDER BY pass DESC LIMIT 1',
  );
  const joinRows = database.prepare<[number], JoinRow>('SELECT * FROM joins WHERE pass = ? ORDER BY recorded_at, node');
  const number = (sql: string) => {
    const statement = database.prepare(sql).pluck();
    return (...parameters: unknown[]): number | null =>
      (statement.get(...parameters) as number | null | undefined) ?? null;
  };
  const report = (content: ContentId) => decodeReport(contents.load(content).text);

  const reader: StoreReader = {
    nouns,
    findPassRow: (pass) => passRow.get(pass) ?? null,
    findReport(controller, node, upTo) {
      const row = lastReport.get(controller, node, upTo);
      return row ? { pass: row.pass, content: row.report, report: report(row.report) } : null;
    },
    joinsOf: (pass) => joinRows.all(pass),
    namedIn: (row, joins = joinRows.all(row.pass)) =>
      new Set([
        ...(nouns.json(row.nodes) as string[]),
        ...joins.filter(({ roster_given }) => roster_given === null).map(({ node }) => node),
      ]),
    controllers: () =>
      database.prepare('SELECT DISTINCT controller FROM passes ORDER BY controller').pluck().all() as string[],
    nodes: (controller) => database.prepare(nodesOfController).pluck().all({ controller }) as string[],
    findPass(pass) {
      const row = passRow.get(pass);
      return row ? recordOf(row, joinRows.all(pass), nouns) : null;
    },
    findKey: number('SELECT max(pass) FROM passes WHERE controller = ? AND key = ?'),
    findLatest: number('SELECT pass FROM passes NOT INDEXED WHERE controller = ? ORDER BY pass DESC LIMIT 1'),
    findFirstSince: number('SELECT min(pass) FROM passes WHERE controller = ? AND at >= ?'),
    findLastUntil: number('SELECT max(pass) FROM passes WHERE controller = ? AND at <= ?'),
    findBefore: number(
      'SELECT pass FROM passes NOT INDEXED WHERE controller = ? AND pass < ? ORDER BY pass DESC LIMIT 1 OFFSET ? - 1',
    ),
    *passes(controller, first, last) {
      const latest = new Map<string, StoredReport>();
      for (const node of reader.nodes(controller)) {
        const found = reader.findReport(controller, node, first - 1);
        if (found) latest.set(node, found.report);
      }
      const changed = database.prepare<[number], ReportRow>('SELECT * FROM reports WHERE pass = ?');
      const rows = database.prepare<[string, number, number, number], PassRow>(
        'SELECT * FROM passes WHERE controller = ? AND pass BETWEEN ? AND ? ORDER BY pass LIMIT ?',
      );
      let states = new Map<string, NodeState>();
      for (const [node, { inForce }] of latest) if (inForce !== null) states.set(node, nouns.nodeState(node, inForce));
      // a page at a time: a statement that is left in the middle would keep the connection busy
      const pages = function* (): Generator<PassRow> {
        for (let next = first; ; ) {
          const page = rows.all(controller, next, last, pageRows);
          yield* page;
          if (page.length < pageRows) return;
          next = (page.at(-1) as PassRow).pass + 1;
        }
      };
      for (const row of pages()) {
        const changes = changed.all(row.pass);
        if (changes.length > 0) states = new Map(states);
        for (const { node, report: content } of changes) {
          const given = report(content);
          latest.set(node, given);
          // a declaration that joined an earlier pass afterwards does not speak for this one
          if (given.inForce === null) states.delete(node);
          else states.set(node, nouns.nodeState(node, given.inForce));
        }
        const joins = joinRows.all(row.pass);
        const roster = rosterAfter(row, joins);
        yield {
          ...recordOf(row, joins, nouns),
          outcomes: outcomesOf(latest, reader.namedIn(row, joins)),
          state: { roster: roster === null ? null : nouns.roster(roster), nodes: states },
        };
      }
    },
  };
  return reader;
}

function outcomesOf(latest: ReadonlyMap<string, StoredReport>, named: ReadonlySet<string>): NodeOutcome[] {
  return [...latest]
    .map(
      ([node, { outcome, error }]): NodeOutcome =>
        named.has(node) ? { node, outcome, error } : { node, outcome: 'unreported', error: null },
    )
    .sort((a, b) => (a.node < b.node ? -1 : 1));
}

/** A pass with what joined it: a trigger and unknown keys of its own come before those that joined. */
function recordOf(row: PassRow, joins: readonly JoinRow[], nouns: NounLoader): PassRecord {
  const parts = [row, ...joins];
  const trigger = parts.find((part) => part.trigger !== null)?.trigger ?? null;
  return {
    number: row.pass,
    controller: row.controller,
    key: row.key,
    at: row.at,
    recordedAt: row.recorded_at,
    trigger: trigger === null ? null : (JSON.parse(trigger) as Json),
    outcome: row.outcome,
    error: row.error,
    source: row.source,
    problems: parts.flatMap(({ problems }) => (problems === null ? [] : (nouns.json(problems) as Problem[]))),
    extra: Object.fromEntries(
      parts
        .toReversed()
        .flatMap(({ extra }) => (extra === null ? [] : Object.entries(nouns.json(extra) as JsonObject))),
    ),
  };
}
