import type { Database } from 'better-sqlite3';
import type { JsonObject, Problem } from '../roster/index.ts';
import { type ContentId, type Contents, openContents } from './contents.ts';
import { addEncoded, type DeclarationRef, type EncodedContainer } from './declaration-content.ts';
import { type HorizonRow, horizonRowDigest } from './horizon.ts';
import type { NodeReport } from './mesh-state.ts';
import type { PassRow } from './rows.ts';
import type { StoredReport } from './stored-report.ts';
import { openPassWriter } from './write-pass.ts';

/** A row of a pass, or of what joined it, as it was before each pass named the state after it. */
interface PartBefore {
  readonly trigger: string | null;
  readonly roster: ContentId | null;
  readonly roster_given: ContentId | null;
  readonly problems: ContentId | null;
  readonly extra: ContentId | null;
}

interface PassBefore extends PartBefore {
  readonly pass: number;
  readonly controller: string;
  readonly key: string | null;
  readonly at: number;
  readonly recorded_at: number;
  readonly outcome: 'planned' | 'partial' | 'unreadable' | 'failed';
  readonly error: string | null;
  readonly lone: 0 | 1;
  readonly source: string | null;
  readonly nodes: ContentId;
}

interface ReportBefore {
  readonly controller: string;
  readonly node: string;
  readonly pass: number;
  readonly report: ContentId;
}

/** So many passes are read at a time: a statement that is left in the middle would keep the connection busy. */
const pageRows = 500;

/**
 * Writes the passes of a store anew that had a row for each report that differed from the one before it: each with the state
 * after it, and with what had joined it as a part of it. What held a report or a declaration is left over.
 */
export function convertPasses(database: Database, file: string): void {
  const contents = openContents(database, file);
  const writer = openPassWriter(database, contents);
  database.exec('CREATE INDEX reports_before_by_pass ON reports_before (pass)');
  const passes = database.prepare<[number, number], PassBefore>(
    'SELECT * FROM passes_before WHERE pass > ? ORDER BY pass LIMIT ?',
  );
  const reports = database.prepare<[number, number], ReportBefore>(
    'SELECT * FROM reports_before WHERE pass > ? AND pass <= ? ORDER BY pass',
  );
  const joins = database.prepare<[number], PartBefore & { readonly node: string }>(
    'SELECT * FROM joins_before WHERE pass = ? ORDER BY recorded_at, node',
  );
  const lastRow = database.prepare<[string], PassRow>(
    'SELECT * FROM passes NOT INDEXED WHERE controller = ? ORDER BY pass DESC LIMIT 1',
  );
  const standing = new Map<string, Map<string, StoredReport>>();
  const reportOf = openReportsBefore(contents);
  const json = <T>(content: ContentId | null, nothing: T): T =>
    content === null ? nothing : (JSON.parse(contents.load(content).text) as T);

  function stand(controller: string): Map<string, StoredReport> {
    const known = standing.get(controller) ?? new Map<string, StoredReport>();
    standing.set(controller, known);
    return known;
  }

  function convert(row: PassBefore): void {
    const { pass, controller, key, at, recorded_at: recordedAt, outcome, error, source } = row;
    const joined = joins.all(pass);
    const parts: readonly PartBefore[] = [row, ...joined];
    const given = joined.find(({ roster_given }) => roster_given !== null);
    const named = new Set([
      ...json<string[]>(row.nodes, []),
      ...joined.filter(({ roster_given }) => roster_given === null).map(({ node }) => node),
    ]);
    const nodes = new Map<string, NodeReport>();
    for (const [node, report] of stand(controller)) nodes.set(node, { report, reported: named.has(node) });
    const state = {
      roster: given?.roster ?? row.roster,
      rosterGiven: row.roster_given ?? given?.roster_given ?? null,
      nodes,
    };
    const facts = {
      outcome,
      error,
      lone: row.lone === 1,
      problems: parts.flatMap(({ problems }) => json<Problem[]>(problems, [])),
      extra: Object.assign({}, ...parts.toReversed().map(({ extra }) => json<JsonObject>(extra, {}))) as JsonObject,
    };
    const trigger = parts.find((part) => part.trigger !== null)?.trigger ?? null;
    const before = lastRow.get(controller) ?? null;
    writer.write({ pass, controller, key, at, recordedAt, trigger, source, state, ...facts }, before);
  }

  let last = 0;
  for (;;) {
    const rows = passes.all(last, pageRows);
    for (const row of rows) {
      // those whose passes were pruned among them
      for (const { controller, node, report } of reports.all(last, row.pass))
        stand(controller).set(node, reportOf(report));
      convert(row);
      last = row.pass;
    }
    if (rows.length < pageRows) break;
  }
  convertHorizons(database);
}

/** Makes the function that gives a report that had a content of its own, with its declarations. */
function openReportsBefore(contents: Contents): (content: ContentId) => StoredReport {
  const declarations = new Map<ContentId, DeclarationRef>();
  const reports = new Map<ContentId, StoredReport>();

  /** A container had the id of its hosts list in the place of a number. */
  function declaration(content: ContentId | null): DeclarationRef | null {
    if (content === null) return null;
    const known = declarations.get(content);
    if (known !== undefined) return known;
    const [address, extra, roster, rows] = JSON.parse(contents.load(content).text);
    const lists: ContentId[] = [];
    const containers = (rows as EncodedContainer[] | null)?.map(([id, spec, list, ...engine]): EncodedContainer => {
      const hosts = list as ContentId;
      if (!lists.includes(hosts)) lists.push(hosts);
      return [id, spec, lists.indexOf(hosts), ...engine];
    });
    const base = [...declarations.values()].at(-1)?.content ?? null;
    const ref = { content: addEncoded(contents, [address, extra, roster, containers ?? null], base), lists };
    declarations.set(content, ref);
    return ref;
  }

  return (content) => {
    const known = reports.get(content);
    if (known !== undefined) return known;
    const [outcome, error, missing, delivered, inForce] = JSON.parse(contents.load(content).text);
    const report = { outcome, error, missing, delivered: declaration(delivered), inForce: declaration(inForce) };
    reports.set(content, report);
    return report;
  };
}

function convertHorizons(database: Database): void {
  const columns = 'controller, first_pass, removed, from_pass, from_at, until_pass, pruned_at, reason, bound';
  const rows = database.prepare<[], Omit<HorizonRow, 'digest'>>(`SELECT ${columns} FROM horizons_before`).all();
  const insert = database.prepare(
    `INSERT INTO horizons (${columns}, digest) VALUES (${columns.replaceAll(/\w+/g, ':$&')}, :digest)`,
  );
  for (const row of rows) insert.run({ ...row, digest: Buffer.from(horizonRowDigest(row), 'hex') });
}
