/**
 * A sum over some values, of which one that differs makes another sum with all but certainty: 47 bits, which SQLite
 * keeps in six bytes, after cyrb53, which mixes two 32-bit lanes as MurmurHash2 does. It guards against a disk that changes what it keeps, and not against people;
 * it costs a tenth of what a SHA-256 of so few bytes does. A text that the disk made a blob of is another value.
 */
export function checksumOf(values: readonly (string | number | Uint8Array | null)[]): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  // each value by itself: a text of all of them would be made for each row
  for (const value of values) {
    const text = value === null ? '' : `${value}`;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      high = Math.imul(high ^ unit, 2654435761);
      low = Math.imul(low ^ unit, 1597334677);
    }
    const end = value === null ? 0 : typeof value === 'object' ? 2 : 1;
    high = Math.imul(high ^ end, 2654435761);
    low = Math.imul(low ^ end, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (32767 & low) + (high >>> 0);
}
