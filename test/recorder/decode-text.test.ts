import { describe, expect, test } from 'vitest';
import { decodeText } from '../../src/recorder/decode-text.ts';

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
