import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cost } from './measure.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What a pass cost the process that recorded it. */
export interface TakenPass extends Cost {
  /** The most memory that the process had so far. */
  readonly peakBytes: number;
  /** The pages of the store that hold something, whether in the file or still in its log. */
  readonly storeBytes: number;
}

/** A recorder in a process of its own, whose memory is that of no other work. */
export interface SpawnedRecorder {
  readonly file: string;
  /** Records what is in a folder as one pass. */
  take(folder: string): Promise<TakenPass>;
  /** Closes the store, and waits until the process has ended. */
  stop(): Promise<void>;
}

/** Starts a recorder on a new store. It ends with this process at the latest. */
export function spawnedRecorder(): SpawnedRecorder {
  const file = join(temporaryFolder(), 'history.db');
  // the flags of this process are not those of a user's
  const child = fork(fileURLToPath(new URL('recorder-process.mjs', import.meta.url)), [file], { execArgv: [] });
  const ended = once(child, 'exit');
  const died = ended.then(([code, signal]) => {
    throw new Error(`the recorder ended: ${signal ?? `exit ${code}`}`);
  });
  // that it ends when it is stopped is no fault
  died.catch(() => {});
  return {
    file,
    async take(folder) {
      const answer = once(child, 'message');
      child.send(folder);
      const [taken] = await Promise.race([answer, died]);
      return taken as TakenPass;
    },
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
