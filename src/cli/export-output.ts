import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { ExportOptions } from './export-command.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';

/** Where an export goes. */
export interface ExportOutput {
  write(text: string): void;
  /** Puts the file in place, when it is whole and on the disk. */
  finish(): void;
  /** Takes away what is not in place. */
  close(): void;
}

/** So many characters are written at a time. */
const pieceLength = 1_000_000;

/** Opens a file, 0600, which is in place only when it is whole; or standard output. Throws {@link UserError} where the file is there already. */
export function openExportOutput({ output, force }: ExportOptions, { write }: Surroundings): ExportOutput {
  if (output === undefined || output === '-') return inPieces({ put: write, finish: () => {}, close: () => {} });
  return openFile(output, force === true);
}

function openFile(file: string, force: boolean): ExportOutput {
  if (existsSync(file)) {
    if (statSync(file).isDirectory()) {
      throw new UserError(`--output "${file}" is a folder: expected a file`, {
        hint: `--output ${file}/history.ndjson`,
      });
    }
    if (!force) throw isThere(file);
  }
  const draft = `${file}.${randomUUID()}`;
  const descriptor = withWords(file, () => openSync(draft, 'wx', 0o600));
  const pack = /\.gz$/i.test(file) ? (text: string) => gzipSync(text) : (text: string) => Buffer.from(text);
  let open = true;

  function close(): void {
    if (open) closeSync(descriptor);
    open = false;
  }

  return inPieces({
    put: (text) => withWords(file, () => writeWhole(descriptor, pack(text))),
    finish() {
      withWords(file, () => fsyncSync(descriptor));
      close();
      if (force) withWords(file, () => renameSync(draft, file));
      else putWhereNothingIs(draft, file);
    },
    close() {
      close();
      rmSync(draft, { force: true });
    },
  });
}

/** Gathers texts: a line at a time would be slow to write and hard to pack. */
function inPieces({ put, finish, close }: { put(text: string): void; finish(): void; close(): void }): ExportOutput {
  let texts: string[] = [];
  let length = 0;

  function putGathered(): void {
    if (texts.length > 0) put(texts.join(''));
    texts = [];
    length = 0;
  }

  return {
    write(text) {
      texts.push(text);
      length += text.length;
      if (length >= pieceLength) putGathered();
    },
    finish() {
      putGathered();
      finish();
    },
    close,
  };
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

/** A link is refused where a file is there by now; a file system without links is asked before. */
function putWhereNothingIs(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(file)) throw isThere(file);
    withWords(file, () => renameSync(draft, file));
  }
}

function isThere(file: string): UserError {
  return new UserError(`--output "${file}" is there already: expected a new file`, {
    hint: `--force writes over it: --output ${file} --force`,
  });
}

function withWords<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    // the rest of the message names the file under the name that it has until it is whole
    const words = (cause as Error).message.replace(/^[A-Z]+: |, .*$/g, '');
    throw new UserError(`--output "${file}" cannot be written: ${words}`, { hint: '--output history.ndjson', cause });
  }
}
