// A map that never grows beyond its size: what was not set for the longest time makes room, half of the map at once.
// (Taking the single oldest key out of a large Map is slow: V8 walks over every place that was emptied before it.)

export interface Recent<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  keys(): Iterable<string>;
}

/** Holds the last `capacity` / 2 keys set, and at most `capacity`. */
export function createRecent<V>(capacity: number): Recent<V> {
  let fresh = new Map<string, V>();
  let old = new Map<string, V>();
  return {
    get: (key) => fresh.get(key) ?? old.get(key),
    set(key, value) {
      old.delete(key);
      fresh.set(key, value);
      if (fresh.size < capacity / 2) return;
      old = fresh;
      fresh = new Map();
    },
    delete(key) {
      fresh.delete(key);
      old.delete(key);
    },
    keys: () => [...old.keys(), ...fresh.keys()],
  };
}
