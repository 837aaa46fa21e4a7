import { isAscii } from 'node:buffer';
import { UnreadableInput } from '../../formats/index.ts';
import type { JsonObject } from '../../roster/index.ts';
import { decodeText } from '../decode-text.ts';
import { declarationPaths } from './declaration-paths.ts';
import { type GitCommit, gitCommits, gitFiles } from './git-commits.ts';
import { type GitRepository, gitRepository } from './git-repository.ts';

/** What is imported of a repository. */
export interface GitSource {
  readonly folder: string;
  /** Files, folders or globs, as git takes them. */
  readonly paths: readonly string[];
  /** A branch, a tag, a commit, or a range `A..B`. */
  readonly revision: string;
  /** The environment that git is run in. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** So many changes are read at a time: asking one by one takes longer than answering. */
const groupedChanges = 64;
const groupedCommits = 256;

/**
 * The commits in groups, each with the changes of files that are meant; the first of all with every such file that it
 * holds, since its parent may be outside of the range.
 */
export async function* commitGroups(repository: GitRepository, source: GitSource): AsyncGenerator<GitCommit[]> {
  const isMeant = declarationPaths(source.paths);
  let group: GitCommit[] = [];
  let changes = 0;
  let isFirst = true;
  for await (const commit of gitCommits(repository, source.revision, source.paths)) {
    const all = isFirst ? await gitFiles(repository, commit.id, source.paths) : commit.changes;
    isFirst = false;
    const meant = { ...commit, changes: all.filter(({ path }) => isMeant(path)) };
    group.push(meant);
    changes += meant.changes.length;
    if (changes < groupedChanges && group.length < groupedCommits) continue;
    yield group;
    group = [];
    changes = 0;
  }
  if (group.length > 0) yield group;
}

/** Throws {@link UnreadableInput} where there is no repository, or no git. */
export async function expectRepository({ folder, env }: Pick<GitSource, 'folder' | 'env'>): Promise<void> {
  await gitRepository(folder, env).read('rev-parse', '--git-dir');
}

/** Whether history is cut off. */
export async function isShallow(repository: GitRepository): Promise<boolean> {
  return (await repository.read('rev-parse', '--is-shallow-repository')).toString().trim() === 'true';
}

/** How many commits there are: counting costs a second walk. */
export async function countCommits(repository: GitRepository, { revision, paths }: GitSource): Promise<number> {
  const counted = await repository.read('rev-list', '--count', '--first-parent', revision, '--', ...paths);
  return Number(counted.toString());
}

/** No commit touches the paths. */
export function nothingFound({ folder, paths, revision }: GitSource): UnreadableInput {
  const named = paths.map((path) => JSON.stringify(path)).join(', ');
  return new UnreadableInput(`no commit of ${revision} in "${folder}" touches ${named}`, {
    hint: `git -C ${folder} ls-tree -r --name-only ${revision.split('..').at(-1)} lists the files`,
  });
}

/** The subject first: a table shows the beginning. */
export function triggerOf({ subject, author, id }: GitCommit): JsonObject {
  return { subject, author, commit: id };
}

/** Plain ASCII, as most declarations are, is decoded faster by itself. */
export function contentText(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : decodeText(bytes);
}
