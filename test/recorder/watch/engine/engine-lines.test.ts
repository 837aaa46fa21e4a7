import { expect, test } from 'vitest';
import { linesOf } from '../../../../src/recorder/watch/engine/engine-lines.ts';

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesIn(text: string, size: number, limit?: number): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const line of linesOf(chunksOf(Buffer.from(text), size), limit)) lines.push(line);
  return lines;
}

test('lines are whole however they are torn', async () => {
  const text = '{"name":"café ☕ 𝄞"}\n\r\n  \n{"b":2}\r\n';

  for (const size of [1, 2, 3, 7, 100]) expect(await linesIn(text, size)).toEqual(['{"name":"café ☕ 𝄞"}', '{"b":2}']);
});

test('what ends without an end of line is no line', async () => {
  expect(await linesIn('{"a":1}\n{"b"', 4)).toEqual(['{"a":1}']);
});

test('a line that is too long is given as null, once, and the next one is whole', async () => {
  const text = `{"a":1}\n${'x'.repeat(50)}\n{"b":2}\n`;

  for (const size of [1, 9, 30, 100]) expect(await linesIn(text, size, 10)).toEqual(['{"a":1}', null, '{"b":2}']);
});
