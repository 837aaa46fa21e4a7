import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { type Appended, type History, openForReading, openForRecording } from '../../src/history/index.ts';
import type { Pass } from '../../src/roster/index.ts';
import { type PassDraftParts, passDraft } from '../roster/builders.ts';

/** The instant at which a test's clock stands unless it says otherwise: 2026-03-01T10:00:00Z. */
export const now = Date.UTC(2026, 2, 1, 10);

/** A folder of its own for one test, which goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roster-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store in a folder of its own, open for recording until the test ends. */
export interface TemporaryStore {
  readonly folder: string;
  readonly file: string;
  readonly history: History;
  /** Appends a pass. It arrives at {@link now} unless said otherwise, and lone declarations gather for two seconds. */
  append(draft: PassDraftParts, arrival?: { recordedAt?: number; source?: string; quietGapMs?: number }): Appended;
  /** Every pass of a controller as a reader who comes now sees them. */
  passes(controller?: string): Pass[];
  /** The result of one SQL query over the file, as a program beside us would see it. */
  query<T>(sql: string): T[];
  /** Changes the file behind the store's back, its guards put aside. */
  damage(work: (database: Database) => void): void;
}

/** Makes a {@link TemporaryStore}. */
export function temporaryStore(): TemporaryStore {
  const folder = temporaryFolder();
  const file = join(folder, 'history.db');
  const history = openForRecording(file);
  onTestFinished(() => history.close());
  return {
    folder,
    file,
    history,
    append: (draft, { recordedAt = now, source = 'test', quietGapMs = 2000 } = {}) =>
      history.append({ draft: passDraft(draft), recordedAt, source, quietGapMs }),
    passes(controller = 'default') {
      const reader = openForReading(file);
      onTestFinished(() => reader.close());
      return [...reader.passes(controller, 1, Number.MAX_SAFE_INTEGER)];
    },
    query<T>(sql: string) {
      const database = new BetterSqlite3(file, { readonly: true });
      const rows = database.prepare(sql).all() as T[];
      database.close();
      return rows;
    },
    damage(work) {
      const database = new BetterSqlite3(file);
      database.pragma('foreign_keys = OFF');
      const guards = database
        .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        .all();
      for (const { name } of guards) database.exec(`DROP TRIGGER ${name}`);
      work(database);
      const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
      for (const { sql } of guards)
        if (tables.some((table) => sql.includes(` ON ${table}\n`) || sql.includes(` ON ${table} `))) database.exec(sql);
      database.close();
    },
  };
}
