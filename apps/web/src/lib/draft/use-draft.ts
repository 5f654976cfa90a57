// The values of a form. When the saved values change, fields that the user did not touch follow them.
import { useMemo, useState } from 'react';
import { type Edits, edited, type View, viewOf, without } from './draft.ts';

export interface Draft<T> extends View<T> {
  set(change: Partial<T>): void;
  /** Shows the saved value of one field, or of all fields: after Discard, and after a save. */
  reset(name?: keyof T): void;
}

/** `saved`: the values of the server; a new object only when they may differ. */
export function useDraft<T extends object>(saved: T): Draft<T> {
  const [edits, setEdits] = useState<Edits<T>>({});
  const view = useMemo(() => viewOf(edits, saved), [edits, saved]);
  return {
    ...view,
    set: (change) => setEdits((known) => edited(known, saved, change)),
    reset: (name) => setEdits((known) => (name === undefined ? {} : without(known, name))),
  };
}
