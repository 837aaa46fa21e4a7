import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { UsageError } from './options.ts';

/** A hosts file as it was at an instant. */
export interface HostsVersion {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly text: string;
}

/** The versions in a file of `{"at", "hosts"}` lines, plain or packed. Throws {@link UsageError} where it holds anything else, or fewer than two. */
export function loadHostsVersions(file: string): HostsVersion[] {
  const lines = textOf(file)
    .split('\n')
    .filter((text) => text.trim() !== '');
  if (lines.length < 2) throw new UsageError(`"${file}" has too few lines: found ${lines.length}, expected 2 or more`);
  return lines.map((text, index) => parseVersion(text, `${file}:${index + 1}`));
}

function textOf(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (fault) {
    throw new UsageError(`"${file}" cannot be read: ${(fault as Error).message}`, { cause: fault });
  }
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (packed ? gunzipSync(bytes) : bytes).toString('utf8');
}

function parseVersion(text: string, place: string): HostsVersion {
  const expected = `${place}: expected {"at": "2026-01-01T00:00:00Z", "hosts": "192.0.2.1 git.mesh.example"}`;
  try {
    const { at, hosts } = JSON.parse(text) as { at?: unknown; hosts?: unknown };
    const instant = Date.parse(String(at));
    if (typeof hosts === 'string' && !Number.isNaN(instant)) return { at: instant, text: hosts };
  } catch (fault) {
    throw new UsageError(expected, { cause: fault });
  }
  throw new UsageError(expected);
}
