// A list for work that need not be repeated each time a figure changes.
import { useMemo } from 'react';
import { settling } from '../lib/settled.ts';

/**
 * The last list that was really different. The component still renders for each list: where that is not needed, use `useSettledList`.
 * `alike` must be the same function each time; with null every list is different.
 */
export function useSettled<T>(now: readonly T[], alike: ((a: T, b: T) => boolean) | null): readonly T[] {
  const settle = useMemo(() => settling(alike), [alike]);
  return settle(now);
}
