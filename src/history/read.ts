import type { Database } from 'better-sqlite3';
import type { Pass, PassRecord } from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';
import { type Damage, openDamage } from './damage.ts';
import { findHorizonRow } from './horizon.ts';
import { type NounLoader, openNounLoader } from './load-nouns.ts';
import { openPassNumbers, type PassNumbers } from './pass-numbers.ts';
import { namedIn, openPassRecords } from './pass-records.ts';
import { openPassReader } from './read-passes.ts';
import { decodeReport, type StoredReport } from './report-content.ts';
import type { JoinRow, PassRow, ReportRow } from './rows.ts';
import { StoreError } from './store-error.ts';

/** Reads passes and finds their numbers. A find gives null where nothing answers. */
export interface Reader extends PassNumbers {
  /** The nodes of a controller that were ever reported, by name. */
  nodes(controller: string): string[];
  findPass(number: number): PassRecord | null;
  /** A controller's passes from `first` to `last`, in the order of recording, each with the state after it. Lazy. */
  passes(controller: string, first: number, last: number): IterableIterator<Pass>;
  /** What could not be read so far because the disk did not keep it: a pass or a report of those is `unreadable`. */
  damaged(): readonly string[];
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
  readonly damage: Damage;
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

/** Opens a reader over a database. */
export function openReader(database: Database, contents: Contents): StoreReader {
  const damage = openDamage();
  const nouns = openNounLoader(contents, damage);
  const records = openPassRecords(database, contents, nouns, damage);
  const { joinsOf } = records;
  const passRow = database.prepare<[number], PassRow>('SELECT * FROM passes WHERE pass = ?');
  const lastReport = database.prepare<[string, string, number], ReportRow>(
    'SELECT * FROM reports WHERE controller = ? AND node = ? AND pass <= ? ORDER BY pass DESC LIMIT 1',
  );
  const nodes = (controller: string) => database.prepare(nodesOfController).pluck().all({ controller }) as string[];
  const numbers = openPassNumbers(database, damage);
  const passes = openPassReader(database, contents, { nouns, records, damage, lastReports });

  function lastReports(controller: string, upTo: number): ReportRow[] {
    return nodes(controller).flatMap((node) => lastReport.get(controller, node, upTo) ?? []);
  }

  return {
    ...numbers,
    nouns,
    damage,
    damaged: damage.places,
    findPassRow: (pass) => passRow.get(pass) ?? null,
    findReport(controller, node, upTo) {
      const row = lastReport.get(controller, node, upTo);
      return row ? { pass: row.pass, content: row.report, report: decodeReport(contents.load(row.report).text) } : null;
    },
    joinsOf,
    namedIn: (row, joins = joinsOf(row.pass)) => namedIn(row, joins, nouns),
    nodes,
    findPass(pass) {
      const row = damage.attempt<PassRow | number | undefined>(
        `pass ${pass}`,
        () => passRow.get(pass),
        () => pass,
      );
      if (row === undefined) return null;
      const controller = typeof row === 'number' ? (numbers.controllers()[0] as string) : row.controller;
      return records.read(controller, row, (node) => {
        const report = lastReport.get(controller, node, pass);
        if (report) return records.checks.report(report);
        throw new StoreError(`the report of ${node} is missing`, { damaged: true });
      }).record;
    },
    *passes(controller, first, last) {
      // what stands at the first pass that is kept is older than it
      const kept = findHorizonRow(database, controller)?.first_pass ?? 0;
      for (const pass of passes(controller, Math.max(first, kept), last))
        yield pass.number === kept ? { ...pass, firstKept: true } : pass;
    },
  };
}
