import type { ReadInput } from '../formats/index.ts';

/** What an input was read as the last time that it had the same text. */
export interface SeenInputs {
  /** What was read from a text under a key, or null. */
  find(key: string, text: string): ReadInput | null;
  keep(key: string, text: string, read: ReadInput): void;
}

/** A controller that goes back and forth writes a few texts again and again. */
const textsPerKey = 4;

/** So many characters of texts are kept at most; what was read of them takes about as much again. */
const mostCharacters = 32_000_000;

interface Seen {
  readonly text: string;
  readonly read: ReadInput;
}

/**
 * Remembers what a recorder read, by what the input is called and all else that reading it rests on: the same text is the
 * same declaration, and comparing texts costs a hundredth of reading them.
 */
export function openSeenInputs(): SeenInputs {
  const seen = new Map<string, Seen[]>();
  let characters = 0;

  function forgetOldest(): void {
    for (const [key, texts] of seen) {
      if (characters <= mostCharacters) return;
      seen.delete(key);
      for (const { text } of texts) characters -= text.length;
    }
  }

  return {
    find(key, text) {
      const texts = seen.get(key);
      const found = texts?.find((one) => one.text === text);
      if (texts === undefined || found === undefined) return null;
      // the last that was asked for goes last
      seen.delete(key);
      seen.set(key, texts);
      texts.splice(texts.indexOf(found), 1);
      texts.push(found);
      return found.read;
    },
    keep(key, text, read) {
      const texts = seen.get(key) ?? [];
      seen.delete(key);
      seen.set(key, texts);
      texts.push({ text, read });
      characters += text.length;
      if (texts.length > textsPerKey) characters -= (texts.shift() as Seen).text.length;
      forgetOldest();
    },
  };
}
