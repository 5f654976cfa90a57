// Keeps a list the same object until its content changes. Pure.

/** `before` as long as each item of `now` is in the same place and `alike`; otherwise `now`. */
export function settled<T>(before: readonly T[], now: readonly T[], alike: (a: T, b: T) => boolean): readonly T[] {
  if (before.length !== now.length) return now;
  return before.every((old, place) => old === now[place] || alike(old, now[place] as T)) ? before : now;
}
