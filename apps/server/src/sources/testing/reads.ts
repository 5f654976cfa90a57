// Records which fields of an answer a parser reads, with a proxy around the answer. For tests only.

/** The places of all scalars, such as `guests[].name`. All items of a list have the same place. */
export function fieldsOf(value: unknown, at = ''): Set<string> {
  if (Array.isArray(value)) return union(value.map((item) => fieldsOf(item, `${at}[]`)));
  if (typeof value !== 'object' || value === null) return new Set([at]);
  return union(Object.entries(value).map(([key, inner]) => fieldsOf(inner, below(at, key))));
}

/** If the keys of an object are paths of an API, they count as one field. */
function below(at: string, key: string): string {
  const name = key.startsWith('/') ? '{path}' : key;
  return at === '' ? name : `${at}.${name}`;
}

const union = (sets: Set<string>[]): Set<string> => new Set(sets.flatMap((set) => [...set]));

/** The same value in a proxy. `seen` receives the place of every scalar that is read, and of every missing field. */
export function watched(value: unknown, seen: Set<string>, at = ''): unknown {
  if (typeof value !== 'object' || value === null) {
    seen.add(at);
    return value;
  }
  return new Proxy(value, {
    get(target, key, receiver) {
      const inner: unknown = Reflect.get(target, key, receiver);
      if (typeof key === 'symbol') return inner;
      if (Array.isArray(target))
        return Object.hasOwn(target, key) && key !== 'length' ? watched(inner, seen, `${at}[]`) : inner;
      return watched(inner, seen, below(at, key));
    },
  });
}

/** The same notation for a place that is given as steps: `['guests', 3, 'name']` → `guests[].name`. */
export const fieldAt = (steps: readonly (string | number)[]): string =>
  steps.reduce<string>((at, step) => (typeof step === 'number' ? `${at}[]` : below(at, step)), '');
