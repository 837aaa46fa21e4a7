import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { connectForReading, connectToCopy } from './connection.ts';
import { StoreError, storeErrorOf } from './store-error.ts';

/** What a backup is made of, and where. */
export interface BackupSettings {
  readonly file: string;
  readonly target: string;
  /** Whether a file that is there already may be replaced. */
  readonly force: boolean;
  /** Told the pages that are copied and that there are; where it throws, no backup is made. */
  progress(done: number, total: number): void;
}

/** A backup that was made and checked. */
export interface Backup {
  readonly passes: number;
  readonly bytes: number;
  /** Whether a key lay beside the store: then its copy lies beside the backup. */
  readonly key: boolean;
}

/** How many pages are copied before whoever else is due has a turn. */
const pagesAtATime = 512;

/**
 * Copies a store as it is at this moment, whoever records meanwhile, with the key beside it (https://sqlite.org/backup.html).
 * The copy is checked before it gets its name, and one file, 0600, that needs nothing beside it to be read.
 */
export async function backupStore({ file, target, force, progress }: BackupSettings): Promise<Backup> {
  const draft = `${target}.${randomUUID().slice(0, 8)}.part`;
  try {
    expectTarget(file, target, force);
    const source = connectForReading(file);
    try {
      closeSync(openSync(draft, 'wx', 0o600));
      // the view that the connection has of the store does not change, so the copy is never begun anew
      await source.backup(draft, {
        progress({ totalPages, remainingPages }) {
          progress(totalPages - remainingPages, totalPages);
          return pagesAtATime;
        },
      });
      const passes = expectCopy(source, draft);
      const key = existsSync(`${file}.key`);
      if (key) copyKey(`${file}.key`, `${draft}.key`, `${target}.key`);
      sync(draft);
      renameSync(draft, target);
      sync(dirname(target));
      return { passes, bytes: statSync(target).size, key };
    } finally {
      source.close();
    }
  } catch (error) {
    throw faultOf(error, file, target);
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm', '.key'])
      if (existsSync(draft + ending)) rmSync(draft + ending);
  }
}

/** Throws {@link StoreError} where nothing can or should be written. */
function expectTarget(file: string, target: string, force: boolean): void {
  const folder = statSync(dirname(target), { throwIfNoEntry: false });
  if (!folder?.isDirectory()) {
    throw new StoreError(`no folder "${dirname(target)}" to write a backup into`, {
      hint: `mkdir -p ${dirname(target)}`,
    });
  }
  if (!existsSync(target) && !existsSync(`${target}.key`)) return;
  if (existsSync(target)) {
    if (statSync(target).isDirectory()) {
      throw new StoreError(`"${target}" is a directory: expected the name of a file`, {
        hint: `roster-history backup ${join(target, basename(file))}`,
      });
    }
    if (existsSync(file) && realpathSync(file) === realpathSync(target)) {
      throw new StoreError(`"${target}" is the store itself: expected another file`, {
        hint: `roster-history backup ${target}.backup`,
      });
    }
  }
  if (existsSync(`${target}-wal`)) {
    throw new StoreError(`"${target}" is in use, or was: "${target}-wal" lies beside it`, {
      hint: 'name another file',
    });
  }
  if (force) return;
  const found = existsSync(target) ? target : `${target}.key`;
  throw new StoreError(`"${found}" is there already`, { hint: 'name another file, or replace it with --force' });
}

/** Throws {@link StoreError} unless a copy is whole and holds what its source does; gives the number of its passes. */
function expectCopy(source: Database, draft: string): number {
  const copy = connectToCopy(draft);
  try {
    const found = copy.pragma('integrity_check', { simple: true });
    if (found !== 'ok') throw new StoreError(`the copy is damaged, and so is the store: ${found}`, damaged);
    for (const table of ['passes', 'joins', 'contents']) {
      const [expected, got] = [source, copy].map((one) => one.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
      if (got !== expected) throw new StoreError(`the copy holds ${got} ${table}, expected ${expected}`, damaged);
    }
    return copy.prepare('SELECT count(*) FROM passes').pluck().get() as number;
  } finally {
    copy.close();
  }
}

const damaged = { damaged: true, hint: 'roster-history verify says what is affected' };

/** Copied under another name first. With the key of another store the digests of this one would compare with nothing. */
function copyKey(file: string, draft: string, target: string): void {
  closeSync(openSync(draft, 'wx', 0o600));
  copyFileSync(file, draft);
  sync(draft);
  renameSync(draft, target);
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function faultOf(error: unknown, file: string, target: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') {
    return new StoreError(`"${target}": the disk is full: no backup was written`, { hint: 'make room', cause: error });
  }
  if (syscall === undefined) return storeErrorOf(file, error);
  return new StoreError(`"${target}": ${message.replace(/^[A-Z]+: /, '')}`, {
    hint: 'name another file',
    cause: error,
  });
}
