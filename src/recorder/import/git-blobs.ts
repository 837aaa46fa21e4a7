import type { GitRepository } from './git-repository.ts';

/** The contents of a repository by their id, through one process. */
export interface GitBlobs {
  /** Gives the bytes of each in turn, all asked for at once; a text where there is a reason why there are none. */
  load(ids: readonly string[]): AsyncGenerator<Buffer | string>;
  close(): Promise<void>;
}

/** Far more than a declaration has, and far less than what no text can hold. */
const largestBytes = 128 * 1024 * 1024;

/** Starts the process. */
export function openGitBlobs(repository: GitRepository): GitBlobs {
  const child = repository.start('cat-file', '--batch');
  const chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);

  async function more(): Promise<void> {
    const { value, done } = await chunks.next();
    if (done) {
      await repository.ended(child);
      throw new Error('git cat-file ended before it was asked to');
    }
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
  }

  async function line(): Promise<string> {
    while (!rest.includes(10)) await more();
    const end = rest.indexOf(10);
    const text = rest.toString('latin1', 0, end);
    rest = rest.subarray(end + 1);
    return text;
  }

  /** The next bytes; what is too large is read past. */
  async function bytes(size: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    for (let missing = size; ; ) {
      const part = rest.subarray(0, missing);
      rest = rest.subarray(part.length);
      missing -= part.length;
      if (size <= largestBytes) parts.push(part);
      if (missing === 0) return size <= largestBytes ? Buffer.concat(parts) : null;
      await more();
    }
  }

  async function next(): Promise<Buffer | string> {
    const header = await line();
    const [, type, size] = header.split(' ');
    if (type !== 'blob') return 'this clone does not hold the content: it is partial, or damaged';
    const content = await bytes(Number(size));
    await bytes(1);
    return content ?? `too large to be read: ${size} bytes`;
  }

  return {
    async *load(ids) {
      if (ids.length > 0) child.stdin.write(ids.map((id) => `${id}\n`).join(''));
      for (const _ of ids) yield await next();
    },
    async close() {
      child.stdin.end();
      child.kill();
      await repository.ended(child).catch(() => {});
    },
  };
}
