import { existsSync, readFileSync, statSync } from 'node:fs';

/** How often a database and its log are read again because they changed meanwhile. */
const tries = 5;
const headerBytes = 32;
const frameHeaderBytes = 24;

/**
 * The bytes of a database with what its write-ahead log holds put into them, as a reader would see it that may write
 * nothing at all, not even beside the file (https://sqlite.org/fileformat.html §4). The header no longer asks for a log.
 */
export function readWithLog(file: string): Buffer {
  const log = `${file}-wal`;
  for (let left = tries; ; left -= 1) {
    const before = stampOf(file) + stampOf(log);
    const bytes = applyLog(readFileSync(file), existsSync(log) ? readFileSync(log) : Buffer.alloc(0));
    if (left === 1 || stampOf(file) + stampOf(log) === before) return withoutLog(bytes);
  }
}

/** Puts the pages of every transaction that was committed to a log into a database. */
export function applyLog(database: Buffer, log: Buffer): Buffer {
  if (log.length < headerBytes) return database;
  const magic = log.readUInt32BE(0);
  const isBig = magic === 0x377f0683;
  if (!isBig && magic !== 0x377f0682) return database;
  const pageBytes = log.readUInt32BE(8);
  let sum = checksum(log, 0, 24, [0, 0], isBig);
  if (!isSum(log, 24, sum)) return database;
  const committed = new Map<number, number>();
  let open = new Map<number, number>();
  let pages = database.length / pageBytes;
  for (let at = headerBytes; at + frameHeaderBytes + pageBytes <= log.length; at += frameHeaderBytes + pageBytes) {
    // the salts of another round: what follows was left by it
    if (!log.subarray(at + 8, at + 16).equals(log.subarray(16, 24))) break;
    sum = checksum(log, at, at + 8, sum, isBig);
    sum = checksum(log, at + frameHeaderBytes, at + frameHeaderBytes + pageBytes, sum, isBig);
    if (!isSum(log, at + 16, sum)) break;
    open.set(log.readUInt32BE(at), at + frameHeaderBytes);
    const size = log.readUInt32BE(at + 4);
    if (size === 0) continue;
    for (const [page, place] of open) committed.set(page, place);
    open = new Map();
    pages = size;
  }
  const bytes = Buffer.alloc(pages * pageBytes);
  database.copy(bytes);
  for (const [page, place] of committed)
    if (page <= pages) log.copy(bytes, (page - 1) * pageBytes, place, place + pageBytes);
  return bytes;
}

type Sum = readonly [number, number];

function checksum(log: Buffer, from: number, to: number, [first, second]: Sum, isBig: boolean): Sum {
  let [a, b] = [first, second];
  for (let at = from; at < to; at += 8) {
    a = (a + (isBig ? log.readUInt32BE(at) : log.readUInt32LE(at)) + b) >>> 0;
    b = (b + (isBig ? log.readUInt32BE(at + 4) : log.readUInt32LE(at + 4)) + a) >>> 0;
  }
  return [a, b];
}

function isSum(log: Buffer, at: number, [first, second]: Sum): boolean {
  return log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second;
}

function stampOf(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '-' : `${stat.size} ${stat.mtimeNs} `;
}

/** The bytes of a database whose header no longer asks for a log (https://sqlite.org/fileformat.html §1.3.3). */
function withoutLog(bytes: Buffer): Buffer {
  bytes[18] = 1;
  bytes[19] = 1;
  return bytes;
}
