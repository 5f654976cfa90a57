// Counts what a run of a poll could not use of its answers: items too malformed to keep, and values that cannot be true,
// such as negative bytes, a load of forty, or a backup of tomorrow.
//
// The readers of values count (proxmox-api/read.ts), wherever they are called in the run, so no parser can forget it.
import { AsyncLocalStorage } from 'node:async_hooks';

const runs = new AsyncLocalStorage<{ dropped: number }>();

/** Something was there, and it was left out. Outside a count it means nothing. */
export function noteDropped(): void {
  const run = runs.getStore();
  if (run) run.dropped++;
}

/** What the work gives, and how often something was left out meanwhile. */
export async function countDropped<T>(work: () => T | Promise<T>): Promise<{ value: T; dropped: number }> {
  const run = { dropped: 0 };
  const value = await runs.run(run, work);
  return { value, dropped: run.dropped };
}
