// Equality of plain data: what makes an entity "unchanged".

export type Fields = Record<string, unknown>;

/** A plain object, as opposed to a list or a single value. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for equal JSON values; a key that is undefined counts as absent. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && sameItems(a, b);
  return sameFields(a as Fields, b as Fields);
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, i) => same(item, b[i]));

function sameFields(a: Fields, b: Fields): boolean {
  let shared = 0;
  for (const key in a) {
    const x = a[key];
    const y = b[key];
    // Most fields are single values, for which a call would take longer than the comparison.
    if (x !== y && !same(x, y)) return false;
    if (x !== undefined) shared++;
  }
  // When `b` has only as many keys, it has no other. Reading all fields again would take longer than counting.
  if (shared === countKeys(b)) return true;
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}

export function countKeys(fields: Fields): number {
  let count = 0;
  for (const _key in fields) count++;
  return count;
}
