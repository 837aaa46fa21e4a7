import { visit } from 'jsonc-parser';
import type { Problem } from '../roster/index.ts';
import { readingAgain } from './parse-json.ts';

/** As many problems of one kind as a pass keeps. */
const mostTold = 100;

/**
 * The problem `repeated-key` for each key that stands twice in one object of a JSON text, with its place. The text is read
 * for it only where it has more keys than the value that came of it, which counting tells. Throws {@link UnreadableInput}
 * where it is nested too deeply.
 */
export function findRepeatedKeys(text: string, value: unknown): Problem[] {
  return keysInText(text) === keysInValue(value) ? [] : readingAgain(() => repeatedKeysIn(text));
}

function repeatedKeysIn(text: string): Problem[] {
  const problems: Problem[] = [];
  let more = 0;
  const open: Set<string>[] = [];
  visit(text, {
    onObjectBegin() {
      open.push(new Set());
    },
    onObjectEnd() {
      open.pop();
    },
    onObjectProperty(key, _offset, _length, line, column) {
      const keys = open.at(-1) as Set<string>;
      const place = `at line ${line + 1}, column ${column + 1}`;
      if (keys.has(key)) {
        if (problems.length < mostTold)
          problems.push({ code: 'repeated-key', text: `${JSON.stringify(key)} ${place}` });
        else more += 1;
      }
      keys.add(key);
    },
  });
  if (more > 0) problems.push({ code: 'too-many-problems', text: `${more} more of repeated-key` });
  return problems;
}

/** The texts of a JSON text that a colon follows. */
function keysInText(text: string): number {
  let keys = 0;
  let at = text.indexOf('"');
  while (at >= 0) {
    let end = text.indexOf('"', at + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    let next = end + 1;
    while (isBlank(text.charCodeAt(next))) next += 1;
    if (text[next] === ':') keys += 1;
    at = text.indexOf('"', next);
  }
  return keys;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function keysInValue(value: unknown): number {
  let keys = 0;
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== 'object' || one === null) continue;
    const members = Object.values(one);
    if (!Array.isArray(one)) keys += members.length;
    for (const member of members) if (typeof member === 'object') left.push(member);
  }
  return keys;
}
