/** Values that were made lately, up to a total weight; the least recently used go first. */
export interface RecentValues<V> {
  find(key: string): V | undefined;
  add(key: string, value: V, weight: number): void;
}

/** Makes an empty one. */
export function recentValues<V>(limit: number): RecentValues<V> {
  const entries = new Map<string, { readonly value: V; readonly weight: number }>();
  let total = 0;
  return {
    find(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    add(key, value, weight) {
      entries.set(key, { value, weight });
      total += weight;
      for (const [oldest, entry] of entries) {
        if (total <= limit || oldest === key) return;
        entries.delete(oldest);
        total -= entry.weight;
      }
    },
  };
}
