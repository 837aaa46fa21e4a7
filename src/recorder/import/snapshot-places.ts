import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { parseJson, UnreadableInput } from '../../formats/index.ts';
import { isJsonObject } from '../../roster/index.ts';
import { decodeText } from '../decode-text.ts';
import { defaultSizeLimitBytes } from '../size-limit.ts';
import { inputNames, readFile } from '../source-file.ts';
import { findNameTime } from './name-time.ts';
import type { ImportSettings } from './settings.ts';

/** A file or a folder that holds what was declared at one time. */
export interface SnapshotPlace {
  readonly path: string;
  readonly name: string;
  readonly at: number;
  /** Where the time is from: the name, a document, or the last change of the file. */
  readonly told: 'name' | 'document' | 'change';
  /** The name without its time and its ending. */
  readonly stem: string;
  readonly isFolder: boolean;
}

/**
 * The snapshots of a folder: its files and folders; or of several paths: files, folders whose names hold a time, and those
 * in other folders. In the order of their times, then of their names. Throws {@link UnreadableInput} where there is none.
 */
export function snapshotPlaces(paths: readonly string[], settings: ImportSettings): SnapshotPlace[] {
  const places = paths.flatMap((path) => placesOf(path, paths.length > 1, settings));
  const order = new Intl.Collator('en', { numeric: true });
  return places.sort((a, b) => a.at - b.at || order.compare(a.name, b.name) || (a.name < b.name ? -1 : 1));
}

function placesOf(path: string, isOneOfMany: boolean, settings: ImportSettings): SnapshotPlace[] {
  const place = placeOf(path, settings);
  if (!place.isFolder || (isOneOfMany && place.told === 'name')) return [place];
  const files = inputNames(path);
  const folders = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
  const names = [...(typeof files === 'string' ? [] : files), ...folders];
  if (names.length > 0) return names.map((name) => placeOf(join(path, name), settings));
  const isRepository = existsSync(join(path, '.git'));
  throw new UnreadableInput(`no snapshot in "${path}": expected files and folders with a time in their names`, {
    hint: isRepository ? `roster-history import git:${path} PATH` : 'roster-2026-03-01T10-00-00Z.json',
  });
}

function placeOf(path: string, { readWall }: ImportSettings): SnapshotPlace {
  const stat = statOf(path);
  const name = basename(resolve(path));
  const isFolder = stat.isDirectory();
  const time = findNameTime(name, readWall);
  if (time !== null) return { path, name, at: time.at, told: 'name', stem: stemOf(time.rest), isFolder };
  // a pipe can be read but once
  const stated = isFolder || stat.isFile() ? findStatedTime(path, isFolder, readWall) : null;
  const at = stated ?? Math.trunc(stat.mtimeMs);
  return { path, name, at, told: stated === null ? 'change' : 'document', stem: stemOf(name), isFolder };
}

/** The time that a document states, or the first one of a folder that states one. */
function findStatedTime(path: string, isFolder: boolean, readWall: ImportSettings['readWall']): number | null {
  if (isFolder) {
    const names = inputNames(path);
    const [first] = typeof names === 'string' ? [] : names;
    return first === undefined ? null : findStatedTime(join(path, first), false, readWall);
  }
  try {
    const value = parseJson(decodeText(readFile(path, defaultSizeLimitBytes)));
    return isJsonObject(value) && typeof value.at === 'string' ? readWall(value.at) : null;
  } catch {
    // what is wrong with it is told when it is read
    return null;
  }
}

/** Without what divided it from the time. */
function stemOf(rest: string): string {
  return basename(rest, extname(rest)).replace(/^[-_.@ ]+|[-_.@ ]+$/g, '');
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (cause) {
    const words = (cause as Error).message.replace(/^[A-Z]+: /, '');
    throw new UnreadableInput(`"${path}" cannot be read: ${words}`, { cause });
  }
}
