// A list for work that need not be done anew with every figure that changes.
import { useMemo, useRef } from 'react';
import { settled } from '../lib/settled.ts';

/** The list as it last said something else; `alike` must be the same function each time. */
export function useSettled<T>(now: readonly T[], alike: (a: T, b: T) => boolean): readonly T[] {
  const kept = useRef(now);
  return useMemo(() => {
    kept.current = settled(kept.current, now, alike);
    return kept.current;
  }, [now, alike]);
}
