import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { readWithLog } from '../../src/history/read-log.ts';

const tables = ['contents', 'passes', 'reports', 'joins'];

/** Copies what a store holds of passes into a new one of an older schema, as an earlier version would have made it. */
export function copyToOlder(store: string, older: string, schema: number): void {
  const database = new BetterSqlite3(older);
  database.pragma('journal_mode = WAL');
  for (const name of readdirSync('migrations').sort().slice(0, schema))
    database.exec(readFileSync(join('migrations', name), 'utf8'));
  database.exec(`ATTACH '${store}' AS newer`);
  for (const table of tables) {
    const columns = (database.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name).join(', ');
    database.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM newer.${table}`);
  }
  database.exec(`DETACH newer; PRAGMA application_id = ${0x52485354}; PRAGMA user_version = ${schema}`);
  database.close();
}

/** The schema that a store has, found without writing anything. */
export function schemaOf(store: string): number {
  return readWithLog(store).readUInt32BE(60);
}
