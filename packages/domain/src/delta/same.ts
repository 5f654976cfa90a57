// Equality of plain data: what makes an entity "unchanged".

export type Fields = Record<string, unknown>;

/** A plain object, as opposed to a list or a single value. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for equal JSON values; a key that is undefined counts as absent. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => same(item, b[i]));
  return isFields(a) && isFields(b) && sameFields(a, b);
}

function sameFields(a: Fields, b: Fields): boolean {
  let shared = 0;
  for (const key in a) {
    if (!same(a[key], b[key])) return false;
    if (a[key] !== undefined) shared++;
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
