import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from 'better-sqlite3';
import { applicationId, strangerError } from './file-header.ts';
import { StoreError } from './store-error.ts';

interface Migration {
  readonly schema: number;
  readonly name: string;
  readonly sql: string;
}

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
        database.pragma(`application_id = ${applicationId}`);
        database.pragma(`user_version = ${schema}`);
      })
      .immediate();
  }
}

/** Throws {@link StoreError} unless the database is a store that this version can read. */
export function expectReadable(database: Database, file: string): void {
  refuseForeign(database, file);
  const schema = schemaOf(database);
  const newest = newestSchema();
  if (schema > newest) {
    throw new StoreError(`"${file}" has schema ${schema}, this version of roster-history knows up to ${newest}`, {
      hint: 'upgrade roster-history, or name another file with --store',
    });
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
  const empty = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
  if (id !== applicationId && !empty) throw strangerError(file, id);
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
