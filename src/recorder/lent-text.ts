import { isUtf8 } from 'node:buffer';
import { decodeText } from './decode-text.ts';
import type { SourceText } from './source-file.ts';

/** Room for the bytes of one source after the other: memory that was never touched costs more than what is read into it. */
export interface ReadingSpace {
  /** Room for so many bytes. What was in it is gone. */
  take(bytes: number): Buffer;
}

/** Makes a reading space. */
export function readingSpace(): ReadingSpace {
  let space = Buffer.alloc(0);
  return {
    take(bytes) {
      if (space.length < bytes) space = Buffer.allocUnsafe(Math.ceil(bytes * 1.25));
      return space.subarray(0, bytes);
    },
  };
}

/** Whether bytes are a text as they stand: UTF-8 without a byte-order mark. */
export function isPlainText(bytes: Buffer): boolean {
  return bytes[0] !== 0xef && bytes[0] !== 0xfe && bytes[0] !== 0xff && isUtf8(bytes);
}

/** A source that is not decoded until somebody asks for its text, and whose bytes are good until the next one is read. */
export function lentText(facts: Omit<SourceText, 'text' | 'error' | 'bytes'>, bytes: Buffer): SourceText {
  let text: string | null = null;
  return {
    ...facts,
    error: null,
    bytes,
    get text() {
      text ??= decodeText(bytes);
      return text;
    },
  };
}
