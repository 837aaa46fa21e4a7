import { decodeText } from '../decode-text.ts';
import type { GitRepository } from './git-repository.ts';

/** One file of a commit that differs from the commit before. */
export interface GitChange {
  /** Its path; bytes that are no UTF-8 stand as U+FFFD. */
  readonly path: string;
  /** Its path byte by byte, which tells it from any other. */
  readonly id: string;
  /** The id of what it holds; null where it is gone, or no longer a regular file. */
  readonly blob: string | null;
}

/** One commit that touches the paths. */
export interface GitCommit {
  readonly id: string;
  /** When it was committed, in milliseconds since the epoch; null where that is no time. */
  readonly at: number | null;
  readonly author: string;
  readonly subject: string;
  readonly changes: readonly GitChange[];
}

const [nul, lineFeed, colon] = [0, 10, 58];
const headerTokens = 4;
const latest = Date.parse('9999-12-31T23:59:59.999Z') / 1000;

/** The commits that touch the paths, the oldest first, merges by what they bring to their first parent. Read as git prints them. */
export async function* gitCommits(
  repository: GitRepository,
  revision: string,
  paths: readonly string[],
): AsyncGenerator<GitCommit> {
  const format = '--format=%H%x00%ct%x00%an%x00%s';
  const how = [
    '--reverse',
    '--first-parent',
    '-m',
    '--raw',
    '-z',
    '--no-abbrev',
    '--no-renames',
    '--no-ext-diff',
    '-O/dev/null',
  ];
  const output = repository.stream(
    'log',
    ...how,
    '--no-textconv',
    '--encoding=UTF-8',
    format,
    revision,
    '--',
    ...paths,
  );
  let header: Buffer[] = [];
  let changes: GitChange[] = [];
  let entry: Buffer | null = null;
  for await (const token of tokensOf(output)) {
    if (entry !== null) {
      changes.push(changeOf(entry, token));
      entry = null;
    } else if (header.length === headerTokens && isEntry(token)) {
      entry = token;
    } else {
      if (header.length === headerTokens) {
        yield commitOf(header, changes);
        header = [];
        changes = [];
      }
      header.push(token);
    }
  }
  if (header.length === headerTokens) yield commitOf(header, changes);
}

/** All files of a commit, as changes to nothing. */
export async function gitFiles(
  repository: GitRepository,
  commit: string,
  paths: readonly string[],
): Promise<GitChange[]> {
  const how = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', '-O/dev/null'];
  const output = repository.stream('diff-tree', ...how, emptyTree(commit), commit, '--', ...paths);
  const changes: GitChange[] = [];
  let entry: Buffer | null = null;
  for await (const token of tokensOf(output)) {
    if (entry === null) entry = token;
    else {
      changes.push(changeOf(entry, token));
      entry = null;
    }
  }
  return changes;
}

/** The tree without files, which git knows by heart; its id tells SHA-1 from SHA-256. */
function emptyTree(commit: string): string {
  return commit.length === 40
    ? '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
    : '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
}

async function* tokensOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(nul); end >= 0; end = chunk.indexOf(nul, start)) {
      const part = chunk.subarray(start, end);
      yield rest.length === 0 ? part : Buffer.concat([...rest, part]);
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
}

/** `:100644 100644 … … M`; a line feed stands before the first of a commit. No commit's id begins like that. */
function isEntry(token: Buffer): boolean {
  return token[0] === colon || (token[0] === lineFeed && token[1] === colon);
}

function changeOf(entry: Buffer, path: Buffer): GitChange {
  const [, mode = '', , blob = ''] = entry.toString('latin1').trim().slice(1).split(' ');
  return { path: decodeText(path), id: path.toString('latin1'), blob: mode.startsWith('100') ? blob : null };
}

function commitOf([id, time, author, subject]: readonly Buffer[], changes: readonly GitChange[]): GitCommit {
  const seconds = /^\d+$/.test(String(time)) ? Number(String(time)) : Number.NaN;
  return {
    id: String(id),
    at: seconds <= latest ? seconds * 1000 : null,
    author: decodeText(author as Buffer),
    subject: decodeText(subject as Buffer),
    changes,
  };
}
