import type { Database } from 'better-sqlite3';
import { canonicalJson, type Digest, digestOf } from '../roster/index.ts';
import { StoreError } from './store-error.ts';

/** The schema from which on settings and recorders have digests. */
export const digestsSchema = 5;

/** A row of the table of settings. */
export interface SettingRow {
  readonly name: string;
  readonly value: string;
  readonly digest: Buffer | null;
}

/** The value of a setting; null where it was never written. Throws {@link StoreError} where the disk did not keep it. */
export function findSetting(database: Database, name: string): string | null {
  const row = database.prepare<[string], SettingRow>('SELECT * FROM settings WHERE name = ?').get(name);
  if (row === undefined) return null;
  if (row.digest != null && row.digest.toString('hex') !== settingDigest(row)) {
    throw new StoreError(`the setting ${name} is not what was recorded`, {
      damaged: true,
      hint: 'roster-history verify says what is affected',
    });
  }
  return row.value;
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
