/** `1 name`, `3 names`: a count with its noun, which takes `s` unless its plural is given. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** The first items, and how many more there are. One item more than the limit is shown instead of counted. */
export function shortened(items: readonly string[], limit: number): string {
  if (items.length <= limit + 1) return items.join(' ');
  return `${items.slice(0, limit).join(' ')} and ${items.length - limit} more`;
}

/** Numbers with runs folded: `3, 5–8`. */
export function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[1] + 1 === number) last[1] = number;
    else runs.push([number, number]);
  }
  return runs
    .map(([first, last]) =>
      first === last ? `${first}` : last === first + 1 ? `${first}, ${last}` : `${first}–${last}`,
    )
    .join(', ');
}
