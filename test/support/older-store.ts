import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { digestOf } from '../../src/roster/index.ts';

/** A store as an earlier version made it, with one pass in it that reported nothing. */
export function olderStore(file: string, schema: number): void {
  const database = new BetterSqlite3(file);
  database.pragma('journal_mode = WAL');
  for (const name of readdirSync('migrations').sort().slice(0, schema))
    database.exec(readFileSync(join('migrations', name), 'utf8'));
  database.exec(`
    PRAGMA application_id = ${0x52485354};
    PRAGMA user_version = ${schema};
    INSERT INTO contents (content, digest, kind, encoding, bytes) VALUES (1, x'${digestOf('[]')}', 'nodes', 'plain', CAST('[]' AS BLOB));
    INSERT INTO passes (pass, controller, key, at, recorded_at, outcome, lone, nodes, digest)
    VALUES (1, 'default', '1', 0, 0, 'planned', 0, 1, x'00');
  `);
  database.close();
}
