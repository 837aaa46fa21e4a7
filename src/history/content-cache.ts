/** A cache that holds values up to a total weight and drops the least recently used first. */
export interface WeightedCache<K, V> {
  /** The cached value, or the made one, which is then cached with its weight. */
  take(key: K, make: () => { value: V; weight: number }): V;
}

/** Makes a cache. A value heavier than the limit is still given, and dropped when the next one comes. */
export function weightedCache<K, V>(limit: number): WeightedCache<K, V> {
  const entries = new Map<K, { value: V; weight: number }>();
  let total = 0;
  return {
    take(key, make) {
      const known = entries.get(key);
      if (known) {
        entries.delete(key);
        entries.set(key, known);
        return known.value;
      }
      const made = make();
      for (const [oldest, { weight }] of entries) {
        if (total + made.weight <= limit) break;
        entries.delete(oldest);
        total -= weight;
      }
      entries.set(key, made);
      total += made.weight;
      return made.value;
    },
  };
}
