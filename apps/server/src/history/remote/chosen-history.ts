// A history store that passes each call on to the store that the settings choose: the embedded one, or a time series engine.
import type { HistoryStore } from '../history-store.ts';

/**
 * Each call asks `current` for the store, so a new choice takes effect at once. No values move between the stores. `all` are the
 * stores that get the limits and are closed.
 */
export function chosenHistory(current: () => HistoryStore, all: readonly HistoryStore[]): HistoryStore {
  return {
    record: (at, samples, part) => current().record(at, samples, part),
    fill: (resource, samples) => current().fill(resource, samples),
    known: (resource) => current().known(resource),
    series: (query) => current().series(query),
    counts: (query) => current().counts(query),
    status: () => current().status(),
    problems: () => current().problems(),
    configure(limits) {
      for (const store of all) store.configure(limits);
    },
    forget: (resources) => current().forget(resources),
    flush: () => current().flush(),
    async close() {
      await Promise.all(all.map((store) => store.close()));
    },
  };
}
