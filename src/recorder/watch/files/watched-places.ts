import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

/** As many links the kernel follows before it gives up (path_resolution(7)). */
const mostLinks = 40;

/**
 * The directories in which something happens when what a path leads to changes: the one that holds the file, the one that
 * each link on the way lies in, and the nearest one that exists where something is missing. Of a directory, itself, and the
 * same for each link in it: a mounted config map changes by a link beside the file's own.
 */
export function placesOf(path: string): Set<string> {
  const places = new Set<string>();
  const end = follow(resolve(path), places);
  if (end === null) return places;
  if (!end.isDirectory) return places.add(dirname(end.path));
  places.add(end.path);
  for (const link of linksIn(end.path)) {
    const target = follow(link, places);
    if (target && !target.isDirectory) places.add(dirname(target.path));
  }
  return places;
}

/** Follows a path to where it ends, and notes the directories that decide where that is. Null where it ends nowhere. */
function follow(start: string, places: Set<string>): { path: string; isDirectory: boolean } | null {
  let parts = partsOf(start);
  let at: string = sep;
  let isDirectory = true;
  for (let links = 0; parts.length > 0; ) {
    const next = join(at, parts[0] as string);
    const found = entryAt(next);
    if (found === null) {
      places.add(at);
      return null;
    }
    parts = parts.slice(1);
    if (found.link === null) {
      at = next;
      isDirectory = found.isDirectory;
      continue;
    }
    places.add(at);
    links += 1;
    if (links > mostLinks) return null;
    parts = [...partsOf(resolve(at, found.link)), ...parts];
    at = sep;
  }
  return { path: at, isDirectory };
}

function entryAt(path: string): { link: string | null; isDirectory: boolean } | null {
  try {
    const stats = lstatSync(path);
    return { link: stats.isSymbolicLink() ? readlinkSync(path) : null, isDirectory: stats.isDirectory() };
  } catch {
    return null;
  }
}

function linksIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink() && !entry.name.startsWith('.'))
      .map(({ name }) => join(directory, name));
  } catch {
    return [];
  }
}

function partsOf(path: string): string[] {
  return path.split(sep).filter((part) => part !== '');
}
