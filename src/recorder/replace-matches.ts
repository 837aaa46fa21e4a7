/**
 * A text with each match of a global pattern replaced by what `replacement` makes of it, null for what stays. Other than
 * `String.replace` it looks for a match only when the one before it was dealt with, so that what throws ends the search,
 * and a text of which everything stays costs no copy. `replacement` may not search with the same pattern.
 */
export function replaceMatches(
  text: string,
  pattern: RegExp,
  replacement: (found: RegExpExecArray) => string | null,
): string {
  const pieces: string[] = [];
  let done = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const end = pattern.lastIndex;
    if (found[0] === '') pattern.lastIndex += 1;
    const replaced = replacement(found);
    if (replaced === null || replaced === found[0]) continue;
    pieces.push(text.slice(done, found.index), replaced);
    done = end;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}
