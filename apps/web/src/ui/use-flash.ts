// A change of state that should be seen: true for a moment after `value` became another one, never at first sight.
import { useEffect, useState } from 'react';

/** As long as the animation `flash` in styles.css. */
const FLASH_MS = 1_000;

export function useFlash(value: unknown): boolean {
  const [seen, see] = useState({ value, changed: false });
  if (seen.value !== value) see({ value, changed: true });
  useEffect(() => {
    if (!seen.changed) return;
    const timer = setTimeout(() => see({ value: seen.value, changed: false }), FLASH_MS);
    return () => clearTimeout(timer);
  }, [seen]);
  return seen.changed;
}
