// Creates answers with one error at any place, for property tests.

export type Place = readonly (string | number)[];

/** The paths of all values below the root of a JSON value. */
export function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, i) => [i, item])
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => [[...at, key], ...placesOf(inner, [...at, key])]);
}

function changed(
  value: unknown,
  place: Place,
  change: (object: Record<string | number, unknown>, key: string | number) => void,
): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  if (rest.length === 0) change(copy, key);
  else copy[key] = changed(copy[key], rest, change);
  return copy;
}

/** The value at a place. */
export const valueAt = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], value);

/** A copy with another value at one place. An empty place replaces everything. */
export const damaged = (value: unknown, place: Place, replacement: unknown): unknown =>
  place.length === 0
    ? replacement
    : changed(value, place, (object, key) => Object.assign(object, { [key]: replacement }));

/** A copy without the field at one place. An item of a list becomes null. */
export const withoutPlace = (value: unknown, place: Place): unknown =>
  typeof place.at(-1) === 'number'
    ? damaged(value, place, null)
    : changed(value, place, (object, key) => delete object[key]);
