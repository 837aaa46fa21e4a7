/** Something is wrong with the store. `damaged` tells damage (exit 3) from the outside world's faults (exit 2). */
export class StoreError extends Error {
  readonly hint: string | null;
  readonly damaged: boolean;

  constructor(message: string, options: { hint?: string; damaged?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'StoreError';
    this.hint = options.hint ?? null;
    this.damaged = options.damaged ?? false;
  }
}

const faults: readonly { code: RegExp; message?: RegExp; words: string; hint: string; damaged?: true }[] = [
  {
    code: /^SQLITE_FULL$|^SQLITE_IOERR_(WRITE|SHMSIZE)$|^ENOSPC$|^EDQUOT$/,
    words: 'the disk is full: nothing of this pass was recorded, and nothing recorded before is lost',
    hint: 'make room, then record again',
  },
  {
    code: /^EROFS$/,
    words: 'the file system is read-only: nothing can be recorded there',
    hint: 'mount it for writing, or name another file with --store',
  },
  {
    code: /^SQLITE_READONLY|^SQLITE_PERM/,
    words: 'the store cannot be written',
    hint: 'check the owner and the mode of the file and of its folder, or name another with --store',
  },
  {
    code: /^SQLITE_CANTOPEN/,
    words: 'the store cannot be opened',
    hint: 'check that its folder exists and can be entered, or name another with --store',
  },
  {
    code: /^SQLITE_BUSY/,
    words: 'another process has held the store for longer than 30 seconds',
    hint: 'see which with: fuser STORE',
  },
  {
    code: /^SQLITE_NOTADB/,
    words: 'not a store: the file is no SQLite database',
    hint: 'name another file with --store',
  },
  {
    code: /^SQLITE_CORRUPT/,
    words: 'the store is damaged',
    hint: 'roster-history verify says what is affected',
    damaged: true,
  },
  {
    code: /^SQLITE_ERROR$/,
    message:
      /^no such (table|column|index)|^no query solution|^malformed database schema|^cannot join using|has no column named/,
    words: 'the store is damaged: a part of its schema is missing',
    hint: 'take it from a backup',
    damaged: true,
  },
  {
    code: /^SQLITE_ERROR$/,
    message: /^unsupported file format/,
    words: 'the store is damaged: the header of the file is not what it was',
    hint: 'take it from a backup',
    damaged: true,
  },
  {
    code: /^SQLITE_IOERR/,
    words: 'the disk does not give or take what it is asked for',
    hint: 'see what the system log says of the disk',
  },
];

/** An SQLite error in words that a user can act on; any other error as it is. */
export function storeErrorOf(file: string, error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string };
  if (typeof code !== 'string') return error;
  const fault = faults.find((known) => known.code.test(code) && (known.message?.test(message ?? '') ?? true));
  if (!fault) return error;
  return new StoreError(`"${file}": ${fault.words} (${code})`, {
    hint: fault.hint.replace('STORE', file),
    cause: error,
    ...(fault.damaged ? { damaged: true } : {}),
  });
}
