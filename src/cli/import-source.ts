import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UnreadableInput } from '../formats/index.ts';
import type { History } from '../history/index.ts';
import {
  expectRepository,
  exportFormat,
  type ImportSettings,
  importGit,
  importLines,
  importSnapshots,
  type Tally,
} from '../recorder/index.ts';
import type { ImportOptions } from './import-command.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';

/** Imports from a source into a store. */
export type Importer = (history: History, settings: ImportSettings, tally: Tally) => Promise<void>;

/** Finds what imports from the sources that were named. Throws {@link UserError} where they cannot be. */
export async function importerOf(
  [source = '', ...others]: readonly string[],
  options: ImportOptions,
  surroundings: Surroundings,
): Promise<Importer> {
  if (source.startsWith('git:')) {
    const git = {
      folder: repositoryOf(source.slice('git:'.length), surroundings),
      paths: others,
      revision: revisionOf(options),
      env: surroundings.env,
    };
    if (others.length === 0) {
      throw new UserError('no path in the repository: expected the files, folders or globs of declarations', {
        hint: `roster-history import ${source} nodes/`,
      });
    }
    // before there is a store: a slip of the finger is to leave none
    await expectRepository(git).catch((fault) => {
      throw faultOfUser(fault);
    });
    return (history, settings, tally) => importGit(history, git, settings, tally);
  }
  if (options.rev !== undefined || options.branch !== undefined) {
    throw new UserError('--rev and --branch are of a git repository: found another source', {
      hint: `roster-history import git:${source} --rev ${options.rev ?? options.branch} PATH`,
    });
  }
  const paths = [source, ...others];
  for (const path of paths) {
    if (path === '-' || existsSync(path)) continue;
    throw new UserError(`"${path}" is no file and no folder: expected history that exists already`, {
      hint: 'roster-history import --help',
    });
  }
  const lines = paths.filter(holdsLines);
  const snapshots = paths.filter((path) => !lines.includes(path));
  return async (history, settings, tally) => {
    for (const path of lines) await importLines(history, path, settings, tally);
    if (snapshots.length > 0) await importSnapshots(history, snapshots, settings, tally);
  };
}

function repositoryOf(named: string, { home }: Surroundings): string {
  if (/^[a-z+]+:\/\/|^[^/]+@[^/]+:/i.test(named)) {
    throw new UserError(`"${named}" is not on this machine: expected the folder of a clone`, {
      hint: `git clone --bare ${named} mesh.git`,
    });
  }
  // a shell fills in no home behind "git:"
  if (named === '~' || named.startsWith('~/')) return join(home, named.slice(1));
  return named === '' ? '.' : named;
}

function revisionOf({ rev, branch }: ImportOptions): string {
  if (rev !== undefined && branch !== undefined) {
    throw new UserError('--rev and --branch are given: expected one of them', { hint: `--rev ${rev}` });
  }
  const named = rev ?? (branch === undefined ? 'HEAD' : `refs/heads/${branch}`);
  const flag = rev === undefined ? '--branch' : '--rev';
  if (named === '' || named.startsWith('-') || /\.\.\.|\s|\^[@!-]/.test(named)) {
    throw new UserError(
      `${flag} "${rev ?? branch}" is no line of commits: expected a branch, a tag, a commit or A..B`,
      {
        hint: `${flag} main`,
      },
    );
  }
  return named;
}

/** Whether a file holds lines: by its ending, by what gzip writes first, or because it begins as an export does. */
function holdsLines(path: string): boolean {
  if (path === '-' || /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(path)) return true;
  if (!statSync(path).isFile()) return false;
  const start = Buffer.alloc(64);
  const descriptor = openSync(path, 'r');
  readSync(descriptor, start);
  closeSync(descriptor);
  return (start[0] === 0x1f && start[1] === 0x8b) || start.toString().startsWith(`{"format":"${exportFormat}"`);
}

/** A source that cannot be read at all is the user's fault; anything else is as it is. */
export function faultOfUser(fault: unknown): unknown {
  if (!(fault instanceof UnreadableInput)) return fault;
  return new UserError(fault.message, { ...(fault.hint ? { hint: fault.hint } : {}), cause: fault });
}
