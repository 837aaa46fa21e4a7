import { describe, expect, test } from 'vitest';
import { weightedCache } from '../../src/history/content-cache.ts';

/** A cache of which is told what it had to make. */
function watchedCache(limit: number) {
  const cache = weightedCache<string, string>(limit);
  const made: string[] = [];
  return {
    made,
    take: (key: string, weight: number) =>
      cache.take(key, () => {
        made.push(key);
        return { value: key.toUpperCase(), weight };
      }),
  };
}

describe('weightedCache', () => {
  test('makes a value once while it is kept', () => {
    const { take, made } = watchedCache(10);

    expect([take('a', 4), take('b', 4), take('a', 4)]).toEqual(['A', 'B', 'A']);
    expect(made).toEqual(['a', 'b']);
  });

  test('drops what was not asked for the longest', () => {
    const { take, made } = watchedCache(10);
    take('a', 4);
    take('b', 4);
    take('a', 4);

    take('c', 4);
    take('a', 4);
    take('b', 4);

    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  test('gives a value that is heavier than all it may keep, and drops it for the next', () => {
    const { take, made } = watchedCache(10);

    expect(take('heavy', 99)).toBe('HEAVY');
    take('a', 4);
    take('heavy', 99);

    expect(made).toEqual(['heavy', 'a', 'heavy']);
  });
});
