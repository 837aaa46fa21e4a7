import type { Database } from 'better-sqlite3';
import { type BindingRow, bindingChecksum, specsInIndex } from './bindings.ts';
import type { Contents } from './contents.ts';
import type { Findings } from './finding.ts';
import { rowsOrLost } from './lost-rows.ts';

const bindings = { table: 'bindings', number: 'spec', numbers: specsInIndex };

/** Checks the rows that tell what containers bind. */
export function verifyBindings(database: Database, contents: Contents, findings: Findings): void {
  try {
    verifyRows(database, contents, findings);
  } catch (error) {
    findings.lost('binding', 'the table of bindings', error);
  }
}

function verifyRows(database: Database, contents: Contents, findings: Findings): void {
  for (const found of rowsOrLost<BindingRow>(database, bindings)) {
    if ('row' in found) {
      const { row } = found;
      findings.sum('binding', `binding of content ${row.spec}`, row, () => bindingChecksum(row, contents.digestOf));
    } else {
      const place = found.lost === null ? 'the table of bindings' : `binding of content ${found.lost}`;
      findings.lost('binding', place, found.error);
    }
  }
}
