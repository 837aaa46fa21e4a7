import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

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

/** The inputs of a file, a directory (its `.json`, `.hosts`, `.txt` and suffixless files, numbers in their names in order) or `-`. Reads one at a time. */
export function* readSource(path: string): Generator<SourceText> {
  if (path === '-') {
    yield readText('standard input', 0);
    return;
  }
  if (existsSync(path) && statSync(path).isDirectory()) {
    for (const name of inputNames(path)) yield readBeside(join(path, name));
    return;
  }
  yield readBeside(path);
}

function inputNames(directory: string): string[] {
  const order = new Intl.Collator('en', { numeric: true });
  return readdirSync(directory, { withFileTypes: true })
    .filter(
      (entry) => !entry.isDirectory() && !entry.name.startsWith('.') && inputExtensions.includes(extname(entry.name)),
    )
    .map(({ name }) => name)
    .sort(order.compare);
}

/** A file, with the exit status and the standard error of the command that wrote it where they lie beside it as `.status` and `.stderr`. */
function readBeside(path: string): SourceText {
  const stem = path.slice(0, path.length - extname(path).length);
  const beside = (extension: string) =>
    existsSync(stem + extension) ? readFileSync(stem + extension, 'utf8').trim() : undefined;
  const status = beside('.status');
  const standardError = beside('.stderr');
  return {
    ...readText(basename(path), path),
    ...(status !== undefined && /^\d+$/.test(status) ? { exitStatus: Number(status) } : {}),
    ...(standardError === undefined ? {} : { standardError }),
  };
}

function readText(label: string, file: string | number): SourceText {
  try {
    return { label, text: decodeText(readFileSync(file)), error: null };
  } catch (error) {
    const words = (error as Error).message.replace(/^[A-Z]+: /, '');
    return { label, text: null, error: words };
  }
}

/** UTF-8, or UTF-16 where a byte-order mark says so. The mark itself goes; bytes that are no text become U+FFFD. */
function decodeText(bytes: Buffer): string {
  const utf16 = bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(utf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
