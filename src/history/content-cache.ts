/** A cache that holds values up to a total weight and drops the least recently used first. */
export interface WeightedCache<K, V> {
  /** The cached value, or the made one, which is then cached with its weight. */
  take(key: K, make: () => { value: V; weight: number }): V;
  /** The cached value; undefined where it is none. */
  find(key: K): V | undefined;
  clear(): void;
}

/** Makes a cache. A value heavier than the limit is still given, and dropped when the next one comes. */
export function weightedCache<K, V>(limit: number): WeightedCache<K, V> {
  const entries = new Map<K, { value: V; weight: number }>();
  let total = 0;
  let latest: K | undefined;

  function find(key: K): V | undefined {
    const known = entries.get(key);
    if (known !== undefined && key !== latest) {
      entries.delete(key);
      entries.set(key, known);
      latest = key;
    }
    return known?.value;
  }

  return {
    find,
    take(key, make) {
      const known = find(key);
      if (known !== undefined) return known;
      const made = make();
      for (const [oldest, { weight }] of entries) {
        if (total + made.weight <= limit) break;
        entries.delete(oldest);
        total -= weight;
      }
      entries.set(key, made);
      latest = key;
      total += made.weight;
      return made.value;
    },
    clear() {
      entries.clear();
      total = 0;
      latest = undefined;
    },
  };
}
