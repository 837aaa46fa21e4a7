/**
 * JSON text of a value that came of a JSON or YAML text. An integer past 2^53 that stands in that text is written as it
 * stands there: the last digits of a pass id made of a time in nanoseconds are lost when JSON is parsed.
 */
export function stringifyExactly(value: unknown, source: string): string {
  const exact = exactIntegersOf(source);
  if (exact.size === 0) return JSON.stringify(value);
  // a private character, so often that the text does not hold it as often
  let mark = '\ue000';
  while (source.includes(mark)) mark += '\ue000';
  const marked = JSON.stringify(value, (_, member: unknown) => {
    const digits = typeof member === 'number' ? exact.get(member) : undefined;
    return digits === undefined ? member : `${mark}${digits}${mark}`;
  });
  return marked.replaceAll(new RegExp(`"${mark}(-?\\d+)${mark}"`, 'g'), '$1');
}

/** The integers past 2^53 in a text by the number that each becomes. Of two that become the same one, neither is known. */
function exactIntegersOf(text: string): ReadonlyMap<number, string> {
  const exact = new Map<number, string>();
  const doubtful = new Set<number>();
  for (const [digits] of text.matchAll(/(?<![\w.+-])-?[1-9]\d{15,300}(?![\w.])/g)) {
    const number = Number(digits);
    if (Number.isSafeInteger(number)) continue;
    if ((exact.get(number) ?? digits) !== digits) doubtful.add(number);
    exact.set(number, digits);
  }
  for (const number of doubtful) exact.delete(number);
  return exact;
}
