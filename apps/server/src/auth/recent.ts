// A map that never grows beyond its size: the entry not set for the longest time makes room.

export interface Recent<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  clear(): void;
  keys(): IterableIterator<string>;
  size(): number;
}

export function createRecent<V>(capacity: number): Recent<V> {
  const entries = new Map<string, V>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= capacity) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    keys: () => entries.keys(),
    size: () => entries.size,
  };
}
