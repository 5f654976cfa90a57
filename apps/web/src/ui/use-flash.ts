// True for a moment after `value` changed, so that the change can be shown. Not true at the first render.
import { useEffect, useState } from 'react';

/** The length of the animation `flash` in styles.css. */
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
