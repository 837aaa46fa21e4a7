import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, digestOf } from '../roster/index.ts';

/** The schema from which on settings and recorders have digests. */
export const digestsSchema = 5;

/** A row of the table of settings. */
export interface SettingRow {
  readonly name: string;
  readonly value: string;
  readonly digest: Buffer | null;
}

/** The value of a setting; null where it was never written. */
export function findSetting(database: Database, name: string): string | null {
  const value = database.prepare('SELECT value FROM settings WHERE name = ?').pluck().get(name);
  return (value as string | undefined) ?? null;
}

/** Writes a setting, in place of what it was. */
export function writeSetting(database: Database, name: string, value: string): void {
  database
    .prepare('INSERT OR REPLACE INTO settings (name, value, digest) VALUES (?, ?, ?)')
    .run(name, value, Buffer.from(settingDigest({ name, value }), 'hex'));
}

/** The digest of a setting. */
export function settingDigest({ name, value }: Pick<SettingRow, 'name' | 'value'>): Digest {
  return digestOf(canonicalJson([name, value]));
}
