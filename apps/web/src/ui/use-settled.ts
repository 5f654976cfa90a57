// A list for work that need not be done anew with every figure that changes.
import { useMemo, useRef } from 'react';
import { settled } from '../lib/settled.ts';

/** The list as it last said something else; `alike` must be the same function each time, or null: it always does. */
export function useSettled<T>(now: readonly T[], alike: ((a: T, b: T) => boolean) | null): readonly T[] {
  // compared with what came last, not with what stands: most of that is the same objects, and nothing is asked about them
  const kept = useRef({ standing: now, last: now });
  return useMemo(() => {
    const { standing, last } = kept.current;
    const same = alike !== null && settled(last, now, alike) === last;
    kept.current = { standing: same ? standing : now, last: now };
    return kept.current.standing;
  }, [now, alike]);
}
