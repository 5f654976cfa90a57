// Answers with one thing wrong, anywhere in them. For property tests.

type Path = readonly (string | number)[];

/** The places of all values below the root of a JSON value. */
function placesOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, i) => [i, item])
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => [[...at, key], ...placesOf(inner, [...at, key])]);
}

function changed(
  value: unknown,
  path: Path,
  change: (object: Record<string | number, unknown>, key: string | number) => void,
) {
  const copy: unknown = structuredClone(value);
  const [key, ...above] = [...path].reverse();
  let at = copy as Record<string | number, unknown>;
  for (const step of above.reverse()) at = at[step] as Record<string | number, unknown>;
  if (key !== undefined) change(at, key);
  return copy;
}

/** A copy with another value at one place, or as a whole when there are no places. Any `place` is good. */
export function damaged(value: unknown, place: number, replacement: unknown): unknown {
  const places = placesOf(value);
  const path = places[place % Math.max(places.length, 1)];
  return path ? changed(value, path, (object, key) => Object.assign(object, { [key]: replacement })) : replacement;
}

/** A copy without one field of one of its objects. Any `place` is good. */
export function withoutOneField(value: unknown, place: number): unknown {
  const places = placesOf(value).filter((path) => typeof path.at(-1) === 'string');
  const path = places[place % Math.max(places.length, 1)];
  return path ? changed(value, path, (object, key) => delete object[key]) : value;
}
