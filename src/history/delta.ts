/**
 * A text as what it has in common with another one and what it has not: copies and insertions, in the manner of VCDIFF (RFC
 * 3284) and of the deltas in git's packs, found by blocks that both hold. Each instruction is a variable-length integer whose lowest
 * bit tells a copy, the others its length; a copy is followed by its place in the base, an insertion by its bytes.
 */

/** Blocks of the base of so many bytes are looked for; of two that are alike, the last is found. */
const blockBytes = 16;

/** The difference of some bytes to a base. */
export function deltaOf(base: Buffer, bytes: Buffer): Buffer {
  const places = blocksOf(base);
  const parts: Buffer[] = [];
  let inserted = 0;
  let at = 0;

  function insertUpTo(end: number): void {
    if (end > inserted) parts.push(integer((end - inserted) * 2), bytes.subarray(inserted, end));
  }

  while (at + blockBytes <= bytes.length) {
    // what follows a copy stands mostly at the same place
    const place = places.get(blockKey(bytes, at));
    if (place === undefined || !isSameBlock(base, place, bytes, at)) {
      at += 1;
      continue;
    }
    let [from, start] = [place, at];
    while (from > 0 && start > inserted && base[from - 1] === bytes[start - 1]) {
      from -= 1;
      start -= 1;
    }
    let length = at + blockBytes - start;
    while (
      from + length < base.length &&
      start + length < bytes.length &&
      base[from + length] === bytes[start + length]
    )
      length += 1;
    insertUpTo(start);
    parts.push(integer(length * 2 + 1), integer(from));
    at = start + length;
    inserted = at;
  }
  insertUpTo(bytes.length);
  return Buffer.concat(parts);
}

/** The bytes that a difference to a base stands for. Throws where it is none. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;

  function next(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = delta[at];
      if (byte === undefined || factor > Number.MAX_SAFE_INTEGER) throw new RangeError('the difference breaks off');
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  function part(from: Buffer, start: number, length: number): Buffer {
    if (start + length > from.length) throw new RangeError('the difference goes beyond its base');
    return from.subarray(start, start + length);
  }

  while (at < delta.length) {
    const instruction = next();
    const length = Math.floor(instruction / 2);
    if (instruction % 2 === 1) parts.push(part(base, next(), length));
    else {
      parts.push(part(delta, at, length));
      at += length;
    }
  }
  return Buffer.concat(parts);
}

function blocksOf(base: Buffer): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = 0; at + blockBytes <= base.length; at += blockBytes) places.set(blockKey(base, at), at);
  return places;
}

/** A number that two blocks mostly share only where they are alike. */
function blockKey(bytes: Buffer, at: number): number {
  const word = (offset: number) => bytes.readInt32LE(at + offset);
  const low = Math.imul(word(0), 0x9e3779b1) ^ Math.imul(word(4), 0x85ebca6b);
  return low ^ Math.imul(word(8), 0xc2b2ae35) ^ Math.imul(word(12), 0x27d4eb2f);
}

function isSameBlock(base: Buffer, place: number, bytes: Buffer, at: number): boolean {
  for (let offset = 0; offset < blockBytes; offset += 4)
    if (base.readInt32LE(place + offset) !== bytes.readInt32LE(at + offset)) return false;
  return true;
}

function integer(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}
