import type { ReadInput } from '../formats/index.ts';

/** What an input was read as the last time that it held the same. */
export interface SeenInputs {
  /** What was read of the same bytes, or the same text, under a key; null where nothing was. */
  find(key: string, content: Content): ReadInput | null;
  /** Bytes are copied: they may be lent. */
  keep(key: string, content: Content, read: ReadInput): void;
}

type Content = Buffer | string;

/** A controller that goes back and forth writes a few contents again and again. */
const contentsPerKey = 4;

/** So many bytes or characters are kept at most; what was read of them takes about as much again. */
const mostKept = 32_000_000;

interface Seen {
  readonly content: Content;
  readonly read: ReadInput;
}

/**
 * Remembers what a recorder read, by what the input is called and all else that reading it rests on: the same bytes are the
 * same declaration, and comparing them costs a hundredth of reading them.
 */
export function openSeenInputs(): SeenInputs {
  const seen = new Map<string, Seen[]>();
  let kept = 0;

  function forgetOldest(): void {
    for (const [key, contents] of seen) {
      if (kept <= mostKept) return;
      seen.delete(key);
      for (const { content } of contents) kept -= content.length;
    }
  }

  return {
    find(key, content) {
      const contents = seen.get(key);
      const found = contents?.find((one) => isSame(one.content, content));
      if (contents === undefined || found === undefined) return null;
      // the last that was asked for goes last
      seen.delete(key);
      seen.set(key, contents);
      contents.splice(contents.indexOf(found), 1);
      contents.push(found);
      return found.read;
    },
    keep(key, content, read) {
      const contents = seen.get(key) ?? [];
      seen.delete(key);
      seen.set(key, contents);
      const oldest = contents.length === contentsPerKey ? (contents.shift() as Seen).content : '';
      contents.push({ content: typeof content === 'string' ? content : copied(content, oldest), read });
      kept += content.length - oldest.length;
      forgetOldest();
    },
  };
}

function isSame(a: Content, b: Content): boolean {
  return typeof a === 'string' || typeof b === 'string' ? a === b : a.equals(b);
}

/** A copy, in the place of what is kept no longer where it fits there. */
function copied(bytes: Buffer, oldest: Content): Buffer {
  if (typeof oldest === 'string' || oldest.length < bytes.length) return Buffer.from(bytes);
  const copy = oldest.subarray(0, bytes.length);
  bytes.copy(copy);
  return copy;
}
