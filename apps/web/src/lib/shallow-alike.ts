// Equality of two objects by the values of their fields. Pure.

/** Fields that are objects are alike only when they are the same object. */
export function shallowAlike<T>(a: T, b: T): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  // without lists of the keys, because it compares hundreds of objects with each update
  for (const key in b) if (!(key in a && Object.is(a[key], b[key]))) return false;
  for (const key in a) if (!(key in b)) return false;
  return true;
}
