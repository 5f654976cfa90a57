// A list for work that need not be done anew with every figure that changes.
import { useMemo, useRef } from 'react';
import { settled } from '../lib/settled.ts';

/** The list as it last said something else; `alike` must be the same function each time, or null: it always does. */
export function useSettled<T>(now: readonly T[], alike: ((a: T, b: T) => boolean) | null): readonly T[] {
  const kept = useRef(now);
  return useMemo(() => {
    kept.current = alike ? settled(kept.current, now, alike) : now;
    return kept.current;
  }, [now, alike]);
}
