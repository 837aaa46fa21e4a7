import { decodeText } from '../../decode-text.ts';

const keptBytes = 4096;
/** Enough to hold the beginning of most lines that are longer than what is kept. */
const heldBytes = 16 * keptBytes;

/** The end of what a command wrote to standard error, however much that is. */
export interface Tail {
  add(bytes: Buffer): void;
  /**
   * Its last lines, 4 KiB of them at most. The first is a whole one: in a piece of a line, a credential no longer looks like
   * one, for what names it may be cut off. So of a last line that is longer than that, its beginning.
   */
  text(): string;
}

/** Opens a tail that holds nothing. */
export function openTail(): Tail {
  const pieces: Buffer[] = [];
  let length = 0;
  let isCut = false;

  return {
    add(bytes) {
      pieces.push(bytes);
      length += bytes.length;
      for (let [first] = pieces; first && length - first.length >= heldBytes; [first] = pieces) {
        pieces.shift();
        length -= first.length;
        isCut = true;
      }
    },
    text() {
      const held = Buffer.concat(pieces);
      const whole = isCut ? afterLine(held) : held;
      if (whole.length === 0) return isCut ? `one line of more than ${heldBytes} bytes` : '';
      if (whole.length <= keptBytes) return decodeText(whole);
      const last = afterLine(whole.subarray(-keptBytes));
      if (last.length > 0) return decodeText(last);
      const start = whole.lastIndexOf('\n', whole.length - 2) + 1;
      return `${decodeText(whole.subarray(start, start + keptBytes))}…`;
    },
  };
}

/** What follows the first end of a line; nothing where there is none. */
function afterLine(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\n');
  return end < 0 ? bytes.subarray(bytes.length) : bytes.subarray(end + 1);
}
