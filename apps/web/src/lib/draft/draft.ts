// The changes of a user to saved values that may change at the same time, as plain data.
import { same } from '@belfry/domain/delta/same';

/** By field: the value that the user gave it, and the saved value before the user touched it. */
export type Edits<T> = { readonly [K in keyof T]?: { readonly value: T[K]; readonly before: T[K] } };

/** The edits after the user has changed some fields. A field with its saved value again is no longer edited. */
export function edited<T extends object>(edits: Edits<T>, saved: T, change: Partial<T>): Edits<T> {
  const next: { [K in keyof T]?: { value: T[K]; before: T[K] } } = { ...edits };
  for (const name of keysOf(change)) {
    const value = change[name] as T[typeof name];
    if (same(value, saved[name])) delete next[name];
    else next[name] = { value, before: (next[name] ?? { before: saved[name] }).before };
  }
  return next;
}

/** The edits without one field. */
export function without<T extends object>(edits: Edits<T>, name: keyof T): Edits<T> {
  const { [name]: _, ...others } = edits;
  return others as Edits<T>;
}

export interface View<T> {
  /** The values that the form shows: those of the user, and the saved ones of all other fields. */
  draft: T;
  /** The fields whose value differs from the saved one. */
  changed: readonly (keyof T)[];
  /** The saved values of changed fields that somebody else has saved since the user touched them. */
  theirs: Partial<T>;
}

export function viewOf<T extends object>(edits: Edits<T>, saved: T): View<T> {
  const draft = { ...saved };
  const changed: (keyof T)[] = [];
  const theirs: Partial<T> = {};
  for (const name of keysOf(edits)) {
    const edit = edits[name];
    if (!edit || same(edit.value, saved[name])) continue;
    draft[name] = edit.value;
    changed.push(name);
    if (!same(edit.before, saved[name])) theirs[name] = saved[name];
  }
  return { draft, changed, theirs };
}

/** The fields that differ between the saved values when the user began, and now. */
export const othersOf = <T extends object>(base: T | undefined, saved: T): (keyof T)[] =>
  base === undefined || base === saved ? [] : keysOf(saved).filter((name) => !same(base[name], saved[name]));

const keysOf = <T extends object>(values: T) => Object.keys(values) as (keyof T)[];
