/** `1 name`, `3 names`: a count with its noun, which takes `s` unless its plural is given. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/**
 * `a`, `a and b`, `a, b and c`. Past the limit, the first items and how many more there are; one item more than the limit
 * is shown instead of counted.
 */
export function listed(
  items: readonly string[],
  limit = Number.POSITIVE_INFINITY,
  conjunction: 'and' | 'or' = 'and',
): string {
  if (items.length > limit + 1)
    return `${items.slice(0, limit).join(', ')} ${conjunction} ${items.length - limit} more`;
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`;
}

/** The same with nothing but blanks between, as names are listed. */
export function shortened(items: readonly string[], limit: number): string {
  if (items.length <= limit + 1) return items.join(' ');
  return `${items.slice(0, limit).join(' ')} and ${items.length - limit} more`;
}

/** How many runs of numbers are shown before the rest is counted. */
const shownRuns = 8;

/** `pass 3`, `passes 3, 5–8`: passes with runs folded. Of many runs the first few, how many more there are, and the last pass. */
export function passRanges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[1] + 1 === number) last[1] = number;
    else runs.push([number, number]);
  }
  const shown = runs.length <= shownRuns + 1 ? runs : runs.slice(0, shownRuns);
  const words = shown.map(([first, last]) =>
    first === last ? `${first}` : last === first + 1 ? `${first}, ${last}` : `${first}–${last}`,
  );
  const noun = numbers.length === 1 ? 'pass' : 'passes';
  if (shown === runs) return `${noun} ${words.join(', ')}`;
  const more = numbers.length - shown.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return `${noun} ${words.join(', ')} and ${more} more, the last ${numbers.at(-1)}`;
}

/** A text on one line, cut where it is longer than so many characters. */
export function abridged(text: string, limit: number): string {
  const characters = [...oneLine(text)];
  return characters.length <= limit ? characters.join('') : `${characters.slice(0, limit - 1).join('')}…`;
}

/** A text of several lines on one, with `; ` between them, or a blank where a line ends with a colon or the like. */
export function oneLine(text: string): string {
  return text
    .split(/[\r\n\v\f\u0085\u2028\u2029]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .reduce((whole, part) => `${whole}${/^$|[:;,]$/.test(whole) ? '' : ';'} ${part}`, '')
    .trimStart();
}
