/** The most bytes of one input that are read, unless a flag says otherwise: 64 MiB. */
export const defaultSizeLimitBytes = 64 * 2 ** 20;

const units = ['bytes', 'KiB', 'MiB', 'GiB'] as const;

/** An input that is larger than the limit, with what would let it in. */
export class SizeExceeded extends Error {
  readonly hint: string;

  /** `foundBytes` is null where it is known only that there is more than the limit. */
  constructor(foundBytes: number | null, limitBytes: number) {
    const limit = sizeWords(limitBytes);
    const found = foundBytes === null ? `more than ${limit}` : sizeWords(foundBytes);
    super(`larger than the size limit: found ${found}, expected at most ${limit}`);
    this.name = 'SizeExceeded';
    let enough = limitBytes * 4;
    while (enough < (foundBytes ?? 0)) enough *= 4;
    this.hint = `--size-limit ${sizeWords(enough).replace(' bytes', 'B').replace(' ', '')}`;
  }
}

/** A size in the largest unit of which there is at least one, rounded up: `65 MiB`. */
function sizeWords(bytes: number): string {
  let figure = bytes;
  let unit = 0;
  while (figure >= 1024 && unit < units.length - 1) {
    figure /= 1024;
    unit += 1;
  }
  return `${Math.ceil(figure)} ${units[unit]}`;
}
