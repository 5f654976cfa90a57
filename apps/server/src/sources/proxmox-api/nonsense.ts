// How many values of its answers a poll could not use: negative bytes, a load of forty, a backup of tomorrow.
//
// The readers of single values count, whoever calls them from within the poll; so no parser can forget to.
import { AsyncLocalStorage } from 'node:async_hooks';
import { ok } from '@belfry/domain/result';
import type { Poll } from '../source.ts';

const found = new AsyncLocalStorage<{ values: number }>();

/** Told by a reader: something was there, and it cannot be. */
export function noteNonsense(): void {
  const run = found.getStore();
  if (run) run.values++;
}

/** The same poll, with the nonsense of each run in its `dropped`. */
export const countingNonsense = (poll: Poll): Poll => ({
  ...poll,
  async run(signal) {
    const own = { values: 0 };
    const outcome = await found.run(own, () => poll.run(signal));
    return outcome.ok ? ok({ ...outcome.value, dropped: outcome.value.dropped + own.values }) : outcome;
  },
});
