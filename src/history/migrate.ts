import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from 'better-sqlite3';
import { convertPasses } from './convert-passes.ts';
import { applicationId, strangerError } from './file-header.ts';
import { digestsSchema, findSetting, writeSetting } from './settings.ts';
import { StoreError } from './store-error.ts';

/** The setting that holds the schema once more: the header, which has it too, is not covered by any digest. */
const schemaSetting = 'schema';

interface Migration {
  readonly schema: number;
  readonly name: string;
  readonly sql: string;
}

/** What is done with the rows that a schema finds, after its statements and in the same transaction. */
const conversions: ReadonlyMap<number, (database: Database, file: string) => void> = new Map([[6, convertPasses]]);

/**
 * Brings a database to the newest schema, forward only, each migration in a transaction of its own. Throws
 * {@link StoreError} where the file is another program's or was written by a newer version.
 */
export function migrate(database: Database, file: string): void {
  const known = migrations();
  for (const { schema, sql } of known) {
    database
      .transaction(() => {
        if (schemaOf(database) >= schema) return;
        refuseForeign(database, file);
        database.exec(sql);
        conversions.get(schema)?.(database, file);
        database.pragma(`application_id = ${applicationId}`);
        database.pragma(`user_version = ${schema}`);
        if (schema >= digestsSchema) writeSetting(database, schemaSetting, String(schema));
      })
      .immediate();
  }
}

/** Throws {@link StoreError} unless the database is a store that this version can read. */
export function expectReadable(database: Database, file: string): void {
  refuseForeign(database, file);
  const schema = schemaOf(database);
  const newest = newestSchema();
  if (schema === newest) return;
  const noted = notedSchema(database);
  if (noted !== null && noted !== schema) {
    throw new StoreError(`"${file}": the store is damaged: its header says schema ${schema}, its settings ${noted}`, {
      damaged: true,
      hint: 'take it from a backup',
    });
  }
  if (schema > newest) {
    throw new StoreError(`"${file}" has schema ${schema}, this version of roster-history knows up to ${newest}`, {
      hint: 'upgrade roster-history, or name another file with --store',
    });
  }
}

/** The schema by the settings; null where they say nothing, as before they did, or where there are none. */
function notedSchema(database: Database): number | null {
  if (isEmpty(database)) return null;
  try {
    const noted = findSetting(database, schemaSetting);
    return noted === null ? null : Number(noted);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'SQLITE_ERROR') return null;
    throw error;
  }
}

/** Whether the database is older than the newest schema, or empty. */
export function needsMigration(database: Database): boolean {
  return schemaOf(database) < newestSchema();
}

/** Whether the database was ever made a store, and has come at least as far as a schema. */
export function hasSchema(database: Database, least = 1): boolean {
  return schemaOf(database) >= least;
}

function schemaOf(database: Database): number {
  return database.pragma('user_version', { simple: true }) as number;
}

function refuseForeign(database: Database, file: string): void {
  const id = database.pragma('application_id', { simple: true }) as number;
  if (id !== applicationId && !isEmpty(database)) throw strangerError(file, id);
}

function isEmpty(database: Database): boolean {
  return database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
}

function newestSchema(): number {
  return migrations().at(-1)?.schema ?? 0;
}

let cached: readonly Migration[] | undefined;

function migrations(): readonly Migration[] {
  cached ??= readMigrations(findMigrations());
  return cached;
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort();
  return names.map((name) => ({
    schema: Number(name.slice(0, 4)),
    name,
    sql: readFileSync(join(folder, name), 'utf8'),
  }));
}

/** The folder `migrations/` of the package, above this file whether it is bundled or not. */
function findMigrations(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'migrations', '0001-history.sql'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('the folder "migrations" is missing from the installation');
    folder = above;
  }
  return join(folder, 'migrations');
}

/** What makes a store of a schema, as {@link statementsOf} gives it. */
export function schemaStatements(database: Database, schema: number): Map<string, string> {
  for (const { sql } of migrations().slice(0, schema)) database.exec(sql);
  return statementsOf(database);
}

/**
 * The statements that a database was made with, by the name of what they make, each behind what else SQLite keeps of it: its
 * kind, its table, whether it has pages. What SQLite makes itself has none.
 */
export function statementsOf(database: Database): Map<string, string> {
  const rows = database
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, concat_ws(' ', type, tbl_name, rootpage > 0, sql) AS sql
       FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name`,
    )
    .all();
  return new Map(rows.map(({ name, sql }) => [name, sql]));
}
