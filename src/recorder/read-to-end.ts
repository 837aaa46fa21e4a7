import { readSync } from 'node:fs';
import { SizeExceeded } from './size-limit.ts';

const retryMs = 10;
const chunkBytes = 65_536;

/**
 * All that an open file or pipe gives until it ends. A pipe that another process made non-blocking answers EAGAIN until
 * there is something in it: it is waited for. Throws {@link SizeExceeded} as soon as there is more than the limit, and
 * never holds more than that.
 */
export function readToEnd(descriptor: number, limitBytes = Number.POSITIVE_INFINITY): Buffer {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(chunkBytes);
  let total = 0;
  for (;;) {
    try {
      const length = readSync(descriptor, chunk);
      if (length === 0) return Buffer.concat(chunks, total);
      total += length;
      if (total > limitBytes) throw new SizeExceeded(null, limitBytes);
      chunks.push(Buffer.from(chunk.subarray(0, length)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}
