import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** A git repository that is committed to. */
export interface CommittedFolder {
  readonly folder: string;
  /** What a user does on each pass: `git add -A && git commit`. */
  commit(): void;
  /** Commits all of a stream at once, as `git fast-import` does. */
  fastImport(stream: string): void;
  /** The bytes of its pack, without the index of it, after `gc --aggressive`. */
  packedBytes(): number;
}

/** Makes a repository, with the housekeeping that git does by itself put off. */
export function committedFolder(): CommittedFolder {
  const folder = temporaryFolder();
  const git = (input: string | undefined, ...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], {
      stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'inherit'],
      ...(input === undefined ? {} : { input }),
    });
  git(undefined, 'init', '-q', '-b', 'main');
  git(undefined, 'config', 'gc.auto', '0');
  git(undefined, 'config', 'user.email', 'bench@mesh.example');
  git(undefined, 'config', 'user.name', 'bench');
  return {
    folder,
    commit() {
      git(undefined, 'add', '-A');
      git(undefined, 'commit', '-q', '--allow-empty', '-m', 'pass');
    },
    fastImport(stream) {
      git(stream, 'fast-import', '--quiet');
    },
    packedBytes() {
      git(undefined, 'gc', '-q', '--aggressive', '--prune=now');
      const packs = join(folder, '.git', 'objects', 'pack');
      return readdirSync(packs).reduce((sum, name) => sum + statSync(join(packs, name)).size, 0);
    },
  };
}
