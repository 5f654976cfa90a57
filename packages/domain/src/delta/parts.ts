// A long list that was put together from shorter ones, such as the guests of all instances. Whoever looks for what has changed need not look
// into the parts that are the same as before.

interface Entity {
  readonly id: string;
}
type Entities = readonly Entity[];

const known = new WeakMap<Entities, readonly Entities[]>();

/** Each part ends before the next one begins, and none is empty. `before` is returned when it has the same parts. */
export function inOneList<E extends Entity>(parts: readonly (readonly E[])[], before?: readonly E[]): readonly E[] {
  if (parts.length === 1) return parts[0] as readonly E[];
  if (parts.length === 0 && before?.length === 0) return before;
  const old = before && known.get(before);
  if (before && old?.length === parts.length && parts.every((part, n) => part === old[n])) return before;
  const list = concatenated(parts);
  if (parts.length > 0) known.set(list, parts);
  return list;
}

/** As `flat`, which makes the list larger again and again while it fills it. */
function concatenated<E>(parts: readonly (readonly E[])[]): readonly E[] {
  const list = new Array<E>(parts.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const part of parts) for (const entity of part) list[place++] = entity;
  return list;
}

/** A list that was not put together is its only part. */
export const partsOf = <E extends Entity>(list: readonly E[]): readonly (readonly E[])[] =>
  (known.get(list) as readonly (readonly E[])[] | undefined) ?? [list];

/**
 * What is calculated from each part of a list. It is calculated once for each part, and once for all parts for which `contentOf` returns the
 * same object.
 */
export function createOfParts<E extends Entity, R>(
  calculate: (part: readonly E[]) => R,
  contentOf: (part: readonly E[]) => object = (part) => part,
): (list: readonly E[]) => readonly R[] {
  const calculated = new WeakMap<object, { result: R }>();
  const of = (part: readonly E[]): R => {
    const content = contentOf(part);
    const made = calculated.get(content) ?? { result: calculate(part) };
    calculated.set(content, made);
    return made.result;
  };
  return (list) => partsOf(list).map(of);
}

/** Places of the list before, and of the present one. Each has those from `from` up to `to`, without `to`. */
export interface Stretch {
  before: { from: number; to: number };
  now: { from: number; to: number };
}

/**
 * Where two lists may differ: what lies between the parts that both have. Both are sorted by id, so what lies between the same two parts has
 * counterparts only there. Parts for which `contentOf` returns the same object count as the same part.
 */
export function differing(
  before: Entities,
  now: Entities,
  contentOf: (part: Entities) => object = (part) => part,
): Stretch[] {
  if (before === now) return [];
  const starts = new Map<object, number>();
  let place = 0;
  for (const part of partsOf(before)) {
    starts.set(contentOf(part), place);
    place += part.length;
  }
  const found: Stretch[] = [];
  let [old, own, next] = [0, 0, 0];
  for (const part of partsOf(now)) {
    const start = starts.get(contentOf(part));
    if (start !== undefined) {
      if (start > old || next > own) found.push({ before: { from: old, to: start }, now: { from: own, to: next } });
      [old, own] = [start + part.length, next + part.length];
    }
    next += part.length;
  }
  if (old < before.length || own < now.length)
    found.push({ before: { from: old, to: before.length }, now: { from: own, to: now.length } });
  return found;
}
