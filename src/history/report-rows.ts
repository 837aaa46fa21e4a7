import type { Database } from 'better-sqlite3';
import { type Declaration, declarationInForce, type Report } from '../roster/index.ts';
import type { ContentId, Contents } from './contents.ts';
import { addDeclaration } from './declaration-content.ts';
import type { FoundReport, StoreReader } from './read.ts';
import { addReport, type StoredReport } from './report-content.ts';
import { type PassRow, reportRowDigest } from './rows.ts';

/** A report whose contents are stored, and the node's report before it. */
export interface PlacedReport {
  readonly node: string;
  readonly content: ContentId;
  readonly before: FoundReport | null;
}

/** The table of reports as an appending pass writes it. */
export interface ReportRows {
  /** Adds the contents of a report of a pass. What is in force after it rests on the node's report before that pass. */
  place(controller: string, pass: number, report: Report): PlacedReport;
  /**
   * Adds the row of a report, where it differs from the report before it. Where later passes rest on that earlier report
   * without a row of their own, the first of them gets one, so that they go on to mean what they meant. `isLatest` says that
   * there are none.
   */
  insert(controller: string, pass: number, placed: PlacedReport, isLatest: boolean): void;
}

/** Opens the table of reports for writing. */
export function openReportRows(database: Database, contents: Contents, reader: StoreReader): ReportRows {
  const insertRow = database.prepare(
    'INSERT INTO reports (controller, node, pass, report, digest) VALUES (?, ?, ?, ?, ?)',
  );
  const passesAfter = database.prepare<[string, number], PassRow>(
    'SELECT * FROM passes WHERE controller = ? AND pass > ? ORDER BY pass',
  );

  function write(controller: string, node: string, pass: number, report: ContentId): void {
    const digest = reportRowDigest({ controller, node, pass, report }, contents.digestOf);
    insertRow.run(controller, node, pass, report, Buffer.from(digest, 'hex'));
  }

  function stored(report: Report, before: StoredReport | null): StoredReport {
    const { outcome } = report;
    const last = before?.inForce == null ? null : reader.nouns.declaration(before.inForce);
    if (report.outcome !== 'planned' && report.outcome !== 'partial') {
      const inForce = withAddress(last, report.address);
      const content = inForce === last ? (before?.inForce ?? null) : addDeclaration(contents, inForce as Declaration);
      return { outcome, error: report.error, missing: null, delivered: null, inForce: content };
    }
    const missing = report.outcome === 'partial' ? report.missing : null;
    const error = report.outcome === 'partial' ? report.error : null;
    const delivered = addDeclaration(contents, report.declaration);
    const inForce = declarationInForce(last, report.declaration, missing);
    return {
      outcome,
      error,
      missing,
      delivered,
      inForce: isSame(inForce, report.declaration) ? delivered : addDeclaration(contents, inForce),
    };
  }

  /** The first later pass in which a node reported the same as before `pass`, and so without a row of its own. */
  function findRestingPass(controller: string, node: string, pass: number): number | null {
    for (const later of passesAfter.iterate(controller, pass)) {
      if (!reader.namedIn(later).has(node)) continue;
      return reader.findReport(controller, node, later.pass)?.pass === later.pass ? null : later.pass;
    }
    return null;
  }

  return {
    place(controller, pass, report) {
      const before = reader.findReport(controller, report.node, pass - 1);
      return { node: report.node, content: addReport(contents, stored(report, before?.report ?? null)), before };
    },
    insert(controller, pass, { node, content, before }, isLatest) {
      if (before?.content === content) return;
      const resting = before === null || isLatest ? null : findRestingPass(controller, node, pass);
      write(controller, node, pass, content);
      if (before !== null && resting !== null) write(controller, node, resting, before.content);
    },
  };
}

/** The last declaration of a node that gives none now. Its address is taken where none was known: names are owned by it. */
function withAddress(last: Declaration | null, address: string | null): Declaration | null {
  if (address === null || (last !== null && last.address !== null)) return last;
  return { ...(last ?? { containers: null, roster: null, extra: {} }), address };
}

/** Whether two declarations consist of the same objects, which spares the digest of the second. */
function isSame(a: Declaration, b: Declaration): boolean {
  if (a.address !== b.address || a.roster !== b.roster || a.extra !== b.extra) return false;
  if (a.containers === null || b.containers === null) return a.containers === b.containers;
  const others = b.containers;
  return a.containers.length === others.length && a.containers.every((container, index) => container === others[index]);
}
