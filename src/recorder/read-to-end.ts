import { readSync } from 'node:fs';
import type { ReadingSpace } from './lent-text.ts';
import { SizeExceeded } from './size-limit.ts';

const retryMs = 10;
const chunkBytes = 65_536;
const largestChunkBytes = 2 ** 22;

/**
 * All that an open file or pipe gives until it ends. A pipe that another process made non-blocking answers EAGAIN until
 * there is something in it: it is waited for. Where `expectedBytes` are right they are read at once,
 * into the space that is given. Throws {@link SizeExceeded} as soon as there is more than the limit, and
 * holds hardly more than that.
 */
export function readToEnd(
  descriptor: number,
  limitBytes = Number.POSITIVE_INFINITY,
  expectedBytes = 0,
  space?: ReadingSpace,
): Buffer {
  const full: Buffer[] = [];
  // one byte more, so that the end of what is expected is met without another chunk
  const first = expectedBytes > 0 ? expectedBytes + 1 : chunkBytes;
  let chunk = space?.take(first) ?? Buffer.allocUnsafe(first);
  let used = 0;
  let total = 0;
  for (;;) {
    try {
      const length = readSync(descriptor, chunk, used, chunk.length - used, null);
      if (length === 0)
        return full.length === 0 ? chunk.subarray(0, used) : Buffer.concat([...full, chunk.subarray(0, used)], total);
      total += length;
      used += length;
      if (total > limitBytes) throw new SizeExceeded(null, limitBytes);
      if (used < chunk.length) continue;
      full.push(chunk);
      chunk = Buffer.allocUnsafe(Math.min(chunk.length * 2, largestChunkBytes));
      used = 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}
