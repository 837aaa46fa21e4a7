import { describe, expect, test } from 'vitest';
import { decodeText, findUndecodable } from '../../src/recorder/decode-text.ts';

const text = 'münchen.example 🚀';
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

describe('decodeText', () => {
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte-order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first', swapped(Buffer.from(`\ufeff${text}`, 'utf16le'))],
  ])('reads %s', (_what, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  test('bytes that are no text become U+FFFD, and the rest is read', () => {
    expect(decodeText(Buffer.from([0x61, 0xff, 0xc3, 0x62]))).toBe('a\ufffd\ufffdb');
    expect(decodeText(Buffer.from([0xff, 0xfe, 0x61]))).toBe('\ufffd');
    expect(decodeText(Buffer.from([]))).toBe('');
    expect(decodeText(Buffer.from([0xff]))).toBe('\ufffd');
  });
});

describe('findUndecodable', () => {
  const wide = (from: string) => Buffer.from(`\ufeff${from}`, 'utf16le');

  test.each<[string, Buffer, number | null]>([
    ['nothing', Buffer.from([]), null],
    ['text', Buffer.from(text), null],
    ['text with a byte-order mark', Buffer.from(`\ufeff${text}`), null],
    ['a U+FFFD that was written', Buffer.from(`${text}\ufffd`), null],
    ['a byte that is none', Buffer.from([0x61, 0xff, 0x62]), 1],
    [
      'a byte behind letters of several bytes',
      Buffer.concat([Buffer.from('münchen 🚀'), Buffer.from([0xc3, 0x62])]),
      13,
    ],
    ['a byte behind a mark', Buffer.concat([Buffer.from('\ufeffab'), Buffer.from([0x80])]), 5],
    ['a byte behind a U+FFFD that was written', Buffer.concat([Buffer.from('a\ufffdb'), Buffer.from([0xff])]), 5],
    ['a letter that is cut off', Buffer.from('münchen').subarray(0, 2), 1],
    ['half a surrogate pair', Buffer.from([0x61, 0xed, 0xa0, 0x80]), 1],
    ['UTF-16', wide(text), null],
    ['UTF-16 with a U+FFFD that was written', wide('a\ufffd'), null],
    ['UTF-16 with half a surrogate pair', wide('a\ud800b'), 4],
    ['UTF-16 of an odd length', wide('ab').subarray(0, 5), 4],
    ['UTF-16 of the other order', swapped(wide('a\udc00')), 4],
  ])('finds the first byte in %s', (_what, bytes, at) => {
    expect(findUndecodable(bytes)).toBe(at);
  });
});
