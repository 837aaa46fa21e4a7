import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, digestOf, type Json } from '../roster/index.ts';
import { type ContentId, type ContentKind, openContents } from './contents.ts';
import { type EncodedDeclaration, encodedDeclarationDigest } from './declaration-content.ts';
import { type GapEndRow, type GapRow, gapEndRowDigest, gapRowDigest, gapsSchema } from './gaps.ts';
import { countStrayReports, horizonRowDigest, horizonRows, standingReports } from './horizon.ts';
import { hasSchema } from './migrate.ts';
import { type ObservationRow, observationRowDigest, observationsSchema } from './observations.ts';
import { lastPrunedGap } from './prune-times.ts';
import { decodeReport, reportDigest } from './report-content.ts';
import { type JoinRow, joinRowDigest, type PassRow, passRowDigest, type ReportRow, reportRowDigest } from './rows.ts';

/** One thing that is damaged: what was checked, where, and what is wrong with it. */
export interface Finding {
  readonly check:
    | 'sqlite'
    | 'content'
    | 'pass'
    | 'report'
    | 'join'
    | 'observation'
    | 'gap'
    | 'horizon'
    | 'sequence'
    | 'reference';
  readonly place: string;
  readonly fault: string;
}

/** Checks the whole store: SQLite's own integrity check, references, the digest of each content and row, the sequence of passes. */
export function verifyStore(database: Database, file: string): Finding[] {
  const findings: Finding[] = [];
  const check = (kind: Finding['check'], place: string, work: () => string | null) => {
    try {
      const fault = work();
      if (fault !== null) findings.push({ check: kind, place, fault });
    } catch (error) {
      findings.push({ check: kind, place, fault: (error as Error).message.replace(`"${file}": `, '') });
    }
  };
  const each = <Row>(kind: Finding['check'], sql: string, work: (row: Row) => void) => {
    check(kind, `the table of ${tables[kind] ?? 'contents'}`, () => {
      for (const row of database.prepare<[], Row>(sql).iterate()) work(row);
      return null;
    });
  };

  check('sqlite', 'integrity check', () => {
    const rows = database.pragma('integrity_check') as { integrity_check: string }[];
    const faults = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
    return faults.length === 0 ? null : faults.join('; ');
  });
  check('reference', 'foreign keys', () => {
    const rows = database.pragma('foreign_key_check') as { table: string; parent: string }[];
    const faults = new Map<string, number>();
    for (const { table, parent } of rows) {
      const fault = `${table} without their ${parent}`;
      faults.set(fault, (faults.get(fault) ?? 0) + 1);
    }
    const reports = countStrayReports(database);
    if (reports > 0) faults.set('reports without their passes', reports);
    return faults.size === 0 ? null : [...faults].map(([fault, count]) => `${count} ${fault}`).join('; ');
  });

  const contents = openContents(database, file);
  const digestAt = (content: ContentId) => contents.digestOf(content);
  each<{ content: ContentId; kind: ContentKind }>(
    'content',
    'SELECT content, kind FROM contents ORDER BY content',
    ({ content, kind }) => {
      check('content', `content ${content} (${kind})`, () => {
        const stored = contents.load(content);
        const found = digestOfContent(stored.kind, stored.text, digestAt);
        return found === stored.digest ? null : `digest ${found} found, ${stored.digest} expected`;
      });
    },
  );
  const rowCheck = (kind: Finding['check'], place: string, row: { digest: Buffer }, digest: () => Digest) => {
    check(kind, place, () =>
      row.digest.toString('hex') === digest() ? null : 'its facts do not have the digest that was recorded with them',
    );
  };
  const reports = new Map<string, ContentId>();
  const reportAt = (controller: string, node: string): Digest => {
    const report = reports.get(JSON.stringify([controller, node]));
    if (report === undefined) throw new Error(`the report of ${node} is missing`);
    return digestAt(report);
  };
  const reportRows = database.prepare<[number], ReportRow>('SELECT * FROM reports WHERE pass = ?');
  const joinRows = database.prepare<[number], JoinRow>('SELECT * FROM joins WHERE pass = ? ORDER BY node');
  const horizons = horizonRows(database);
  for (const row of horizons) {
    // the passes of these reports are gone, and later ones rest on them
    const standing = standingReports(database, row.controller, row.first_pass);
    rowCheck('horizon', `horizon of ${row.controller}`, row, () => horizonRowDigest(row, standing, digestAt));
    for (const report of standing) {
      reports.set(JSON.stringify([report.controller, report.node]), report.report);
      rowCheck('report', `report of ${report.node} in pass ${report.pass}`, report, () =>
        reportRowDigest(report, digestAt),
      );
    }
  }
  let expected = 1;
  let gone = 0;
  const prunedBefore = Math.max(0, ...horizons.map(({ first_pass }) => first_pass));
  each<PassRow>('pass', 'SELECT * FROM passes ORDER BY pass', (row) => {
    gone += Math.max(0, Math.min(row.pass, prunedBefore) - expected);
    const next = Math.max(expected, prunedBefore);
    if (row.pass > next) findings.push(missing('sequence', 'pass', next, row.pass - 1));
    expected = row.pass + 1;
    for (const report of reportRows.all(row.pass)) {
      reports.set(JSON.stringify([report.controller, report.node]), report.report);
      rowCheck('report', `report of ${report.node} in pass ${row.pass}`, report, () =>
        reportRowDigest(report, digestAt),
      );
    }
    rowCheck('pass', `pass ${row.pass}`, row, () => {
      const nodes = JSON.parse(contents.load(row.nodes).text) as string[];
      return passRowDigest(
        row,
        nodes.map((node) => reportAt(row.controller, node)),
        digestAt,
      );
    });
    for (const join of joinRows.all(row.pass)) {
      rowCheck('join', `join of ${join.node || 'the roster'} in pass ${row.pass}`, join, () =>
        joinRowDigest(join, join.roster_given === null ? reportAt(row.controller, join.node) : null, digestAt),
      );
    }
  });
  const pruned = horizons.reduce((sum, { removed }) => sum + removed, 0);
  if (gone !== pruned) {
    const fault = `${gone} are missing, and ${pruned} were pruned`;
    findings.push({ check: 'sequence', place: `passes before ${prunedBefore}`, fault });
  }
  if (hasSchema(database, observationsSchema)) {
    each<ObservationRow>('observation', 'SELECT * FROM observations ORDER BY observation', (row) => {
      const place = `observation of ${row.container} on ${row.node} at ${new Date(row.at).toISOString()}`;
      rowCheck('observation', place, row, () => observationRowDigest(row));
    });
  }
  if (hasSchema(database, gapsSchema)) {
    let next = 1;
    const prunedGap = Number(
      database.prepare('SELECT value FROM settings WHERE name = ?').pluck().get(lastPrunedGap) ?? 0,
    );
    each<GapRow>('gap', 'SELECT * FROM gaps ORDER BY gap', (row) => {
      if (row.gap !== next && row.gap > prunedGap + 1) findings.push(missing('gap', 'gap', next, row.gap - 1));
      next = row.gap + 1;
      rowCheck('gap', `gap ${row.gap}`, row, () => gapRowDigest(row));
    });
    each<GapEndRow>('gap', 'SELECT * FROM gap_ends ORDER BY gap', (row) => {
      rowCheck('gap', `the end of gap ${row.gap}`, row, () => gapEndRowDigest(row));
    });
  }
  return findings;
}

const tables: Partial<Record<Finding['check'], string>> = { pass: 'passes', observation: 'observations', gap: 'gaps' };

function missing(check: Finding['check'], what: 'pass' | 'gap', first: number, last: number): Finding {
  if (first === last) return { check, place: `${what} ${first}`, fault: 'is missing' };
  return { check, place: `${what === 'pass' ? 'passes' : 'gaps'} ${first} to ${last}`, fault: 'are missing' };
}

function digestOfContent(kind: ContentKind, text: string, digestAt: (content: ContentId) => Digest): Digest {
  if (kind === 'declaration') return encodedDeclarationDigest(JSON.parse(text) as EncodedDeclaration, digestAt);
  if (kind === 'report') return reportDigest(decodeReport(text), digestAt);
  return digestOf(kind === 'spec' || kind === 'extra' ? canonicalJson(JSON.parse(text) as Json) : text);
}
