import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Recorded, type Recording, record } from '../../src/recorder/index.ts';
import { now, type TemporaryStore, temporaryStore } from './temporary-store.ts';

/** A store with a folder of inputs beside it, and a recorder whose clock stands. */
export interface RecorderAtWork extends TemporaryStore {
  /** Writes an input, JSON where it is no text, and gives its path. */
  write(name: string, content: unknown): string;
  /** Records paths, and gives all that the recorder said. */
  record(paths: string | readonly string[], given?: Partial<Recording>): Recorded[];
}

/** Makes a {@link RecorderAtWork}. */
export function recorderAtWork(): RecorderAtWork {
  const store = temporaryStore();
  const inputs = join(store.folder, 'inputs');
  mkdirSync(inputs);
  return {
    ...store,
    write(name, content) {
      const path = join(inputs, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(
        path,
        typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
      );
      return path;
    },
    record: (paths, given = {}) => [
      ...record(store.history, {
        paths: typeof paths === 'string' ? [paths] : paths,
        circumstances: {},
        quietGapMs: 2000,
        now: () => now,
        ...given,
      }),
    ],
  };
}
