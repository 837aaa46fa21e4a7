import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type History, openForRecording } from '../src/history/index.ts';
import { openRecorder } from '../src/recorder/index.ts';
import { readingSpace } from '../src/recorder/lent-text.ts';
import { readSource } from '../src/recorder/source-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A recorder that goes on running, as `watch` has it. */
export interface RunningRecorder {
  readonly history: History;
  readonly file: string;
  /** Records what is in a folder, or in a file, as one pass. */
  take(path: string): void;
}

/** Opens a recorder on a store, a new one where none is named. The clock goes on by a minute with each pass. */
export function runningRecorder(file = join(temporaryFolder(), 'history.db')): RunningRecorder {
  const history = openForRecording(file);
  let clock = Date.UTC(2026, 0, 1);
  const space = readingSpace();
  const recorder = openRecorder(history, { quietGapMs: 2000, now: () => clock });
  return {
    history,
    file,
    take(path) {
      clock += 60_000;
      for (const source of readSource(path, undefined, space)) for (const _ of recorder.take(source));
      for (const _ of recorder.finish());
    },
  };
}

/** The bytes of a store with all that belongs to it. */
export function storeBytes(file: string): number {
  return ['', '-wal', '-shm', '.key'].reduce(
    (sum, end) => sum + (statSync(file + end, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
