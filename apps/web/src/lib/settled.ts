// Keeps a list the same object until its content changes. Pure.

/** `before` as long as each item of `now` is in the same place and `alike`; otherwise `now`. */
export function settled<T>(before: readonly T[], now: readonly T[], alike: (a: T, b: T) => boolean): readonly T[] {
  if (before.length !== now.length) return now;
  return before.every((old, place) => old === now[place] || alike(old, now[place] as T)) ? before : now;
}

/**
 * A function that returns one list for all lists that are alike: the first of them. It compares with the list that came last, because
 * most objects are the same there, and `alike` is not called for them. With null every list is different.
 */
export function settling<T>(alike: ((a: T, b: T) => boolean) | null): (now: readonly T[]) => readonly T[] {
  let known: { standing: readonly T[]; last: readonly T[] } | undefined;
  return (now) => {
    if (known?.last === now) return known.standing;
    const same = known && alike && settled(known.last, now, alike) === known.last;
    known = { standing: known && same ? known.standing : now, last: now };
    return known.standing;
  };
}
