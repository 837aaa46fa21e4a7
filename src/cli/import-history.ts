import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UnreadableInput } from '../formats/index.ts';
import { type History, openForRecording } from '../history/index.ts';
import {
  exportFormat,
  type ImportSettings,
  importGit,
  importLines,
  importSnapshots,
  openTally,
  type Tally,
} from '../recorder/index.ts';
import { escapeControls, importJson, importLinesOf } from '../report/index.ts';
import type { ImportOptions } from './import-command.ts';
import { type ImportProgress, openImportProgress } from './import-progress.ts';
import type { ProgramOptions } from './program-options.ts';
import { knownFormat } from './record-circumstances.ts';
import { faultLines } from './report-fault.ts';
import { storePath } from './store-path.ts';
import type { Surroundings } from './surroundings.ts';
import { parseTime } from './time-reference.ts';
import { timeWriter } from './time-writer.ts';
import { UserError } from './user-error.ts';
import { writeJson } from './write-json.ts';

/** Imports, and says what came of it. Gives the exit code: 2 where something could not be read. */
export async function importHistory(
  sources: readonly string[],
  options: ImportOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  const importFrom = sourceOf(sources, options, surroundings);
  const settings = settingsOf(options, program, surroundings);
  const times = timeWriter(program.tz, surroundings);
  const began = surroundings.now();
  const history = openForRecording(storePath(program.store, surroundings));
  const tally = openTally();
  let stopped = false;
  surroundings.onSignal('SIGINT', () => {
    stopped = true;
  });
  const progress = await openImportProgress(surroundings);
  try {
    await importFrom(history, { ...settings, ...reporting(progress), isStopped: () => stopped }, tally);
  } catch (fault) {
    if (!(fault instanceof UnreadableInput)) throw fault;
    throw new UserError(fault.message, { ...(fault.hint ? { hint: fault.hint } : {}), cause: fault });
  } finally {
    progress?.close();
    history.close();
  }
  const imported = tally.result();
  const summary = {
    label: sources.join(' '),
    store: program.store ?? null,
    elapsedMs: surroundings.now() - began,
    stopped,
    imported,
  };
  if (program.json) writeJson(importJson(summary, times), surroundings.write);
  else for (const line of importLinesOf(summary, times)) surroundings.write(`${escapeControls(line)}\n`);
  for (const { place, message, hint } of imported.faults) {
    surroundings.writeError(faultLines(`${place}: ${message}`, hint));
  }
  const untold = imported.unreadable - imported.faults.length;
  if (untold > 0) surroundings.writeError(`roster-history: and ${untold} more that could not be read\n`);
  if (stopped) {
    surroundings.writeError(faultLines('interrupted: what was recorded stays', 'the same command goes on from there'));
  }
  return stopped || imported.unreadable > 0 ? 2 : 0;
}

/** What imports from the sources that were named. Throws {@link UserError} where they cannot be. */
function sourceOf(
  [source = '', ...others]: readonly string[],
  options: ImportOptions,
  surroundings: Surroundings,
): (history: History, settings: ImportSettings, tally: Tally) => Promise<void> {
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

function settingsOf(options: ImportOptions, program: ProgramOptions, surroundings: Surroundings): ImportSettings {
  const { node, format } = options;
  if (node === '') throw new UserError('--node is empty: expected the name of a node', { hint: '--node novox' });
  const { now } = surroundings;
  const { zone } = timeWriter(program.tz, surroundings);
  return {
    circumstances: {
      ...(program.controller === undefined ? {} : { controller: program.controller }),
      ...(node === undefined ? {} : { node }),
    },
    nodeFromName: options.nodeFromName === true,
    ...(format === undefined ? {} : { format: knownFormat(format) }),
    now,
    readWall(text) {
      try {
        return parseTime(text, { now: now(), zone });
      } catch (error) {
        if (error instanceof UserError) return null;
        throw error;
      }
    },
  };
}

function reporting(progress: ImportProgress | null): Pick<ImportSettings, 'progress'> {
  return progress === null ? {} : { progress: progress.show };
}
