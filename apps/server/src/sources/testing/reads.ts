// Which fields of an answer a parser looks at: seen by handing it the answer through a glass. For tests only.

/** The places of all scalars: `guests[].name`; every item of a list is the same place. */
export function fieldsOf(value: unknown, at = ''): Set<string> {
  if (Array.isArray(value)) return union(value.map((item) => fieldsOf(item, `${at}[]`)));
  if (typeof value !== 'object' || value === null) return new Set([at]);
  return union(Object.entries(value).map(([key, inner]) => fieldsOf(inner, at === '' ? key : `${at}.${key}`)));
}

const union = (sets: Set<string>[]): Set<string> => new Set(sets.flatMap((set) => [...set]));

/** The same value; `seen` gets the place of every scalar that is read of it, and of what was looked for in vain. */
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
      return watched(inner, seen, at === '' ? key : `${at}.${key}`);
    },
  });
}
