import type { Database } from 'better-sqlite3';
import type { Pass, PassRecord } from '../roster/index.ts';
import { type CheckedReports, openCheckedReports } from './checked-reports.ts';
import { passesOverSchema } from './connection.ts';
import type { ContentId, Contents } from './contents.ts';
import { type Damage, openDamage } from './damage.ts';
import { findHorizonRow } from './horizon.ts';
import { type NounLoader, openNounLoader } from './load-nouns.ts';
import { openPassNumbers, type PassNumbers } from './pass-numbers.ts';
import { namedIn, openPassRecords, type RecordedFacts } from './pass-records.ts';
import { type FoundPassRow, lostRow, openPassRows, type ReadPassRows } from './pass-rows.ts';
import { openPassReader } from './read-passes.ts';
import { decodeReport, type StoredReport } from './report-content.ts';
import { openRowChecks } from './row-checks.ts';
import type { JoinRow, PassRow } from './rows.ts';
import { StoreError } from './store-error.ts';

/** Reads passes and finds their numbers. A find gives null where nothing answers. */
export interface Reader extends Omit<PassNumbers, 'findController'> {
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
  readonly rows: ReadPassRows;
  readonly reports: CheckedReports;
  /** The facts of a pass, checked. */
  facts(row: FoundPassRow): RecordedFacts;
  findPassRow(number: number): PassRow | null;
  findReport(controller: string, node: string, upTo: number): FoundReport | null;
  joinsOf(number: number): readonly JoinRow[];
  /** The nodes that reported in a pass, those included whose report joined it. */
  namedIn(row: PassRow, joins?: readonly JoinRow[]): ReadonlySet<string>;
}

/** Opens a reader over a database. */
export function openReader(database: Database, contents: Contents): StoreReader {
  const damage = openDamage(passesOverSchema(database) ? ['a part of the schema'] : []);
  const nouns = openNounLoader(contents, damage);
  const checks = openRowChecks(contents);
  const records = openPassRecords(database, checks, nouns, damage);
  const reports = openCheckedReports(database, checks, damage);
  const { joinsOf } = records;
  const passRow = database.prepare<[number], PassRow>('SELECT * FROM passes WHERE pass = ?');
  const numbers = openPassNumbers(database, damage);
  const rows = openPassRows(database, numbers, damage);
  const passes = openPassReader(contents, { nouns, records, reports, rows, damage });

  function facts(row: FoundPassRow): RecordedFacts {
    return records.read(row, (node) => {
      const report = reports.find(row.controller, node, row.pass);
      if (report === null) throw new StoreError(`the report of ${node} is missing`, { damaged: true });
      checks.report(report);
      return checks.digestAt(report.report);
    });
  }

  return {
    ...numbers,
    nouns,
    damage,
    damaged: damage.places,
    findPassRow: (pass) => passRow.get(pass) ?? null,
    findReport(controller, node, upTo) {
      const row = reports.find(controller, node, upTo);
      return row ? { pass: row.pass, content: row.report, report: decodeReport(contents.load(row.report).text) } : null;
    },
    joinsOf,
    namedIn: (row, joins = joinsOf(row.pass)) => namedIn(row, joins, nouns),
    nodes: reports.nodes,
    rows,
    reports,
    facts,
    findPass(pass) {
      const row = damage.attempt<FoundPassRow | undefined>(
        `pass ${pass}`,
        () => passRow.get(pass),
        () => lostRow(pass, numbers),
      );
      return row === undefined ? null : facts(row).record;
    },
    *passes(controller, first, last) {
      // what stands at the first pass that is kept is older than it
      const kept = findHorizonRow(database, controller)?.first_pass ?? 0;
      for (const pass of passes(controller, Math.max(first, kept), last))
        yield pass.number === kept ? { ...pass, firstKept: true } : pass;
    },
  };
}
