// The values of a form. When the saved values change, fields that the user did not touch follow them.
import { useMemo, useState } from 'react';
import { type Edits, edited, othersOf, type View, viewOf, without } from './draft.ts';

export interface Draft<T> extends View<T> {
  /** The fields that somebody else has saved since the user made the first change. */
  others: readonly (keyof T)[];
  set(change: Partial<T>): void;
  /** Shows the saved value of one field, or of all fields: after Discard, and after a save. */
  reset(name?: keyof T): void;
}

interface Known<T> {
  edits: Edits<T>;
  /** The saved values when the user made the first change; undefined without changes. */
  base?: T | undefined;
}

/** `saved`: the values of the server; a new object only when they may differ. */
export function useDraft<T extends object>(saved: T): Draft<T> {
  const [{ edits, base }, setKnown] = useState<Known<T>>({ edits: {} });
  const view = useMemo(() => viewOf(edits, saved), [edits, saved]);
  const others = useMemo(() => othersOf(base, saved), [base, saved]);
  const change = (next: (edits: Edits<T>) => Edits<T>) =>
    setKnown((known) => {
      const edits = next(known.edits);
      return Object.keys(edits).length === 0 ? { edits } : { edits, base: known.base ?? saved };
    });
  return {
    ...view,
    others,
    set: (values) => change((known) => edited(known, saved, values)),
    reset: (name) => change((known) => (name === undefined ? {} : without(known, name))),
  };
}
