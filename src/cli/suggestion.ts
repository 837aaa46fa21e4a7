import { closest, distance } from 'fastest-levenshtein';

/** The known word that a mistyped one is likely to mean; null where none is near. */
export function findNear(word: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const near = closest(
    word.toLowerCase(),
    known.map((one) => one.toLowerCase()),
  );
  const found = known.find((one) => one.toLowerCase() === near) as string;
  return distance(word.toLowerCase(), near) <= Math.max(2, Math.floor(word.length / 3)) ? found : null;
}
