import { readSync } from 'node:fs';

const retryMs = 10;

/**
 * All that an open file or pipe gives until it ends. A pipe that another process made non-blocking answers EAGAIN until
 * there is something in it: it is waited for.
 */
export function readToEnd(descriptor: number): Buffer {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(65_536);
  for (;;) {
    try {
      const length = readSync(descriptor, chunk);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(Buffer.from(chunk.subarray(0, length)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}
