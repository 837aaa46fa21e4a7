import { Writable } from 'node:stream';
import type { Surroundings } from './surroundings.ts';

/** A bar that shows how far a backup is. */
export interface BackupProgress {
  show(done: number, total: number): void;
  /** Takes the bar away. */
  close(): void;
}

/** Makes a bar on standard error; null where that is no terminal. */
export async function openBackupProgress({
  errorIsTerminal,
  writeError,
}: Surroundings): Promise<BackupProgress | null> {
  if (!errorIsTerminal) return null;
  const { SingleBar } = await import('cli-progress');
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      writeError(chunk.toString());
      done();
    },
  });
  const bar = new SingleBar({
    // it asks for what a terminal has and a stream has not
    stream: Object.assign(stream, { isTTY: true, columns: 80 }) as unknown as NodeJS.WritableStream,
    format: 'copying [{bar}] {percentage} %',
    clearOnComplete: true,
    gracefulExit: false,
    hideCursor: null,
  });
  let started = false;
  return {
    show(done, total) {
      if (started) bar.update(done);
      else bar.start(total, done);
      started = true;
    },
    close: () => bar.stop(),
  };
}
