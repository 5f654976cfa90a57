// A map with a limited size: if it is full, the half of its keys that were set longest ago is removed at once. (To
// remove only the oldest key of a large Map is slow, because V8 walks over every emptied place before it.)

export interface Recent<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  keys(): Iterable<string>;
}

/** Keeps the last `capacity` / 2 keys that were set, and at most `capacity`. */
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
