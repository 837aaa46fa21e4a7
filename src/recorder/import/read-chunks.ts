import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UnreadableInput } from '../../formats/index.ts';

const standardInput = 0;
const chunkBytes = 262_144;
const retryMs = 10;

/** Bytes that are read as they are asked for, unpacked where they are gzip's. */
export interface Chunks extends AsyncIterable<Buffer> {
  /** The bytes that the file has, packed as they are; null where that is not known. */
  readonly size: number | null;
  /** How many of them were read so far. */
  position(): number;
  close(): void;
}

/** Opens a file, or standard input where it is called `-`. Throws {@link UnreadableInput}. */
export function openChunks(path: string): Chunks {
  const descriptor = path === '-' ? standardInput : openFile(path);
  let read = 0;

  function* raw(): Generator<Buffer> {
    for (let chunk = readChunk(descriptor); chunk.length > 0; chunk = readChunk(descriptor)) {
      read += chunk.length;
      yield chunk;
    }
  }

  async function* unpacked(): AsyncGenerator<Buffer> {
    const chunks = raw();
    const first = chunks.next().value;
    if (first === undefined) return;
    const all = (function* () {
      yield first;
      yield* chunks;
    })();
    if (first[0] !== 0x1f || first[1] !== 0x8b) {
      yield* all;
      return;
    }
    const gunzip = createGunzip();
    // how it fails is told to whoever reads from it
    pipeline(Readable.from(all), gunzip, () => {});
    yield* gunzip as AsyncIterable<Buffer>;
  }

  const { size } = fstatSync(descriptor);
  return {
    size: size > 0 ? size : null,
    position: () => read,
    close: () => {
      if (descriptor !== standardInput) closeSync(descriptor);
    },
    [Symbol.asyncIterator]: unpacked,
  };
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw new UnreadableInput(`"${path}" cannot be read: ${(cause as Error).message.replace(/^[A-Z]+: /, '')}`, {
      cause,
    });
  }
}

/** A pipe that another process made non-blocking answers EAGAIN until there is something in it: it is waited for. */
function readChunk(descriptor: number): Buffer {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    try {
      return chunk.subarray(0, readSync(descriptor, chunk));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}
