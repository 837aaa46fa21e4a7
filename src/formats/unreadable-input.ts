/** A place in a text, both counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place of an offset in a text. */
export function placeIn(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** An input that no pass can be read from: what is wrong, where, and what would help. */
export class UnreadableInput extends Error {
  readonly place: Place | null;
  readonly hint: string | null;

  constructor(message: string, options: { place?: Place; hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'UnreadableInput';
    this.place = options.place ?? null;
    this.hint = options.hint ?? null;
  }
}
