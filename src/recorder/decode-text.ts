import { isAscii, isUtf8 } from 'node:buffer';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

const replacement = '\ufffd';

/** UTF-8, or UTF-16 where a byte-order mark says so. The mark itself goes; bytes that are no text become U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  // most texts are, and are merely copied then
  if (isAscii(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return new TextDecoder(encoding).decode(bytes);
}

/** The place, from 0, of the first byte that {@link decodeText} finds no text in; null where all of it is text. */
export function findUndecodable(bytes: Uint8Array): number | null {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8' && isUtf8(bytes)) return null;
  const text = decodeText(bytes);
  const written = writtenReplacement[encoding];
  let offset = markLength(bytes, encoding);
  let from = 0;
  for (;;) {
    const at = text.indexOf(replacement, from);
    if (at < 0) return null;
    offset += encoding === 'utf-8' ? Buffer.byteLength(text.slice(from, at)) : 2 * (at - from);
    if (!written.every((byte, index) => bytes[offset + index] === byte)) return offset;
    offset += written.length;
    from = at + 1;
  }
}

/** How a U+FFFD looks that was in the text to begin with. */
const writtenReplacement: Readonly<Record<Encoding, readonly number[]>> = {
  'utf-8': [0xef, 0xbf, 0xbd],
  'utf-16le': [0xfd, 0xff],
  'utf-16be': [0xff, 0xfd],
};

function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

function markLength([first, second, third]: Uint8Array, encoding: Encoding): number {
  if (encoding !== 'utf-8') return 2;
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}
