// A long list is rendered in steps: a screenful at once, and the others while the page already answers.
import { startTransition, useEffect, useState } from 'react';

/** About a screenful of rows on a phone. */
export const STEP = 15;

/** How many of `count` rows are rendered now. It grows to `count`, and rows that were rendered stay. */
export function useSteps(count: number): number {
  const [shown, setShown] = useState(STEP);
  useEffect(() => {
    if (shown < count) startTransition(() => setShown(shown + STEP));
  }, [shown, count]);
  return Math.min(shown, count);
}
