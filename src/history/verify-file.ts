import type { Database } from 'better-sqlite3';
import { connectToNothing, passesOverSchema } from './connection.ts';
import { headerFaults } from './file-header.ts';
import type { Findings } from './finding.ts';
import { schemaStatements, statementsOf } from './migrate.ts';

interface Part {
  readonly type: string;
  readonly name: string;
  readonly root: number;
}

/** Checks the file as SQLite sees it: its header, its schema, its own integrity check, references between rows. */
export function verifyFile(database: Database, file: string, findings: Findings): void {
  for (const fault of headerFaults(file)) findings.add('header', 'the header of the file', fault);
  findings.check('schema', 'the schema', () => {
    const faults = schemaFaults(database);
    for (const { name, fault } of faults) findings.add('schema', name, fault);
    return faults.length === 0 && passesOverSchema(database) ? 'a part of it cannot be read' : null;
  });
  findings.check('sqlite', 'integrity check', () => {
    for (const [place, faults] of integrityFaults(database)) {
      const more = faults.length === 1 ? '' : `, and ${faults.length - 1} more`;
      const harmless = place.startsWith('the index') ? ' (an index: no fact is lost)' : '';
      findings.add('sqlite', place, `${faults[0]}${more}${harmless}`);
    }
    return null;
  });
  findings.check('reference', 'foreign keys', () => {
    const faults = new Map<string, number>();
    for (const { table, parent } of database.pragma('foreign_key_check') as { table: string; parent: string }[]) {
      const fault = `${table} without their ${parent}`;
      faults.set(fault, (faults.get(fault) ?? 0) + 1);
    }
    return faults.size === 0 ? null : [...faults].map(([fault, count]) => `${count} ${fault}`).join('; ');
  });
}

/** How the schema differs from the one that the migrations make. */
function schemaFaults(database: Database): { name: string; fault: string }[] {
  const nothing = connectToNothing();
  try {
    const expected = schemaStatements(nothing, database.pragma('user_version', { simple: true }) as number);
    const found = statementsOf(database);
    const plain = (sql: string | undefined) => sql?.replaceAll('"', '');
    const names = [...new Set([...expected.keys(), ...found.keys()])];
    return names.flatMap((name) => {
      if (plain(found.get(name)) === plain(expected.get(name))) return [];
      if (!found.has(name)) return [{ name, fault: 'is missing from the schema' }];
      return [{ name, fault: expected.has(name) ? 'is not as it was made' : 'is no part of the schema' }];
    });
  } finally {
    nothing.close();
  }
}

/** What SQLite's integrity check finds, by the table or index that it is about. */
function integrityFaults(database: Database): Map<string, string[]> {
  const rows = database.pragma('integrity_check') as { integrity_check: string }[];
  const parts = database
    .prepare<[], Part>('SELECT type, name, rootpage AS root FROM sqlite_schema WHERE rootpage > 0')
    .all();
  const faults = new Map<string, string[]>();
  /** https://sqlite.org/dbstat.html */
  const partOfPage = (page: number): string | null => {
    try {
      return (
        (database.prepare('SELECT name FROM dbstat WHERE pageno = ?').pluck().get(page) as string | undefined) ?? null
      );
    } catch {
      return null;
    }
  };
  for (const text of rows.flatMap((row) => row.integrity_check.split('\n'))) {
    if (text === 'ok' || text.startsWith('*** in database')) continue;
    const place = placeOf(text, parts, partOfPage);
    faults.set(place, [...(faults.get(place) ?? []), text]);
  }
  return faults;
}

function placeOf(text: string, parts: readonly Part[], partOfPage: (page: number) => string | null): string {
  const root = /^Tree (\d+) /.exec(text)?.[1];
  const page = / (?:of|on) page (\d+)/.exec(text)?.[1];
  const named = (/\bindex ([a-z_]\w*)/i.exec(text) ?? / in ([a-z_]\w*)/i.exec(text))?.[1];
  const name = page === undefined ? named : partOfPage(Number(page));
  const part = parts.find((one) => (root === undefined ? one.name === name : one.root === Number(root)));
  return part === undefined ? 'integrity check' : `the ${part.type} ${part.name}`;
}
