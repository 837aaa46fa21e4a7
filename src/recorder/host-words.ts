import { parseName } from '../roster/index.ts';

/**
 * What may be a name in a text, or a piece of what is too long to be one: a match of millions of characters can end in an
 * overflow of the stack. A mark belongs to its letter.
 */
const words = /[\p{L}\p{M}\p{N}_.-]{1,1024}/gu;
/** The same where all is ASCII, which is made ready in a hundredth of the time. */
const asciiWords = /[\w.-]{1,1024}/g;
const beyondAscii = /[\u0080-\uffff]/;

/** Escapes inside of a text that is a document, a script or a URL: the letters of one are no part of the word behind it. */
const escapes = /%[0-9a-f]{2}|\\(?:[bfnrt]|u[0-9a-f]{4})/gi;

/** DNS carries no longer one, but for a final dot. */
const longestName = 254;

/**
 * Adds the words of a text that could be names, as names compare, until there are `most`; false where there are more. What
 * follows a dash counts too, as in `${HOST:-db.internal}` and `mysql -hdb.internal`. Takes linear time.
 */
export function addHostWords(text: string, into: Set<string>, most: number): boolean {
  if (!addWords(text, into, most)) return false;
  if (!text.includes('%') && !text.includes('\\')) return true;
  const unescaped = text.replace(escapes, ' ');
  return unescaped === text || addWords(unescaped, into, most);
}

function addWords(text: string, into: Set<string>, most: number): boolean {
  let end = -1;
  for (const { 0: word, index } of text.matchAll(beyondAscii.test(text) ? words : asciiWords)) {
    const isRest = index === end;
    end = index + word.length;
    if (isRest || word.length > longestName || /^[\d.-]*$/.test(word)) continue;
    into.add(asCompared(word));
    if (word.startsWith('-')) {
      into.add(asCompared(word.replace(/^-+/, '')));
      if (/^-[a-z]./i.test(word)) into.add(asCompared(word.slice(2)));
    }
    if (into.size > most) return false;
  }
  return true;
}

/** What {@link parseName} gives, a tenth as long where the word is ASCII, as nearly all are. */
function asCompared(word: string): string {
  if (beyondAscii.test(word)) return parseName(word).name;
  const lower = word.toLowerCase();
  return lower.endsWith('.') && !lower.endsWith('..') && lower !== '.' ? lower.slice(0, -1) : lower;
}
