import { statSync } from 'node:fs';
import type { FSWatcher } from 'chokidar';

/** The events of the directories that decide what a path leads to. */
export interface DirectoryEvents {
  /** Watches these and no others from now on. True where one was opened: what happened before that brought no event. */
  watch(places: ReadonlySet<string>): Promise<boolean>;
  close(): Promise<void>;
}

/** Whom directory events are told. */
export interface DirectoryListener {
  /** Something happened in one of the directories. */
  onEvent(): void;
  /** A directory cannot be watched. */
  onFault(error: NodeJS.ErrnoException): void;
}

/** Opens the events of directories, none of them watched yet. */
export async function openDirectoryEvents({ onEvent, onFault }: DirectoryListener): Promise<DirectoryEvents> {
  const { watch: watchWithChokidar } = await import('chokidar');
  const watchers = new Map<string, FSWatcher>();

  function open(place: string): Promise<FSWatcher> {
    const watcher = watchWithChokidar(place, {
      // what is in it is looked at by us: an event that names a file does not tell what a link leads to
      ignored: (path) => path !== place,
      ignoreInitial: true,
      depth: 0,
      atomic: false,
      // chokidar shares one watch of a path among all that hold the process open, also when the directory was made anew
      persistent: false,
    });
    watcher.on('raw', onEvent);
    return new Promise((resolve) => {
      watcher.on('ready', () => resolve(watcher));
      watcher.on('error', (error) => {
        onFault(error as NodeJS.ErrnoException);
        resolve(watcher);
      });
    });
  }

  async function watch(places: ReadonlySet<string>): Promise<boolean> {
    const wanted = new Map([...places].map((place) => [identityOf(place), place]));
    for (const [identity, watcher] of watchers) {
      if (wanted.has(identity)) continue;
      watchers.delete(identity);
      await watcher.close();
    }
    const missing = [...wanted].filter(([identity]) => !watchers.has(identity));
    for (const [identity, place] of missing) watchers.set(identity, await open(place));
    return missing.length > 0;
  }

  async function close(): Promise<void> {
    await watch(new Set());
  }

  return { watch, close };
}

/** A directory that was removed and made again is another one, though its inode may be the same. */
function identityOf(place: string): string {
  try {
    const { dev, ino, birthtimeNs } = statSync(place, { bigint: true });
    return `${place}:${dev}:${ino}:${birthtimeNs}`;
  } catch {
    return place;
  }
}
