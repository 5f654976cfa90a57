// How many rows a table of clusters may have: together they take a third of the window.
import { useSyncExternalStore } from 'react';

/** In pixels, as the table has them in a wide window: the head with the borders, and a row. */
const HEAD = 30;
const ROW = 26;

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

export const useRoom = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor((window.innerHeight / 3 - HEAD) / ROW));
