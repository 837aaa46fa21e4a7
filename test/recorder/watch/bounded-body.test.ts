import { PassThrough, Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type BodyFault, decodeBody, readBody } from '../../../src/recorder/watch/bounded-body.ts';

const limits = { limitBytes: 10, idleMs: 5000 };

/** The kind and the words of the fault that a body ends in. */
async function faultOf(body: Promise<unknown>): Promise<unknown> {
  return body.then(
    () => 'no fault',
    ({ kind, message, hint }: BodyFault) => ({ kind, message, hint }),
  );
}

describe('a body that is read', () => {
  test('is all that the stream gives, up to the limit', async () => {
    expect((await readBody(Readable.from([Buffer.from('12345'), Buffer.from('67890')]), limits)).toString()).toBe(
      '1234567890',
    );
  });

  test('over the limit is given up where the limit is passed, and the stream is not read on', async () => {
    let read = 0;
    const stream = new Readable({
      highWaterMark: 4,
      read() {
        read += 1;
        this.push(Buffer.from('1234'));
      },
    });

    expect(await faultOf(readBody(stream, limits))).toEqual({
      kind: 'too-large',
      message: 'the body is larger than the size limit: found more than 10 bytes, expected at most 10 bytes',
      hint: '--size-limit 40B',
    });
    const before = read;
    await new Promise((resolve) => setImmediate(resolve));
    expect(read).toBeLessThanOrEqual(before + 1);
  });

  test('that stalls is given up', async () => {
    const stream = new PassThrough();
    stream.write('12');

    expect(await faultOf(readBody(stream, { ...limits, idleMs: 20 }))).toEqual({
      kind: 'stalled',
      message: 'the body stalled: nothing came for 20 ms, after 2 bytes',
      hint: null,
    });
  });

  test('that breaks off is a fault, whether with an error or without', async () => {
    const [failed, closed] = [new PassThrough(), new PassThrough()];
    const faults = Promise.all([faultOf(readBody(failed, limits)), faultOf(readBody(closed, limits))]);

    failed.destroy(new Error('reset'));
    closed.destroy();

    const fault = { kind: 'broken-off', message: 'the body broke off in the middle', hint: null };
    expect(await faults).toEqual([fault, fault]);
  });
});

describe('a body that is encoded', () => {
  const text = Buffer.from('{"pass": "412"}');

  test.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br, gzip', gzipSync(brotliCompressSync(text))],
    ['identity', text],
    ['', text],
    [undefined, text],
  ])('with %j is decoded', async (encoding, bytes) => {
    expect((await decodeBody(bytes, encoding, 100)).toString()).toBe('{"pass": "412"}');
  });

  test('and decodes to more than the limit is given up', async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(10_000_000)));

    expect(await faultOf(decodeBody(bomb, 'gzip, gzip', 1_000_000))).toMatchObject({ kind: 'too-large' });
  });

  test('and is cut off, or never was encoded, is a fault', async () => {
    expect(await faultOf(decodeBody(gzipSync(text).subarray(0, -12), 'gzip', 100))).toEqual({
      kind: 'undecodable',
      message: 'the body is no gzip: unexpected end of file',
      hint: null,
    });
    expect(await faultOf(decodeBody(text, 'gzip', 100))).toMatchObject({
      message: 'the body is no gzip: incorrect header check',
    });
  });

  test.each(['zstd', 'constructor'])('in a way that is not known, %s, is a fault', async (encoding) => {
    expect(await faultOf(decodeBody(text, encoding, 100))).toEqual({
      kind: 'unknown-encoding',
      message: `the content encoding "${encoding}" is not known: expected gzip, br, deflate or none`,
      hint: null,
    });
  });
});
