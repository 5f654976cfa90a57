// A list for work that need not be repeated each time a figure changes.
import { useMemo, useRef } from 'react';
import { settled } from '../lib/settled.ts';

/** The last list that was really different. `alike` must be the same function each time; with null every list is different. */
export function useSettled<T>(now: readonly T[], alike: ((a: T, b: T) => boolean) | null): readonly T[] {
  // compared with the last list that came: most of its objects are the same, so `alike` is not called for them
  const kept = useRef({ standing: now, last: now });
  return useMemo(() => {
    const { standing, last } = kept.current;
    const same = alike !== null && settled(last, now, alike) === last;
    kept.current = { standing: same ? standing : now, last: now };
    return kept.current.standing;
  }, [now, alike]);
}
