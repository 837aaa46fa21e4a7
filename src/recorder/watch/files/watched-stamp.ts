import { type BigIntStats, closeSync, constants, openSync, statSync } from 'node:fs';
import { extname } from 'node:path';

/** What the file system says of an input, without a look at its content. */
export interface Stamp {
  /** Its device, inode, size and modification time. Another one is another version, be its content the same. */
  readonly version: string;
  /** The version with the times of every change, and the same of the files beside it. While it stands, nothing is written. */
  readonly trace: string;
  /** When any of them was changed last, in milliseconds since the epoch. No program can set it back. */
  readonly changedAt: number;
}

/** The stamp of an input and of the files beside it, links followed; or the words for why it cannot be read. */
export function stampOf(path: string): Stamp | string {
  try {
    const stats = statSync(path, { bigint: true });
    if (!stats.isFile()) return `"${path}" is ${kindOf(stats)}: expected a file`;
    const beside = sidecarsOf(path).map((sidecar) => statSync(sidecar, { bigint: true, throwIfNoEntry: false }));
    for (const [index, one] of beside.entries()) {
      // to read a pipe would wait for its writer, and everything else with it
      if (one && !one.isFile() && !one.isDirectory())
        return `"${sidecarsOf(path)[index]}" is ${kindOf(one)}: expected a file`;
    }
    const all = [stats, ...beside.filter((one) => one !== undefined)];
    return {
      version: versionOf(stats),
      trace: [stats, ...beside].map((one) => (one ? `${versionOf(one)}:${one.ctimeNs}` : '-')).join(' '),
      changedAt: Math.max(...all.map(({ ctimeMs }) => Number(ctimeMs))),
    };
  } catch (error) {
    return absenceWords(path, error);
  }
}

/** The words for why a file may not be opened, or null. access(2) would ask for the real user and not for the effective one. */
export function openingFault(path: string): string | null {
  try {
    closeSync(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
    return null;
  } catch (error) {
    return absenceWords(path, error);
  }
}

/** Why a path cannot be read, in words. */
export function absenceWords(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `"${path}" does not exist`;
  if (code === 'EACCES' || code === 'EPERM') return `"${path}" may not be read: permission denied`;
  return `"${path}" cannot be read: ${message}`;
}

/** What something is that is no file, in words. */
export function kindOf(stats: Pick<BigIntStats, 'isDirectory' | 'isFIFO' | 'isSocket' | 'isFile'>): string {
  if (stats.isFile()) return 'a file';
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function sidecarsOf(path: string): string[] {
  const stem = path.slice(0, path.length - extname(path).length);
  return [`${stem}.status`, `${stem}.stderr`];
}

function versionOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}`;
}
