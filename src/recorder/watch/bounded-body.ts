import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { SizeExceeded } from '../size-limit.ts';

/** Why a body could not be had. */
export type BodyFaultKind = 'too-large' | 'stalled' | 'broken-off' | 'undecodable' | 'unknown-encoding';

/** A body that could not be had, in words. */
export class BodyFault extends Error {
  override readonly name = 'BodyFault';
  readonly kind: BodyFaultKind;
  readonly hint: string | null;

  constructor(kind: BodyFaultKind, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.kind = kind;
    this.hint = options.hint ?? null;
  }
}

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  // some send it without the zlib header that RFC 9110 §8.4.1.2 asks for
  deflate: (bytes, options) => promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, options),
};

/**
 * All bytes of a stream. Rejects with a {@link BodyFault} when there are more than the limit, when nothing comes for
 * `idleMs`, or when it breaks off; no more than the limit is ever held, and the stream is left paused, not destroyed.
 */
export function readBody(stream: Readable, limits: { limitBytes: number; idleMs?: number }): Promise<Buffer> {
  const { limitBytes, idleMs } = limits;
  const { promise, resolve, reject } = withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let length = 0;
  const stalled = (ms: number) =>
    reject(new BodyFault('stalled', `the body stalled: nothing came for ${secondsText(ms)}, after ${length} bytes`));
  const idle = idleMs === undefined ? undefined : setTimeout(stalled, idleMs, idleMs);
  const broken = (cause?: unknown) =>
    reject(new BodyFault('broken-off', 'the body broke off in the middle', { cause }));
  const onClose = () => broken();
  const onEnd = () => resolve(Buffer.concat(chunks, length));
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    if (length > limitBytes) {
      chunks.length = 0;
      // at once: a stream that has more at hand gives it before any promise is looked at
      stream.pause();
      reject(tooLarge(limitBytes));
      return;
    }
    chunks.push(chunk);
    idle?.refresh();
  };
  stream.on('data', onData).on('end', onEnd).on('error', broken).on('close', onClose);
  return promise.finally(() => {
    clearTimeout(idle);
    stream.pause();
    stream.off('data', onData).off('end', onEnd).off('close', onClose);
    // what breaks off after it was read, or given up, is no news
    stream.off('error', broken).on('error', () => {});
  });
}

/** A body without its `Content-Encoding`s. Rejects with a {@link BodyFault}; no more than the limit is ever held. */
export async function decodeBody(bytes: Buffer, encoding: string | undefined, limitBytes: number): Promise<Buffer> {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  let decoded = bytes;
  for (const name of names.filter((name) => name !== '' && name !== 'identity').reverse()) {
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (!decode) {
      const known = 'expected gzip, br, deflate or none';
      throw new BodyFault('unknown-encoding', `the content encoding "${name}" is not known: ${known}`);
    }
    try {
      decoded = await decode(decoded, { maxOutputLength: limitBytes });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limitBytes);
      throw new BodyFault('undecodable', `the body is no ${name}: ${(cause as Error).message}`, { cause });
    }
  }
  return decoded;
}

/** The fault of a body of more than the limit. */
export function tooLarge(limitBytes: number): BodyFault {
  const { message, hint } = new SizeExceeded(null, limitBytes);
  return new BodyFault('too-large', `the body is ${message}`, { hint });
}

function secondsText(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`;
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  let reject!: (fault: unknown) => void;
  const promise = new Promise<T>((accept, refuse) => {
    resolve = accept;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
