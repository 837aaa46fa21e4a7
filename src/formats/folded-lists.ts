/** Lists that were read before, which a recorder that goes on running keeps from input to input. */
export interface KnownLists {
  readonly lists: KnownList[];
}

/** A list of texts: how it is written, and what it says. */
interface KnownList {
  readonly bytes: Buffer;
  readonly texts: readonly string[];
}

/** A JSON text in which words stand for lists that come again and again. */
export interface FoldedText {
  readonly text: string;
  /** What each of those words stands for. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

/** A list that is shorter is read as fast as it is compared. */
const shortestBytes = 200;
/** A mesh has few lists at a time: that of most containers, and some that differ from it. */
const mostKnown = 16;

const key = '"hosts"';
/** What the words begin with; an input in which this stands is not folded. */
const wordStart = 'roster-history: the list of number ';

const [quote, backslash, comma, open, close] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d];

/**
 * The JSON text of some bytes, in which each list of texts under a key `hosts` is a word: the roster is baked into every
 * container, so that nearly all of a declaration is one list, again and again. Comparing bytes costs a hundredth of reading
 * them. Gives null where nothing can be folded. What no JSON is, or has anything else in such a list, stays as it is.
 */
export function foldLists(bytes: Buffer, known: KnownLists): FoldedText | null {
  if (bytes.includes(wordStart)) return null;
  const lists = new Map<string, readonly string[]>();
  const words = new Map<KnownList, string>();
  const parts: string[] = [];
  let taken = 0;
  for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + key.length)) {
    const start = valueAfter(bytes, at);
    if (start === null) continue;
    const list = listAt(bytes, start, known);
    if (list === null) continue;
    const word = words.get(list) ?? `${wordStart}${words.size}`;
    words.set(list, word);
    lists.set(word, list.texts);
    parts.push(bytes.toString('utf8', taken, start), JSON.stringify(word));
    taken = start + list.bytes.length;
    at = taken - key.length;
  }
  if (lists.size === 0) return null;
  parts.push(bytes.toString('utf8', taken));
  return { text: parts.join(''), lists };
}

/** A value with the lists in the places of the words that stand for them. The value itself is changed. */
export function unfoldLists(value: unknown, lists: ReadonlyMap<string, readonly string[]>): unknown {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== 'object' || one === null) continue;
    for (const [name, member] of Object.entries(one)) {
      if (typeof member === 'object') left.push(member);
      else if (name === 'hosts' && typeof member === 'string' && member.startsWith(wordStart))
        (one as Record<string, unknown>)[name] = lists.get(member) ?? member;
    }
  }
  return value;
}

/** Where the list of a key begins; null where it is no key, or has no list. A quote after a backslash is a part of a text. */
function valueAfter(bytes: Buffer, at: number): number | null {
  if (bytes[at - 1] === backslash) return null;
  const colon = afterBlanks(bytes, at + key.length);
  if (bytes[colon] !== 0x3a) return null;
  const start = afterBlanks(bytes, colon + 1);
  return bytes[start] === open ? start : null;
}

function afterBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}

/** The list that begins somewhere; null where it is short, or holds anything but texts. */
function listAt(bytes: Buffer, start: number, known: KnownLists): KnownList | null {
  const { lists } = known;
  const found = lists.find((list) => isAt(bytes, start, list.bytes));
  if (found !== undefined) return found;
  const end = endOfTexts(bytes, start);
  if (end === null || end - start < shortestBytes) return null;
  let texts: unknown;
  try {
    texts = JSON.parse(bytes.toString('utf8', start, end));
  } catch {
    return null;
  }
  const list = { bytes: Buffer.from(bytes.subarray(start, end)), texts: Object.freeze(texts as string[]) };
  lists.unshift(list);
  lists.length = Math.min(lists.length, mostKnown);
  return list;
}

function isAt(bytes: Buffer, start: number, list: Buffer): boolean {
  const end = start + list.length;
  return end <= bytes.length && bytes.compare(list, 0, list.length, start, end) === 0;
}

/** The end of a list that holds nothing but texts. */
function endOfTexts(bytes: Buffer, start: number): number | null {
  let at = afterBlanks(bytes, start + 1);
  while (bytes[at] === quote) {
    let end = bytes.indexOf(quote, at + 1);
    while (end >= 0 && isEscaped(bytes, end)) end = bytes.indexOf(quote, end + 1);
    if (end < 0) return null;
    at = afterBlanks(bytes, end + 1);
    if (bytes[at] !== comma) break;
    at = afterBlanks(bytes, at + 1);
  }
  return bytes[at] === close ? at + 1 : null;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let backslashes = 0;
  while (bytes[at - 1 - backslashes] === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}
