import type { Database } from 'better-sqlite3';
import { openContents } from './contents.ts';
import { type Finding, openFindings } from './finding.ts';
import { verifyBindings } from './verify-bindings.ts';
import { verifyContents } from './verify-contents.ts';
import { verifyFile } from './verify-file.ts';
import { verifyPasses } from './verify-passes.ts';
import { verifyTimes } from './verify-times.ts';

/** Checks the whole store: the file as SQLite sees it, references, the digest of each content and row, the sequence of passes. */
export function verifyStore(database: Database, file: string): Finding[] {
  const findings = openFindings(file);
  const contents = openContents(database, file);
  verifyFile(database, file, findings);
  verifyContents(database, contents, findings);
  verifyBindings(database, contents, findings);
  verifyPasses(database, contents, findings);
  verifyTimes(database, findings);
  return findings.list;
}
