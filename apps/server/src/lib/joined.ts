/** All fields of several objects in one object, which stays the same until one of them changes. */
export function joined<T extends object>(...parts: readonly (() => T)[]): () => T {
  let last: readonly T[] = [];
  let all = {} as T;
  return () => {
    const now = parts.map((part) => part());
    if (now.some((part, i) => part !== last[i])) all = Object.assign({}, ...now);
    last = now;
    return all;
  };
}
