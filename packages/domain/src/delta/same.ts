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
  for (const key in a) if (!same(a[key], b[key])) return false;
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}
