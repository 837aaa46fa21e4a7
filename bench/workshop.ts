import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type History, openForRecording } from '../src/history/index.ts';
import { openRecorder } from '../src/recorder/index.ts';
import { readSource } from '../src/recorder/source-file.ts';
import type { PassFiles } from './inputs.ts';

/** A folder of its own that goes when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roster-history-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes the files of a pass into a folder. */
export function writePass(folder: string, files: PassFiles): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

/** A recorder that goes on running, as `watch` has it. */
export interface RunningRecorder {
  readonly history: History;
  readonly file: string;
  /** Records what is in a folder as one pass. */
  take(folder: string): void;
}

/** Opens a recorder on a new store. The clock goes on by a minute with each pass. */
export function runningRecorder(): RunningRecorder {
  const file = join(temporaryFolder(), 'history.db');
  const history = openForRecording(file);
  let clock = Date.UTC(2026, 0, 1);
  const recorder = openRecorder(history, { quietGapMs: 2000, now: () => clock });
  return {
    history,
    file,
    take(folder) {
      clock += 60_000;
      for (const source of readSource(folder)) for (const _ of recorder.take(source));
      for (const _ of recorder.finish());
    },
  };
}

/** A git repository that is committed to. */
export interface CommittedFolder {
  readonly folder: string;
  commit(): void;
  /** The bytes of its pack after `gc --aggressive`. */
  packedBytes(): number;
}

/** Makes a repository, with the housekeeping that git does by itself put off. */
export function committedFolder(): CommittedFolder {
  const folder = temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  git('init', '-q');
  git('config', 'gc.auto', '0');
  git('config', 'user.email', 'bench@mesh.example');
  git('config', 'user.name', 'bench');
  return {
    folder,
    commit() {
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', 'pass');
    },
    packedBytes() {
      git('gc', '-q', '--aggressive', '--prune=now');
      const packs = join(folder, '.git', 'objects', 'pack');
      return readdirSync(packs).reduce((sum, name) => sum + statSync(join(packs, name)).size, 0);
    },
  };
}

/** The bytes of a store with all that belongs to it. */
export function storeBytes(file: string): number {
  return ['', '-wal', '-shm', '.key'].reduce(
    (sum, end) => sum + (statSync(file + end, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
