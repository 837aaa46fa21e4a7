import { UnreadableInput } from './unreadable-input.ts';

/** Many times what a mesh has, and what is read in a minute with little memory. A text can be as large as its limit and hold far more. */
const mostParts = 2 ** 23;
const mostLines = 2 ** 22;
const mostWords = 2 ** 22;
const mostEntries = 2 ** 21;
const mostRows = 2 ** 18;

/** Far more than a declaration has, and far less than what ends a recursion. */
export const deepestNesting = 500;

/**
 * Throws {@link UnreadableInput} where a text of JSON would be nested more than 500 deep, or would hold more than eight million
 * values and host entries, which commas and semicolons set apart, unless other bounds are given. Linear in the text, and far
 * quicker than to parse it.
 */
export function expectFewParts(text: string, deepest = deepestNesting, most = mostParts): void {
  let depth = 0;
  let parts = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x5c: // a backslash
        at += 1;
        break;
      case 0x22: // a quote
        isQuoted = !isQuoted;
        break;
      case 0x2c: // a comma
      case 0x3b: // a semicolon
        parts += 1;
        break;
      case 0x5b: // brackets that open
      case 0x7b:
        if (isQuoted) break;
        depth += 1;
        parts += 1;
        if (depth > deepest) throw nestedTooDeeply();
        break;
      case 0x5d: // brackets that close
      case 0x7d:
        if (!isQuoted) depth -= 1;
    }
  }
  expectAtMost(most, parts, 'values');
}

/** Throws {@link UnreadableInput} where a text has more than four million lines. */
export function expectFewLines(text: string): void {
  if (text.length > mostLines) expectAtMost(mostLines, occurrences(text, '\n') + occurrences(text, '\r'), 'lines');
}

/** Throws {@link UnreadableInput} where a text has more than four million words. */
export function expectFewWords(text: string): void {
  if (text.length <= 2 * mostWords) return;
  let isBlank = true;
  let words = 0;
  for (let at = 0; at < text.length; at += 1) {
    const wasBlank = isBlank;
    isBlank = text.charCodeAt(at) <= 0x20;
    if (wasBlank && !isBlank) words += 1;
  }
  expectAtMost(mostWords, words, 'words');
}

/** Throws {@link UnreadableInput} where there are more than a quarter of a million nodes, containers or the like. */
export function expectFewRows(rows: readonly unknown[], what: string): void {
  expectAtMost(mostRows, rows.length, what);
}

/** Throws {@link UnreadableInput} where a hosts list or a roster may hold more than two million entries, commas counted. */
export function expectFewEntries(list: unknown): void {
  expectAtMost(mostEntries, entriesIn(list), 'host entries');
}

function entriesIn(value: unknown): number {
  if (typeof value === 'string') return 1 + occurrences(value, ',');
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, member) => sum + entriesIn(member), 0);
}

/** The fault of what is nested without end. */
export function nestedTooDeeply(cause?: unknown): UnreadableInput {
  return new UnreadableInput('nested too deeply to be read', cause === undefined ? {} : { cause });
}

function occurrences(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

function expectAtMost(most: number, found: number, what: string): void {
  if (found <= most) return;
  throw new UnreadableInput(`more ${what} than can be read: found ${found}, expected at most ${most}`);
}
