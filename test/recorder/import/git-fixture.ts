import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/temporary-store.ts';

/** One commit of a repository that a test makes. A file that is null is removed. */
export interface FixtureCommit {
  readonly at?: number;
  readonly author?: string | Uint8Array;
  readonly subject?: string | Uint8Array;
  /** As a commit's header names it; the subject is then in that encoding. */
  readonly encoding?: string;
  readonly branch?: string;
  /** The branch that a new branch begins at. */
  readonly from?: string;
  /** The branch that this commit merges. */
  readonly merge?: string;
  readonly files?: Readonly<Record<string, unknown>>;
  /** Lines of git fast-import, for what files cannot say. */
  readonly raw?: Uint8Array | string;
}

/** The instant of the first commit; each later one is five minutes after: 2026-03-01T10:00:00Z. */
export const firstCommitAt = Date.UTC(2026, 2, 1, 10);

/** The environment that git runs in: that of the tests, without what a user has configured. */
export const gitEnvironment = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

/** Makes a repository of commits, all on `main` unless they say otherwise, in a folder that goes when the test ends. */
export function fixtureRepository(commits: readonly FixtureCommit[], ...init: string[]): string {
  const folder = join(temporaryFolder(), 'repo');
  if (init.length > 0) git('.', 'init', '--quiet', '--bare', '--initial-branch=main', ...init, folder);
  else makeEmpty(folder);
  if (commits.length === 0) return folder;
  execFileSync('git', ['-C', folder, 'fast-import', '--quiet', '--force'], {
    input: Buffer.concat(commits.map(streamOf)),
    env: gitEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  return folder;
}

/** What `git init --bare` makes, without the process that it takes. */
function makeEmpty(folder: string): void {
  for (const name of ['objects', 'refs/heads']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(folder, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
}

/** Runs git in a folder; gives what it prints. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { env: gitEnvironment, encoding: 'utf8' }).trim();
}

function streamOf(commit: FixtureCommit, index: number): Buffer {
  const { at = firstCommitAt + index * 300_000, author = 'controller', subject = `pass ${index + 1}` } = commit;
  const { branch = 'main', files = {}, raw = '' } = commit;
  const bytes = (value: string | Uint8Array) => Buffer.from(value as string);
  const message = bytes(subject);
  return Buffer.concat([
    bytes(`commit refs/heads/${branch}\nauthor `),
    bytes(author),
    bytes(` <c@example.org> ${at / 1000} +0000\ncommitter c <c@example.org> ${at / 1000} +0000\n`),
    bytes(commit.encoding === undefined ? '' : `encoding ${commit.encoding}\n`),
    bytes(`data ${message.length}\n`),
    message,
    bytes('\n'),
    bytes(commit.from === undefined ? '' : `from refs/heads/${commit.from}\n`),
    bytes(commit.merge === undefined ? '' : `merge refs/heads/${commit.merge}\n`),
    ...Object.entries(files).map(([path, content]) => bytes(fileLines(path, content))),
    bytes(raw),
  ]);
}

function fileLines(path: string, content: unknown): string {
  if (content === null) return `D ${path}\n`;
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
}
