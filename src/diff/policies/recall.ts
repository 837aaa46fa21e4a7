/** So many are remembered: a flap goes through a few. */
const remembered = 16;

/**
 * Remembers the last values of a kind, and gives the one it knows where another is the same: what is worked out of a value
 * can then be kept beside the object.
 */
export function openRecall<T>(isSame: (known: T, value: T) => boolean): (value: T) => T {
  const known: T[] = [];
  return (value) => {
    const place = known.findIndex((one) => one === value || isSame(one, value));
    const [same = value] = place < 0 ? [] : known.splice(place, 1);
    known.unshift(same);
    if (known.length > remembered) known.pop();
    return same;
  };
}
