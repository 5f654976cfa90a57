// Counts the data that a run of a poll could not use: malformed items, and impossible values such as negative bytes, a
// load of forty, or a backup from tomorrow. The functions that read values (proxmox-api/read.ts) do the counting, so
// every parser counts.
import { AsyncLocalStorage } from 'node:async_hooks';

const runs = new AsyncLocalStorage<{ dropped: number }>();

/** Counts one item or value that was left out. Does nothing outside `countDropped`. */
export function noteDropped(): void {
  const run = runs.getStore();
  if (run) run.dropped++;
}

/** Returns the result of the work, and how many items or values were left out during it. */
export async function countDropped<T>(work: () => T | Promise<T>): Promise<{ value: T; dropped: number }> {
  const run = { dropped: 0 };
  const value = await runs.run(run, work);
  return { value, dropped: run.dropped };
}
