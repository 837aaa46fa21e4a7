import { closeSync, type Dirent, existsSync, fstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { textKind } from '../formats/index.ts';
import { decodeText, findUndecodable } from './decode-text.ts';
import { isPlainText, lentText, type ReadingSpace } from './lent-text.ts';
import { readToEnd } from './read-to-end.ts';
import { defaultSizeLimitBytes, SizeExceeded } from './size-limit.ts';

/** What one source gave: its text, or why there is none; and how the command that printed it ended, where that is known. */
export interface SourceText {
  /** How the source is called in messages and in the history. */
  readonly label: string;
  readonly text: string | null;
  /** The bytes that the text is written in, where they were lent: good until the next source is read. */
  readonly bytes?: Buffer;
  /** Why there is no text. */
  readonly error: string | null;
  /** What would help where there is none. */
  readonly hint?: string;
  /** The place, from 0, of the first byte that is no text, where there is one. */
  readonly undecodableAt?: number;
  readonly exitStatus?: number;
  readonly standardError?: string;
}

/** The endings of the files that a folder of inputs holds. */
export const inputExtensions: readonly string[] = ['.json', '.yaml', '.yml', '.hosts', '.txt', ''];
const standardInput = 0;

/**
 * The inputs of a file, a directory (its `.json`, `.hosts`, `.txt` and suffixless files, numbers in their names in order) or
 * `-`. Reads one at a time, and no more of one than the limit. What cannot be read, or a directory without inputs, is a source
 * without a text. A pipe is read to its end. Into a space that is given one source is read after the other, and lent.
 */
export function* readSource(
  path: string,
  sizeLimitBytes = defaultSizeLimitBytes,
  space?: ReadingSpace,
): Generator<SourceText> {
  if (path === '-') {
    const label = 'standard input';
    yield readOrFail(label, () => ({ label, error: null, ...textOf(readToEnd(standardInput, sizeLimitBytes)) }));
    return;
  }
  if (!isDirectory(path)) {
    yield readBeside(path, sizeLimitBytes, space);
    return;
  }
  const label = basename(path);
  const names = inputNames(path);
  if (typeof names === 'string') yield { label, text: null, error: names };
  else for (const name of names) yield readBeside(join(path, name), sizeLimitBytes, space);
}

/** The names of a directory's inputs, or why there are none. */
export function inputNames(directory: string): string[] | string {
  const order = new Intl.Collator('en', { numeric: true });
  let entries: Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    return faultWords(error);
  }
  const names = entries.filter((entry) => isInput(directory, entry)).map(({ name }) => name);
  if (names.length > 0) return names.sort((a, b) => order.compare(a, b) || (a < b ? -1 : 1));
  const found = entries.length === 0 ? 'nothing' : `${entries.length} of other kinds`;
  return `no input in the directory: expected files ending in .json, .yaml, .hosts or .txt, or without an ending, found ${found}`;
}

/** A link counts as what it leads to. One that leads nowhere is an input that cannot be read. */
function isInput(directory: string, entry: Dirent): boolean {
  if (entry.name.startsWith('.') || !inputExtensions.includes(extname(entry.name).toLowerCase())) return false;
  if (!entry.isSymbolicLink()) return entry.isFile();
  const path = join(directory, entry.name);
  return !existsSync(path) || statSync(path).isFile();
}

/** A text of bytes, and where they are no text. */
export function textOf(bytes: Uint8Array): { readonly text: string; readonly undecodableAt?: number } {
  const undecodableAt = findUndecodable(bytes);
  return { text: decodeText(bytes), ...(undecodableAt === null ? {} : { undecodableAt }) };
}

/** A file, with the exit status and the standard error of the command that wrote it where they lie beside it as `.status` and `.stderr`. */
export function readBeside(path: string, sizeLimitBytes = defaultSizeLimitBytes, space?: ReadingSpace): SourceText {
  const stem = path.slice(0, path.length - extname(path).length);
  const beside = (extension: string): string | undefined => {
    const sidecar = stem + extension;
    if (!existsSync(sidecar)) return undefined;
    if (statSync(sidecar).isFIFO()) throw new Error(`"${basename(sidecar)}" is a pipe: expected a file`);
    return decodeText(readFile(sidecar, sizeLimitBytes)).trim();
  };
  const label = basename(path);
  return readOrFail(label, () => {
    const status = beside('.status');
    const standardError = beside('.stderr');
    // a status that tells nothing may be that of a failure
    if (status !== undefined && !/^\d{1,3}$/.test(status)) {
      throw new Error(`"${basename(stem)}.status" is no exit status: expected a number, found ${textKind(status)}`);
    }
    const facts = {
      label,
      ...(status === undefined ? {} : { exitStatus: Number(status) }),
      ...(standardError === undefined ? {} : { standardError }),
    };
    const bytes = readFile(path, sizeLimitBytes, space);
    return space !== undefined && isPlainText(bytes)
      ? lentText(facts, bytes)
      : { ...facts, error: null, ...textOf(bytes) };
  });
}

/** The bytes of a file. Throws {@link SizeExceeded} where it is larger than the limit, of which nothing is read then. */
export function readFile(path: string, sizeLimitBytes: number, space?: ReadingSpace): Buffer {
  const descriptor = openSync(path, 'r');
  try {
    const stat = fstatSync(descriptor);
    if (stat.size > sizeLimitBytes) throw new SizeExceeded(stat.size, sizeLimitBytes);
    return readToEnd(descriptor, sizeLimitBytes, stat.isFile() ? stat.size : 0, space);
  } finally {
    closeSync(descriptor);
  }
}

function readOrFail(label: string, read: () => SourceText): SourceText {
  try {
    return read();
  } catch (error) {
    const hint = error instanceof SizeExceeded ? { hint: error.hint } : {};
    return { label, text: null, error: faultWords(error), ...hint };
  }
}

function faultWords(error: unknown): string {
  return (error as Error).message.replace(/^[A-Z]+: /, '');
}

function isDirectory(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
