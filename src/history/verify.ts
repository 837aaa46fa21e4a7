import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, digestOf, type Json } from '../roster/index.ts';
import { type ContentId, type ContentKind, openContents } from './contents.ts';
import { type EncodedDeclaration, encodedDeclarationDigest } from './declaration-content.ts';
import { decodeReport, reportDigest } from './report-content.ts';
import { type JoinRow, joinRowDigest, type PassRow, passRowDigest, type ReportRow, reportRowDigest } from './rows.ts';

/** One thing that is damaged: what was checked, where, and what is wrong with it. */
export interface Finding {
  readonly check: 'sqlite' | 'content' | 'pass' | 'report' | 'join' | 'sequence' | 'reference';
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
      findings.push({ check: kind, place, fault: (error as Error).message });
    }
  };
  const each = <Row>(kind: Finding['check'], sql: string, work: (row: Row) => void) => {
    check(kind, 'table', () => {
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
    const rows = database.pragma('foreign_key_check') as { table: string; rowid: number | null }[];
    return rows.length === 0
      ? null
      : rows.map(({ table, rowid }) => `${table} ${rowid ?? ''} names a missing row`).join('; ');
  });

  const contents = openContents(database, file);
  const digestAt = (content: ContentId) => contents.digestOf(content);
  each<{ content: ContentId; kind: ContentKind }>(
    'content',
    'SELECT content, kind FROM contents',
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
  let expected: number | null = null;
  each<PassRow>('pass', 'SELECT * FROM passes ORDER BY pass', (row) => {
    const next = expected;
    if (next !== null && row.pass !== next) {
      check('sequence', `pass ${next}`, () =>
        row.pass === next + 1 ? 'is missing' : `to pass ${row.pass - 1}: are missing`,
      );
    }
    expected = row.pass + 1;
    rowCheck('pass', `pass ${row.pass}`, row, () => passRowDigest(row, digestAt));
  });
  each<ReportRow>('report', 'SELECT * FROM reports ORDER BY pass', (row) => {
    rowCheck('report', `report of ${row.node} in pass ${row.pass}`, row, () => reportRowDigest(row, digestAt));
  });
  each<JoinRow>('join', 'SELECT * FROM joins ORDER BY pass', (row) => {
    rowCheck('join', `join of ${row.node} in pass ${row.pass}`, row, () => joinRowDigest(row, digestAt));
  });
  return findings;
}

function digestOfContent(kind: ContentKind, text: string, digestAt: (content: ContentId) => Digest): Digest {
  if (kind === 'declaration') return encodedDeclarationDigest(JSON.parse(text) as EncodedDeclaration, digestAt);
  if (kind === 'report') return reportDigest(decodeReport(text), digestAt);
  return digestOf(kind === 'spec' || kind === 'extra' ? canonicalJson(JSON.parse(text) as Json) : text);
}
