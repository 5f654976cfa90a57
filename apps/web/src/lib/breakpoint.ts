// The width of the window, in the steps that the styles use.
import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** The same as `md:`, `lg:` and `xl:` of styles.css, in pixels. */
const STEPS = { md: 720, lg: 1024, xl: 1280 } as const;
export type Breakpoint = keyof typeof STEPS;

const queries = Object.values(STEPS).map((width) => matchMedia(`(width >= ${width}px)`));

const measure = (): number =>
  Math.max(0, ...Object.values(STEPS).filter((_, place) => queries[place]?.matches === true));

/** The widest step that fits. Kept, because every update of a table reads it, and asking the browser takes a tenth of a millisecond. */
let widest = measure();
const { announce, subscribe } = createListeners();
for (const query of queries)
  query.addEventListener('change', () => {
    widest = measure();
    announce();
  });

/** Whether the window is at least this wide; undefined is any width. */
export function useAtLeast(): (from: Breakpoint | undefined) => boolean {
  const width = useSyncExternalStore(subscribe, () => widest);
  return (from) => from === undefined || STEPS[from] <= width;
}
