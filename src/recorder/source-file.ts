import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { decodeText } from './decode-text.ts';
import { readToEnd } from './read-to-end.ts';

/** What one source gave: its text, or why there is none; and how the command that printed it ended, where that is known. */
export interface SourceText {
  /** How the source is called in messages and in the history. */
  readonly label: string;
  readonly text: string | null;
  /** Why there is no text. */
  readonly error: string | null;
  readonly exitStatus?: number;
  readonly standardError?: string;
}

const inputExtensions: readonly string[] = ['.json', '.hosts', '.txt', ''];
const standardInput = 0;

/**
 * The inputs of a file, a directory (its `.json`, `.hosts`, `.txt` and suffixless files, numbers in their names in order) or
 * `-`. Reads one at a time. What cannot be read, or a directory without inputs, is a source without a text.
 */
export function* readSource(path: string): Generator<SourceText> {
  if (path === '-') {
    yield readOrFail('standard input', () => ({ text: decodeText(readToEnd(standardInput)) }));
    return;
  }
  if (!isDirectory(path)) {
    yield readBeside(path);
    return;
  }
  const label = basename(path);
  const names = inputNames(path);
  if (typeof names === 'string') yield { label, text: null, error: names };
  else for (const name of names) yield readBeside(join(path, name));
}

/** The names of a directory's inputs, or why there are none. */
function inputNames(directory: string): string[] | string {
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
  return `no input in the directory: expected files ending in .json, .hosts or .txt, or without an ending, found ${found}`;
}

/** A link counts as what it leads to. One that leads nowhere is an input that cannot be read. */
function isInput(directory: string, entry: Dirent): boolean {
  if (entry.name.startsWith('.') || !inputExtensions.includes(extname(entry.name).toLowerCase())) return false;
  if (!entry.isSymbolicLink()) return entry.isFile();
  const path = join(directory, entry.name);
  return !existsSync(path) || statSync(path).isFile();
}

/** A file, with the exit status and the standard error of the command that wrote it where they lie beside it as `.status` and `.stderr`. */
function readBeside(path: string): SourceText {
  const stem = path.slice(0, path.length - extname(path).length);
  const beside = (extension: string): string | undefined =>
    existsSync(stem + extension) ? decodeText(readFileSync(stem + extension)).trim() : undefined;
  return readOrFail(basename(path), () => {
    const status = beside('.status');
    const standardError = beside('.stderr');
    // a status that tells nothing may be that of a failure
    if (status !== undefined && !/^\d{1,3}$/.test(status)) {
      throw new Error(`"${basename(stem)}.status" is no exit status: found ${JSON.stringify(status.slice(0, 20))}`);
    }
    return {
      text: decodeText(readFileSync(path)),
      ...(status === undefined ? {} : { exitStatus: Number(status) }),
      ...(standardError === undefined ? {} : { standardError }),
    };
  });
}

function readOrFail(label: string, read: () => Omit<SourceText, 'label' | 'error'>): SourceText {
  try {
    return { label, error: null, ...read() };
  } catch (error) {
    return { label, text: null, error: faultWords(error) };
  }
}

function faultWords(error: unknown): string {
  return (error as Error).message.replace(/^[A-Z]+: /, '');
}

function isDirectory(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
