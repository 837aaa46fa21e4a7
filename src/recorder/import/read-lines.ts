import { UnreadableInput } from '../../formats/index.ts';

/** One line of a text, counted from 1. */
export interface TextLine {
  readonly number: number;
  readonly text: string;
  /** Whether the text ended before the line did. */
  readonly torn: boolean;
}

/** Far more than a pass has, and less than what no text can hold. */
const longest = 256_000_000;

/** The lines of a text in UTF-8, one at a time. Throws {@link UnreadableInput} where the text ends in the middle of what packs it. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  let length = 0;
  let number = 0;
  try {
    for await (const chunk of chunks) {
      const lines = decoder.decode(chunk, { stream: true }).split('\n');
      const last = lines.pop() as string;
      for (const line of lines) {
        number += 1;
        yield { number, text: [...rest, line].join(''), torn: false };
        rest = [];
        length = 0;
      }
      if (last !== '') rest.push(last);
      length += last.length;
      if (length > longest) {
        throw new UnreadableInput(`line ${number + 1} is longer than ${longest / 1e6} million characters`);
      }
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code?.startsWith('Z_') !== true) throw cause;
    throw new UnreadableInput(`after line ${number}: cut off or damaged in the middle of what gzip packed`, { cause });
  }
  const text = rest.join('') + decoder.decode();
  if (text !== '') yield { number: number + 1, text, torn: true };
}
