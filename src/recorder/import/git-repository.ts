import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { UnreadableInput } from '../../formats/index.ts';
import { decodeText } from '../decode-text.ts';

/** A git process whose input and output are piped. */
export type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** A repository that git is asked about. What it holds and how it is configured is not trusted: nothing of it is run. */
export interface GitRepository {
  readonly folder: string;
  /** All that a command prints, as bytes. Throws {@link UnreadableInput} where it fails. */
  read(...args: string[]): Promise<Buffer>;
  /** What a command prints, as it prints it. Throws {@link UnreadableInput} where it fails. */
  stream(...args: string[]): AsyncGenerator<Buffer>;
  /** Starts a command that is talked to. It is the caller's to end. */
  start(...args: string[]): GitProcess;
  /** Waits for a command to end; throws {@link UnreadableInput}, with what it said, where it fails. */
  ended(child: GitProcess): Promise<void>;
}

/** Configuration of the repository that could run a program, or change what is printed. */
const safely = [
  ...['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'log.showSignature=false'],
  ...['-c', 'log.follow=false', '-c', 'log.showRoot=true', '-c', 'core.quotePath=false'],
  ...['-c', 'protocol.allow=never', '--no-pager'],
];

/** Asks for a repository through git. `env` is the environment that git is found in. */
export function gitRepository(folder: string, env: Readonly<Record<string, string | undefined>>): GitRepository {
  const said = new WeakMap<GitProcess, () => Promise<string>>();

  function start(...args: string[]): GitProcess {
    const child = spawn('git', ['-C', folder, ...safely, ...args], {
      env: gitEnvironment(env),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // what it does not want to read any more is told by how it ends
    child.stdin.on('error', () => {});
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    const closed = once(child, 'close') as Promise<[number | null, string | null]>;
    closed.catch(() => {});
    said.set(child, async () => {
      try {
        const [code, signal] = await closed;
        return code === 0 ? '' : decodeText(Buffer.concat(errors)).trim() || `git ended with ${code ?? signal}`;
      } catch (cause) {
        throw cannotRun(cause as NodeJS.ErrnoException);
      }
    });
    return child;
  }

  async function ended(child: GitProcess): Promise<void> {
    const words = (await said.get(child)?.()) ?? '';
    if (words !== '') throw gitFault(folder, words);
  }

  async function* stream(...args: string[]): AsyncGenerator<Buffer> {
    const child = start(...args);
    child.stdin.end();
    try {
      for await (const chunk of child.stdout) yield chunk as Buffer;
      await ended(child);
    } finally {
      child.kill();
    }
  }

  async function read(...args: string[]): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream(...args)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  return { folder, read, stream, start, ended };
}

/**
 * No variable of git's own that would name another repository; no lock, no question, no fetch of what a partial clone lacks.
 */
function gitEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(
    ([name]) => !name.startsWith('GIT_') || /^GIT_(?:CONFIG|EXEC_PATH)/.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  };
}

function cannotRun(cause: NodeJS.ErrnoException): UnreadableInput {
  if (cause.code === 'ENOENT') {
    return new UnreadableInput('git cannot be run: found no program "git" in PATH', {
      hint: 'install git: apt-get install git',
      cause,
    });
  }
  return new UnreadableInput(`git cannot be run: ${cause.message}`, { cause });
}

/** What git says of a failure, in our words where we know it. */
function gitFault(folder: string, said: string): UnreadableInput {
  const line = said.split('\n').find((one) => one.startsWith('fatal: ')) ?? said.split('\n', 1)[0] ?? '';
  const words = line.replace(/^fatal: /, '');
  if (/not a git repository/.test(said)) {
    return new UnreadableInput(`"${folder}" is no git repository: expected a clone of one`, {
      hint: 'name its folder: roster-history import git:FOLDER nodes/',
    });
  }
  if (/dubious ownership/.test(said)) {
    const command = /git config --global --add safe\.directory .*/.exec(said)?.[0];
    return new UnreadableInput(`"${folder}" belongs to another user, and git does not trust it`, {
      hint: command ?? `git config --global --add safe.directory ${folder}`,
    });
  }
  if (/cannot change to/.test(said)) return new UnreadableInput(`"${folder}" is no folder: expected a git repository`);
  const revision = /(?:ambiguous argument|bad revision) '(.*?)'/.exec(said)?.[1];
  if (revision === 'HEAD' || /does not have any commits/.test(said)) {
    return new UnreadableInput(`"${folder}" has no commit yet: nothing to import`);
  }
  if (revision !== undefined) {
    return new UnreadableInput(`no revision "${revision}" in "${folder}"`, {
      hint: `git -C ${folder} log --oneline --all`,
    });
  }
  if (/promisor remote/.test(said)) {
    return new UnreadableInput(
      `"${folder}" is a partial clone: it does not hold every content, and nothing is fetched`,
      {
        hint: `git -C ${folder} fetch --refetch --no-filter`,
      },
    );
  }
  return new UnreadableInput(`git: ${words}`);
}
