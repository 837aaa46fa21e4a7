import { sizeWords } from './prune-words.ts';
import { count } from './words.ts';

/** A backup that was made, as it is told. */
export interface BackupSummary {
  readonly file: string;
  readonly target: string;
  readonly passes: number;
  readonly bytes: number;
  readonly key: boolean;
  readonly elapsedMs: number;
}

/** The lines that `backup` prints. */
export function backupLinesOf({ file, target, passes, bytes, key, elapsedMs }: BackupSummary): string[] {
  const seconds = (elapsedMs / 1000).toFixed(1);
  return [
    `${target}: ${count(passes, 'pass', 'passes')}, ${sizeWords(bytes)}, copied and checked in ${seconds} s`,
    key
      ? `${target}.key: the key that its secrets are digested with; keep both, or what is recorded later compares with none of them`
      : `no key lies beside the store: nothing was recorded with one`,
    `to restore: stop what records, remove ${file}-wal and ${file}-shm, copy ${key ? 'both' : 'it'} back`,
  ];
}

/** What `backup --json` prints. */
export function backupJson({ file, target, passes, bytes, key, elapsedMs }: BackupSummary) {
  return {
    format: 'roster-history/backup@1',
    complete: true,
    gaps: [],
    store: file,
    backup: target,
    key: key ? `${target}.key` : null,
    passes,
    bytes,
    elapsedMs,
  };
}
