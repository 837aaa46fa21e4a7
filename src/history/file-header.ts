import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from './store-error.ts';

/** "RHST", in the header of every store of ours. */
export const applicationId = 0x52485354;

const magic = 'SQLite format 3\0';
const headerBytes = 108;
const elsewhere = 'name another file with --store';

/**
 * What the header of a file says (https://sqlite.org/fileformat.html §1.3): a store of ours, nothing yet, or `undecided`
 * where what counts may stand in the write-ahead log. Throws {@link StoreError} where it is another program's or no
 * database. SQLite is not asked, because it may change a file by merely opening it.
 */
export function inspectHeader(file: string): 'ours' | 'nothing' | 'undecided' {
  if (!existsSync(file)) return 'nothing';
  const stat = statSync(file);
  if (stat.isDirectory()) {
    throw new StoreError(`"${file}" is a directory: expected a file`, { hint: `--store ${join(file, 'history.db')}` });
  }
  if (!stat.isFile()) throw new StoreError(`"${file}" is no regular file`, { hint: elsewhere });
  const header = readHeader(file);
  const logged = holdsLog(file);
  if (header.length === 0) return logged ? 'undecided' : 'nothing';
  if (header.length < headerBytes || header.toString('latin1', 0, magic.length) !== magic) {
    if (header.length === headerBytes && header.readUInt32BE(68) === applicationId) throw damagedHeader(file);
    throw new StoreError(`"${file}": not a store: the file is no SQLite database`, { hint: elsewhere });
  }
  const id = header.readUInt32BE(68);
  if (id === applicationId) return 'ours';
  if (id !== 0) throw strangerError(file, id);
  if (logged) return 'undecided';
  const hasTables = header[100] !== 0x0d || header.readUInt16BE(103) > 0;
  if (hasTables) throw strangerError(file, id);
  return 'nothing';
}

/** The error that a database is another program's; or that it is ours, where one byte of the id is not what it was. */
export function strangerError(file: string, id: number): StoreError {
  const same = [0, 8, 16, 24].filter((shift) => ((id ^ applicationId) >>> shift) % 256 === 0);
  if (same.length === 3) return damagedHeader(file);
  return new StoreError(
    `"${file}" is an SQLite database of another program: found application id ${id}, expected ${applicationId}`,
    { hint: elsewhere },
  );
}

/** The error that the header of a store is not what it was. */
export function damagedHeader(file: string): StoreError {
  return new StoreError(`"${file}": the store is damaged: the first bytes of the file are not what they were`, {
    damaged: true,
    hint: 'take it from a backup',
  });
}

/** What is wrong with the part of a store's header that SQLite does not look at, or only when it writes. */
export function headerFaults(file: string): string[] {
  const header = readHeader(file);
  const faults: string[] = [];
  const expect = (what: string, found: number, ...expected: number[]) => {
    if (!expected.includes(found)) faults.push(`${what}: found ${found}, expected ${expected.join(' or ')}`);
  };
  expect('how it may be written', header[18] as number, header[19] as number);
  const [format, encoding] = [header.readUInt32BE(44), header.readUInt32BE(56)];
  // nothing is there while all of a new store is in its log
  if (format !== 0 || encoding !== 0) {
    expect('the format of its schema', format, 4);
    expect('the encoding of its texts', encoding, 1);
  }
  for (let at = 72; at < 92; at += 4) expect(`what is reserved at ${at}`, header.readUInt32BE(at), 0);
  return faults;
}

/** Whether a write-ahead log lies beside a database and holds something. */
export function holdsLog(file: string): boolean {
  return existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;
}

function readHeader(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const header = Buffer.alloc(headerBytes);
    return header.subarray(0, readSync(descriptor, header, 0, headerBytes, 0));
  } finally {
    closeSync(descriptor);
  }
}
